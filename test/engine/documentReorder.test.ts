import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();

const reordering = (envelope: unknown) => ({
	resource: 'document',
	operation: 'reorder',
	envelopeId: byId(envelope),
	documentIds: '={{ $json.order }}',
});

/** An envelope with three documents, and the order 3, 1, 2. */
function three() {
	const { ID, documents } = harness.sandbox.control.envelope({ documents: 3 });
	const [a = '', b = '', c = ''] = documents.map((document) => document.ID);
	return { ID, wanted: [c, a, b], before: [a, b, c] };
}

const orderOf = (ID: string) => harness.sandbox.control.get(ID).documents.map((one) => one.ID);

it('takes an array, compares IDs without case, and sends them as they were spelled', async () => {
	const { ID, wanted } = three();
	const order = wanted.map((one) => one.toUpperCase());
	const { items } = await harness.engine.run(reordering(ID), { items: [{ json: { order } }] });
	expect(harness.sandbox.log.requests.at(-1)?.body).toEqual({ order });
	expect(items.map(({ json }) => json.ID)).toEqual(wanted);
});

it.each<[string, (wanted: string[]) => unknown, string]>([
	[
		'names a document twice in another case',
		([a = '']) => [a, a.toUpperCase()],
		expect.stringMatching(/^The 'Document IDs' list the document [-0-9A-F]{36} twice$/),
	],
	['is empty', () => '', "The 'Document IDs' are empty"],
	[
		'has something that is no ID',
		([a]) => `${a},..`,
		"The document ID must be a valid ID, not '..': find it with 'Get Many'",
	],
])('sends nothing when the order %s', async (_, given, message) => {
	const { ID, wanted, before } = three();
	const { error } = await harness.engine.run(reordering(ID), {
		items: [{ json: { order: given(wanted) as string } }],
	});
	expect(error).toMatchObject({
		message,
		description: expect.stringContaining('Nothing was sent.'),
	});
	expect(orderOf(ID)).toEqual(before);
	expect(harness.sandbox.log.count()).toBe(0);
});

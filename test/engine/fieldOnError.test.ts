import { skipPauses } from '../faults/skipPauses';
import { byId, prepareHarness } from '../support/harness';
import { pairs, UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();
skipPauses();

/** Three items for three envelopes: the one between names a document that does not exist. */
const three = () =>
	[0, 1, 2].map((n) => {
		const { ID, documents, participants } = harness.sandbox.control.envelope({ fields: true });
		const [document] = documents;
		return {
			json: {
				envelope: ID,
				document: n === 1 ? UNKNOWN_ID : document?.ID,
				field: document?.fields[0]?.ID,
				signer: participants[0]?.ID,
			},
		};
	});

const parameters = (operation: string) => ({
	resource: 'field',
	operation,
	envelopeId: byId('={{ $json.envelope }}'),
	documentId: byId('={{ $json.document }}'),
	fieldId: byId('={{ $json.field }}'),
	participantId: byId('={{ $json.signer }}'),
	type: 'name',
	page: 1,
	unit: 'pt',
	x: 1,
	y: 1,
	width: 1,
	height: 1,
	required: true,
	inputMode: 'json',
	fieldsJson: '={{ [{ type: "name", participantID: $json.signer, boundingBox: [1, 2, 3, 4] }] }}',
	updateFields: { page: 1 },
});

/** Each item once, although a list has several outputs for one. */
const served = (items: Parameters<typeof pairs>[0]) => [
	...new Set(pairs(items).map((pair) => (pair as { item: number }).item)),
];

describe.each(['create', 'createMany', 'getAll', 'update', 'delete'])('%s', (operation) => {
	it('stops at the item that fails and names it', async () => {
		const { error, items } = await harness.engine.run(parameters(operation), { items: three() });
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 1 } });
		expect(items).toEqual([]);
	});

	it('goes on and answers the item that failed in its place', async () => {
		const { items } = await harness.engine.run(parameters(operation), {
			items: three(),
			onError: 'continueRegularOutput',
		});
		expect(served(items)).toEqual([0, 1, 2]);
		const failed = items.filter(({ json }) => 'error' in json);
		expect(failed).toMatchObject([
			{ json: { details: { statusCode: 404, title: 'Not Found' } }, pairedItem: { item: 1 } },
		]);
	});

	it('goes on and sends the item that failed to the error output', async () => {
		const { items, errorItems } = await harness.engine.run(parameters(operation), {
			items: three(),
			onError: 'continueErrorOutput',
		});
		expect(served(items)).toEqual([0, 2]);
		expect(errorItems).toMatchObject([
			{ json: { document: UNKNOWN_ID, details: { statusCode: 404 } } },
		]);
	});
});

it.each(['create', 'createMany'])(
	'%s names the item whose participant is unknown, although all travel in one request',
	async (operation) => {
		const { ID, documents, participants } = harness.sandbox.control.envelope();
		const signers = [participants[0]?.ID, UNKNOWN_ID, participants[0]?.ID];
		const { error } = await harness.engine.run(
			{ ...parameters(operation), options: { allowOverlappingFields: true } },
			{
				items: signers.map((signer) => ({
					json: { envelope: ID, document: documents[0]?.ID, signer },
				})),
			},
		);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	},
);

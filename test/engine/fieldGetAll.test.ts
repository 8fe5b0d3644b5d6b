import { byId, prepareHarness } from '../support/harness';
import { pairs, UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();

const getAll = {
	resource: 'field',
	operation: 'getAll',
	envelopeId: byId('={{ $json.envelope }}'),
	documentId: byId('={{ $json.document }}'),
};

it('lists the fields of each document, one item each, paired with the item that asked', async () => {
	const { ID, documents } = harness.sandbox.control.envelope({
		documents: 2,
		participants: [{}, {}],
		fields: true,
	});
	const [first, empty] = documents;
	const { items } = await harness.engine.run(getAll, {
		items: [empty, first].map((one) => ({ json: { envelope: ID, document: one?.ID } })),
	});
	expect(items.map(({ json }) => json)).toEqual(first?.fields);
	expect(items).toHaveLength(4);
	expect(pairs(items)).toEqual([1, 1, 1, 1].map((item) => ({ item })));
});

it('names the ID of a field in one way, however the service spells it', async () => {
	const { ID, documents } = harness.sandbox.control.envelope();
	harness.sandbox.faults.next('GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields', {
		kind: 'body',
		body: JSON.stringify({ items: [{ fieldID: UNKNOWN_ID, type: 'hologram', glow: true }] }),
	});
	const { items } = await harness.engine.run(getAll, {
		items: [{ json: { envelope: ID, document: documents[0]?.ID } }],
	});
	expect(items[0]?.json).toEqual({ ID: UNKNOWN_ID, type: 'hologram', glow: true });
});

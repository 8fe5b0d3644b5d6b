import type { INodeParameters } from 'n8n-workflow';

import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const EMPTY = { __rl: true, mode: 'list', value: '' };

describe("with 'Envelope' left empty", () => {
	it.each([
		['envelope', 'get'],
		['envelope', 'downloadAuditTrail'],
		['envelope', 'downloadOriginal'],
		['envelope', 'downloadSealed'],
		['document', 'downloadSealed'],
		['document', 'get'],
		['document', 'getAll'],
		['participant', 'getAll'],
		['field', 'getAll'],
	])('%s %s reads the envelope of the item', async (resource, operation) => {
		const { ID, documents } = harness.sandbox.control.envelope({ status: 'sealed', fields: true });
		const documentId = byId(documents[0]?.ID);
		const { items, error } = await harness.engine.run(
			{ resource, operation, envelopeId: EMPTY, documentId } as INodeParameters,
			{ items: [{ json: { envelopeId: ID } }] },
		);

		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
	});

	it('participant getSigningUrls reads the envelope of the item', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		const parameters = { resource: 'participant', operation: 'getSigningUrls', envelopeId: EMPTY };
		const { items } = await harness.engine.run(parameters, { items: [{ json: { ID } }] });

		expect(items.length).toBeGreaterThan(0);
	});
});

import type { INodeParameters } from 'n8n-workflow';

import { byId, prepareGround } from '../support/ground';

const ground = prepareGround();
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
		const { ID, documents } = ground.sandbox.control.envelope({ status: 'sealed', fields: true });
		const documentId = byId(documents[0]?.ID);
		const { items, error } = await ground.engine.run(
			{ resource, operation, envelopeId: EMPTY, documentId } as INodeParameters,
			{ items: [{ json: { envelopeId: ID } }] },
		);

		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
	});

	it('participant getSigningUrls reads the envelope of the item', async () => {
		const { ID } = ground.sandbox.control.envelope({ status: 'sent' });
		const parameters = { resource: 'participant', operation: 'getSigningUrls', envelopeId: EMPTY };
		const { items } = await ground.engine.run(parameters, { items: [{ json: { ID } }] });

		expect(items.length).toBeGreaterThan(0);
	});
});

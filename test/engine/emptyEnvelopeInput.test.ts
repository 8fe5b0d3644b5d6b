import type { IDataObject, INodeParameters } from 'n8n-workflow';

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

	const sealed = () => harness.sandbox.control.envelope({ status: 'sealed', documents: 2 });
	const run = async (json: IDataObject, envelopeId?: object, operation = 'downloadEvidence') =>
		await harness.engine.run(
			{ resource: 'envelope', operation, ...(envelopeId && { envelopeId }) } as INodeParameters,
			{ items: [{ json }] },
		);

	it.each([
		['Get Many', (ID: string) => ({ ID })],
		['a trigger', (ID: string) => ({ type: 'envelope.sealed', envelopeId: ID })],
		['a download', (ID: string) => ({ envelopeID: ID, ID: 'of something else' })],
		['evidence', (ID: string) => ({ envelope: { ID } })],
	])('downloadEvidence takes the envelope that %s gives', async (_, json) => {
		const { ID } = sealed();
		for (const entered of [undefined, EMPTY, { ...EMPTY, mode: 'id' }]) {
			const { items } = await run(json(ID), entered);
			expect(items[0]?.json.envelope).toMatchObject({ ID });
		}
	});

	it.each([{ name: 'Lease' }, { ID: null }])(
		'downloadEvidence says what to do where %p has none',
		async (json) => {
			const { error } = await run(json);
			expect(error?.message).toBe("The item has no envelope ID, and 'Envelope' is empty");
			expect(error?.description).toMatch(/such as 'Get Many'/);
			expect(harness.sandbox.log.count()).toBe(0);
		},
	);

	it('refuses an expression without a result', async () => {
		const wrong = { __rl: true, mode: 'id', value: '={{ $json.none }}' };
		const { error } = await run({ ID: sealed().ID }, wrong);
		expect(error?.message).toBe('The envelope ID is empty');
	});

	it.each(['delete', 'cancel', 'send'])(
		'%s, which changes something, does not take it',
		async (operation) => {
			const { error } = await run({ ID: sealed().ID }, EMPTY, operation);
			expect(error?.message).toMatch(/Parameter "Envelope" is required|The envelope ID is empty/);
			expect(harness.sandbox.log.count()).toBe(0);
		},
	);
});

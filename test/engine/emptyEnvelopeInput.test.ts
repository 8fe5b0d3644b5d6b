import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { prepareHarness } from '../support/harness';

const harness = prepareHarness();
const EMPTY = { __rl: true, mode: 'list', value: '' };

/** Which operations take it, their forms show: see test/contract/forms. */
describe("with 'Envelope' left empty", () => {
	const sealed = () => harness.sandbox.control.envelope({ status: 'sealed', documents: 2 });
	const run = async (json: IDataObject, envelopeId?: object) =>
		await harness.engine.run(
			{
				resource: 'envelope',
				operation: 'downloadEvidence',
				...(envelopeId && { envelopeId }),
			} as INodeParameters,
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
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const PARTS = ['auditTrail', 'documents', 'original', 'sealed'];

const parameters = (ID: string, include: unknown) =>
	envelopeParameters('downloadEvidence', ID, { include });
const sealed = () => harness.sandbox.control.envelope({ status: 'sealed', documents: 2 });

it.each([
	[
		['auditTrail', 'sealed'],
		['auditTrail', 'manifest', 'sealed'],
	],
	[['documents'], ['document_1', 'document_2', 'manifest']],
	[['original'], ['manifest', 'original']],
	[PARTS, ['auditTrail', 'document_1', 'document_2', 'manifest', 'original', 'sealed']],
])('has the files that were asked for and a manifest (%s)', async (include, fields) => {
	const { items } = await harness.engine.run(parameters(sealed().ID, include));
	expect(Object.keys(items[0]?.binary ?? {}).sort()).toEqual(fields);
	const listed = (items[0]?.json.files as Array<{ field: string }>).map(({ field }) => field);
	expect(listed.sort()).toEqual(fields.filter((field) => field !== 'manifest'));
});

it('takes the sealed ZIP and the audit trail unless told otherwise', async () => {
	const { items } = await harness.engine.run(envelopeParameters('downloadEvidence', sealed().ID));
	expect(Object.keys(items[0]?.binary ?? {}).sort()).toEqual(['auditTrail', 'manifest', 'sealed']);
});

it.each([
	['nothing', []],
	['what the item lacks', '={{ $json.none }}'],
	['a part that does not exist', '={{ ["sealed", "everything"] }}'],
])('refuses to include %s, instead of an archive that lacks it', async (_, include) => {
	const { items, error } = await harness.engine.run(parameters(sealed().ID, include));
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/include/i);
	expect(harness.sandbox.log.count()).toBe(0);
});

it('never leaves out a part that an expression names alone', async () => {
	const { items, error } = await harness.engine.run(parameters(sealed().ID, '={{ "sealed" }}'));
	const told = error?.message ?? Object.keys(items[0]?.binary ?? {}).join();
	expect(told).toMatch(/'Include'|sealed/);
});

describe("with 'Envelope' left empty", () => {
	const run = async (json: IDataObject, envelopeId?: object, operation = 'downloadEvidence') =>
		await harness.engine.run(
			{ resource: 'envelope', operation, ...(envelopeId && { envelopeId }) } as INodeParameters,
			{ items: [{ json }] },
		);
	const EMPTY = { __rl: true, mode: 'list', value: '' };

	it.each([
		['Get Many', (ID: string) => ({ ID })],
		['a trigger', (ID: string) => ({ type: 'envelope.sealed', envelopeId: ID })],
		['a download', (ID: string) => ({ envelopeID: ID, ID: 'of something else' })],
		['evidence', (ID: string) => ({ envelope: { ID } })],
	])('is that of the envelope which %s gives', async (_, json) => {
		const { ID } = sealed();
		for (const entered of [undefined, EMPTY, { ...EMPTY, mode: 'id' }]) {
			const { items } = await run(json(ID), entered);
			expect(items[0]?.json.envelope).toMatchObject({ ID });
		}
	});

	it.each([{ name: 'Lease' }, { ID: null }])('says what to do where %p has none', async (json) => {
		const { error } = await run(json);
		expect(error?.message).toBe("The item has no envelope ID, and 'Envelope' is empty");
		expect(error?.description).toMatch(/such as 'Get Many'/);
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('does not take it for what an expression was to give', async () => {
		const wrong = { __rl: true, mode: 'id', value: '={{ $json.none }}' };
		const { error } = await run({ ID: sealed().ID }, wrong);
		expect(error?.message).toBe('The envelope ID is empty');
	});

	it.each(['delete', 'cancel', 'send'])('is nothing that %s takes', async (operation) => {
		const { error } = await run({ ID: sealed().ID }, EMPTY, operation);
		expect(error?.message).toMatch(/Parameter "Envelope" is required|The envelope ID is empty/);
		expect(harness.sandbox.log.count()).toBe(0);
	});
});

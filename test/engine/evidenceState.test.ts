import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const READ = 'GET /sign/envelopes/{envelopeID}';
const TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const PARTS = ['auditTrail', 'documents', 'original', 'sealed'];

const archive = async (ID: string) =>
	await harness.engine.run(envelopeParameters('downloadEvidence', ID, { include: PARTS }));

describe('an envelope that is not finished', () => {
	it.each(['drafted', 'sent', 'processing'] as const)(
		'is refused, and nothing is fetched (%s)',
		async (status) => {
			const { ID } = harness.sandbox.control.envelope({ status });
			const { items, error } = await archive(ID);
			expect(items).toEqual([]);
			expect(error?.message).toBe(`The envelope is not finished: its status is '${status}'`);
			expect(error?.description).toContain('once an envelope is sealed, rejected or canceled');
			expect(harness.sandbox.log.requests.map(({ route }) => route)).toEqual([
				'POST /oauth/token',
				READ,
			]);
		},
	);
});

it.each([
	[
		['rejected', 'sealed', 'cancelled'] as const,
		['2 envelopes have no signed files; see notIncluded'],
	],
	[['rejected'] as const, ['1 envelope has no signed files; see notIncluded']],
	[['sealed'] as const, []],
])('says of how many envelopes files are missing (%j)', async (statuses, messages) => {
	const items = statuses.map((status) => ({
		json: { ID: harness.sandbox.control.envelope({ status, documents: 1 }).ID },
	}));
	const parameters = { resource: 'envelope', operation: 'downloadEvidence', output: 'file' };
	const { run } = await harness.engine.run(parameters, { items });
	const [task] = run.data.resultData.runData['E-Signature'] ?? [];
	expect((task?.hints ?? []).map(({ message }) => message)).toEqual(messages);
});

describe.each(['rejected', 'cancelled'] as const)('an envelope that was %s', (status) => {
	it('is archived with what exists, and says what does not', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({ status, documents: 2 });
		const { items } = await archive(ID);
		expect(Object.keys(items[0]?.binary ?? {}).sort()).toEqual([
			'auditTrail',
			'manifest',
			'original',
		]);
		const reason = `a ${status} envelope does not have this file`;
		expect(items[0]?.json.notIncluded).toEqual([
			{ part: 'sealed', reason },
			...documents.map((document) => ({ part: 'documents', documentID: document.ID, reason })),
		]);
		expect(items[0]?.json.envelope).toMatchObject({ ID, status });
	});

	it('fails when something goes wrong that is not a missing file', async () => {
		const { ID } = harness.sandbox.control.envelope({ status });
		harness.sandbox.faults.always(TRAIL, { kind: 'status', status: 403 });
		const { items, error } = await archive(ID);
		expect(items).toEqual([]);
		expect(error).toMatchObject({ httpCode: '403' });
	});
});

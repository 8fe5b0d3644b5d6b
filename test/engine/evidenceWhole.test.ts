import type { Route } from '../../nodes/ESignature/api';
import type { Fault } from '../../sandbox';
import { craftedZip } from '../nodes/ESignature/transport/files/craftedZip';
import { zipOf } from '../support/files';
import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const ORIGINAL = 'GET /sign/envelopes/{envelopeID}:download-original';
const ROUTES: Route[] = [
	'GET /sign/envelopes/{envelopeID}',
	'GET /sign/envelopes/{envelopeID}/documents',
	'GET /sign/envelopes/{envelopeID}/participants',
	SEALED,
	'GET /sign/envelopes/{envelopeID}:download-audit-trail',
	ORIGINAL,
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed',
];

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const parameters = (ID: unknown) =>
	envelopeParameters('downloadEvidence', ID, {
		include: ['auditTrail', 'documents', 'original', 'sealed'],
	});
const sealed = () => harness.sandbox.control.envelope({ status: 'sealed', documents: 2 });

const zipFault = async (entries: Record<string, string>): Promise<Fault> => ({
	kind: 'body',
	body: await zipOf(entries),
	contentType: 'application/zip',
});

describe('evidence', () => {
	it.each([
		['sealed', SEALED, 3],
		['original', ORIGINAL, 2],
	] as const)(
		'is refused when the %s ZIP has fewer files than it must',
		async (field, route, least) => {
			const { ID } = sealed();
			harness.sandbox.faults.always(route, await zipFault({ '01-lease.pdf': '%PDF-1.7\n%%EOF' }));
			const { items, error } = await harness.engine.run(parameters(ID));
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				`The ${field} ZIP is incomplete: 1 of at least ${least} expected files were found`,
			);
			expect(error?.description).toContain('Nothing was kept');
		},
	);

	it('is refused when the sealed ZIP has the audit trail, but not every document', async () => {
		const { ID } = sealed();
		const PDF = '%PDF-1.7\n%%EOF';
		const partial = await zipFault({ '01-lease.pdf': PDF, 'audit-trail.pdf': PDF });
		harness.sandbox.faults.always(SEALED, partial);
		const { items, error } = await harness.engine.run(parameters(ID));
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The sealed ZIP is incomplete: 2 of at least 3 expected files were found',
		);
		expect(error?.description).toContain('Nothing was kept');
	});

	it('counts neither folders nor empty files of a ZIP as documents', async () => {
		const { ID } = sealed();
		const PDF = '%PDF-1.7\n%%EOF';
		const padded = craftedZip([
			...['documents/', 'empty.pdf', 'also-empty.pdf'].map((name) => ({ name, content: '' })),
			...['documents/01.pdf', 'audit-trail.pdf'].map((name) => ({ name, content: PDF })),
		]);
		harness.sandbox.faults.always(SEALED, { kind: 'body', body: padded });
		const { items, error } = await harness.engine.run(parameters(ID));
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The sealed ZIP is incomplete: 2 of at least 3 expected files were found',
		);
	});

	it('keeps a ZIP with odd names as it is', async () => {
		const { ID } = sealed();
		const names = ['Contract.pdf', 'Contract.pdf', 'A: annex.pdf', 'Q1\\Q2.pdf'];
		const body = craftedZip(names.map((name) => ({ name, content: '%PDF-1.7\n%%EOF' })));
		harness.sandbox.faults.always(SEALED, { kind: 'body', body });
		const { items, error } = await harness.engine.run(parameters(ID));
		expect(error).toBeUndefined();
		const stored = await harness.engine.readBinary(items[0]?.binary?.sealed as never);
		expect(stored.equals(body)).toBe(true);
	});

	it('has its files under the ID that was asked for, however the service spells it', async () => {
		const { ID } = sealed();
		const { items: known } = await harness.engine.run(envelopeParameters('get', ID));
		const body = JSON.stringify({ ...known[0]?.json, ID: ID.toUpperCase() });
		harness.sandbox.faults.always(ROUTES[0] as Route, { kind: 'body', body });
		const { items } = await harness.engine.run(parameters(ID));
		const names = Object.values(items[0]?.binary ?? {}).map(({ fileName }) => fileName ?? '');
		expect(names).toHaveLength(6);
		expect(names.filter((name) => !name.startsWith(ID))).toEqual([]);
	});

	it.each(ROUTES.flatMap((route) => [404, 500].map((status) => [route, status] as const)))(
		'of a sealed envelope is whole or an error (%s: %i)',
		async (route, status) => {
			const { ID } = sealed();
			harness.sandbox.faults.always(route, { kind: 'status', status });
			const { items, error } = await harness.engine.run(parameters(ID));
			expect(items).toEqual([]);
			expect(error).toMatchObject({ httpCode: String(status) });
		},
	);

	it.each(ROUTES)('survives that each of its parts fails once (%s)', async (route) => {
		const { ID } = sealed();
		harness.sandbox.faults.next(route, { kind: 'status', status: 503 });
		const { items } = await harness.engine.run(parameters(ID));
		expect(Object.keys(items[0]?.binary ?? {})).toHaveLength(6);
	});

	it('fails for the envelope that lacks a part, and not for the others', async () => {
		const [first, second, third] = [sealed(), sealed(), sealed()];
		harness.sandbox.faults.next(SEALED, { kind: 'delay', ms: 0 });
		harness.sandbox.faults.next(SEALED, { kind: 'status', status: 404 });
		const { items } = await harness.engine.run(
			{ ...parameters('={{ $json.id }}'), options: { maxConcurrency: 1 } },
			{
				items: [first, second, third].map((envelope) => ({ json: { id: envelope?.ID ?? '' } })),
				onError: 'continueRegularOutput',
			},
		);
		expect(items.map(({ json }) => json.error ?? (json.envelope as { ID: string }).ID)).toEqual([
			first?.ID,
			'The envelope was not found',
			third?.ID,
		]);
		expect(items[1]?.binary).toBeUndefined();
	});
});

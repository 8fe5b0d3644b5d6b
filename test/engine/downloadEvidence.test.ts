import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { filesOf, folderOf, sha256sum, zipOf } from '../support/files';
import { envelopeParameters, prepareHarness } from '../support/harness';
import { sha256 } from '../support/samples';
import type { Route } from '../../nodes/ESignature/api';
import { newSignal, until } from '../support/until';
import type { Fault } from '../../sandbox';

const harness = prepareHarness();
const PARTS = ['auditTrail', 'documents', 'original', 'sealed'];
/** The end of each file name, behind the ID and the name of the envelope. */
const NAMES = [
	'-audit-trail.pdf',
	'-document-1.pdf',
	'-document-2.pdf',
	'-manifest-sha256.txt',
	'-original.zip',
	'-sealed.zip',
];
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const DOCUMENTS = 'GET /sign/envelopes/{envelopeID}/documents';
const PARTICIPANTS = 'GET /sign/envelopes/{envelopeID}/participants';
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const ORIGINAL = 'GET /sign/envelopes/{envelopeID}:download-original';
const TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';

const parameters = (ID: unknown, include: unknown = PARTS) =>
	envelopeParameters('downloadEvidence', ID, { include });

const sealed = () =>
	harness.sandbox.control.envelope({
		name: 'Lease',
		status: 'sealed',
		documents: [{ name: 'lease.pdf', pages: 2 }, { name: 'annex.pdf' }],
	});

const archived = async (ID: string, include?: unknown) => {
	const { items, error } = await harness.engine.run(parameters(ID, include));
	if (error) throw error;
	return items[0] as INodeExecutionData;
};

describe('one item per file', () => {
	const perFile = async (ID: string, include = PARTS) => {
		const parameters = envelopeParameters('downloadEvidence', ID, { include, output: 'file' });
		const { items, error } = await harness.engine.run(parameters);
		if (error) throw error;
		return items;
	};

	it('has every file in the field data, with its name, checksum and envelope beside it', async () => {
		const { ID, documents } = sealed();
		const items = await perFile(ID);
		expect(items.map(({ json }) => json.name).sort()).toEqual(
			NAMES.map((name) => `${ID}-Lease${name}`),
		);
		for (const item of items) {
			expect(Object.keys(item.binary ?? {})).toEqual(['data']);
			const [file] = await filesOf(harness.engine, item);
			expect(item.json).toMatchObject({
				name: file?.name,
				mediaType: file?.type,
				bytes: file?.content.length,
				sha256: sha256(file?.content as Buffer),
				envelope: { ID, status: 'sealed' },
			});
			expect(item.pairedItem).toEqual({ item: 0 });
		}
		const [first] = items.filter(({ json }) => String(json.name).includes('document-1'));
		expect(first?.json.documentID).toBe(documents[0]?.ID);
	});

	it('is one item without a file for an envelope that has none, so that none gets lost', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'cancelled' });
		const items = await perFile(ID, ['sealed']);
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			envelope: { ID, status: 'cancelled' },
			notIncluded: [{ part: 'sealed' }],
		});
	});
});

describe('the manifest', () => {
	it('is accepted by sha256sum', async () => {
		const { ID } = sealed();
		const name = `${ID}-Lease-manifest-sha256.txt`;
		const files = await filesOf(harness.engine, await archived(ID));
		const manifest = files.find(({ field }) => field === 'manifest');
		expect(manifest).toMatchObject({ name, type: 'text/plain' });
		const folder = folderOf(files);
		const others = files.filter((file) => file !== manifest);
		const said = await sha256sum(folder.path, name).finally(folder.remove);
		expect(said.sort()).toEqual(others.map((file) => `${file.name}: OK`).sort());
	});

	it('is the same for two archives of the same envelope', async () => {
		const { ID } = sealed();
		const manifests = await Promise.all(
			[PARTS, [...PARTS].reverse()].map(async (include) => {
				const files = await filesOf(harness.engine, await archived(ID, include));
				return files.find(({ field }) => field === 'manifest')?.content.toString();
			}),
		);
		expect(manifests[0]).toBe(manifests[1]);
		expect(manifests[0]).toMatch(/^([0-9a-f]{64} {2}[\w.-]+\n){5}$/);
	});
});

describe('the files to include', () => {
	it.each([
		['the sealed ZIP and the audit trail', undefined, ['auditTrail', 'manifest', 'sealed']],
		['each document', ['documents'], ['document_1', 'document_2', 'manifest']],
		['the original ZIP, named by an expression', '={{ "original" }}', ['manifest', 'original']],
	])('are %s (%j), and a manifest', async (_, include, fields) => {
		const more = include === undefined ? {} : { include };
		const parameters = envelopeParameters('downloadEvidence', sealed().ID, more);
		const { items } = await harness.engine.run(parameters);
		expect(Object.keys(items[0]?.binary ?? {}).sort()).toEqual(fields);
	});

	it.each([
		['nothing', []],
		['what the item lacks', '={{ $json.none }}'],
	])('refuses to include %s, instead of an archive that lacks it', async (_, include) => {
		const { items, error } = await harness.engine.run(parameters(sealed().ID, include));
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/include/i);
		expect(harness.sandbox.log.count()).toBe(0);
	});
});

describe('the names of the files', () => {
	async function downloaded(ID: string, options: Record<string, boolean>) {
		const parameters = { include: PARTS, output: 'file', options };
		const { items, error } = await harness.engine.run(
			envelopeParameters('downloadEvidence', ID, parameters),
		);
		if (error) throw error;
		const files = await Promise.all(items.map(async (item) => await filesOf(harness.engine, item)));
		return { items, files: files.flat() };
	}

	it('have checksums if asked for, in the manifest too, and leave out the name of the envelope', async () => {
		const { ID } = sealed();
		const options = { checksumsInNames: true, nameInFileNames: false };
		const { items, files } = await downloaded(ID, options);
		const names = files.map(({ name }) => name);
		expect(names.map((name) => name.slice(ID.length + 18)).sort()).toEqual(
			NAMES.map((name) => name.slice(1)),
		);
		for (const { name, content } of files) {
			expect(name.startsWith(`${ID}-${sha256(content).slice(0, 16)}-`)).toBe(true);
		}
		expect(items.map(({ json }) => json.name)).toEqual(names);
		const folder = folderOf(files);
		const [manifest = ''] = names.filter((name) => name.endsWith('.txt'));
		const said = await sha256sum(folder.path, manifest).finally(folder.remove);
		expect(said).toHaveLength(PARTS.length + 1);
	});

	it.each([
		['Contract with Ada / Müller & Søn', '-Contract-with-Ada-Müller-Søn'],
		['契約書 2026', '-契約書-2026'],
		['../..\n', ''],
		['x'.repeat(119) + ' and more', `-${'x'.repeat(119)}`],
		['x'.repeat(118) + 'e\u0301' + 'y', `-${'x'.repeat(118)}\u00e9`],
		['x'.repeat(118) + 'x\u0301' + 'y', `-${'x'.repeat(118)}`],
		['\u{20000}'.repeat(50), `-${'\u{20000}'.repeat(30)}`],
	])('have the name %j of an envelope behind its ID, in at most 200 bytes', async (name, part) => {
		const { ID } = harness.sandbox.control.envelope({ name, status: 'sealed' });
		const { files } = await downloaded(ID, { checksumsInNames: true });
		const folder = folderOf(files);
		const names = files.map((file) => file.name);

		const manifest = names.find((one) => one.endsWith('-manifest-sha256.txt')) as string;
		expect(await sha256sum(folder.path, manifest).finally(folder.remove)).toHaveLength(4);
		for (const one of names) {
			expect(one.slice(0, ID.length + part.length)).toBe(`${ID}${part}`);
			expect(one.slice(ID.length + part.length)).toMatch(/^-[0-9a-f]{16}-[a-z]/);
			expect(Buffer.byteLength(one)).toBeLessThanOrEqual(200);
		}
	});
});

describe('the status of the envelope', () => {
	const archive = async (ID: string) => await harness.engine.run(parameters(ID));

	it.each(['drafted', 'sent', 'processing'] as const)(
		'has to be final, or nothing is fetched (%s)',
		async (status) => {
			const { ID } = harness.sandbox.control.envelope({ status });
			const { items, error } = await archive(ID);
			expect(items).toEqual([]);
			expect(error?.message).toBe(`The envelope is not finished: its status is '${status}'`);
			const routes = harness.sandbox.log.requests.map(({ route }) => route);
			expect(routes).toEqual(['POST /oauth/token', ENVELOPE]);
		},
	);

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

	describe('an envelope that was rejected', () => {
		it('is archived with what exists, and says what does not', async () => {
			const status = 'rejected';
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

		it('says if it has no documents', async () => {
			const { ID } = harness.sandbox.control.envelope({ status: 'rejected', documents: 0 });
			const { json } = await archived(ID, ['documents']);
			expect(json.notIncluded).toEqual([
				{ part: 'documents', reason: 'the service lists no documents' },
			]);
		});

		it('fails when something goes wrong that is not a missing file', async () => {
			const { ID } = harness.sandbox.control.envelope({ status: 'rejected' });
			harness.sandbox.faults.always(TRAIL, { kind: 'status', status: 403 });
			const { items, error } = await archive(ID);
			expect(items).toEqual([]);
			expect(error).toMatchObject({ httpCode: '403' });
		});
	});
});

describe('its requests', () => {
	const REST: Route[] = [DOCUMENTS, PARTICIPANTS, SEALED, TRAIL];

	const include = ['auditTrail', 'sealed'];

	/** The answers to this wait until they are let go. */
	function hold(route: Route): () => void {
		const { given, give } = newSignal();
		harness.sandbox.faults.always(route, { kind: 'hold', until: given });
		return give;
	}

	const routes = () => harness.sandbox.log.requests.map(({ route }) => route as Route);

	it('reads the envelope, and then asks for everything else at the same time', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
		const releases = REST.map(hold);
		const { result } = harness.engine.start(parameters(ID, include));
		const areUnderWay = () => REST.every((route) => harness.sandbox.log.count(route) === 1);
		await until(areUnderWay, result);
		expect(routes().slice(0, 2)).toEqual(['POST /oauth/token', ENVELOPE]);
		releases.forEach((release) => release());
		const { items, error } = await result;

		expect(error).toBeUndefined();
		expect(Object.keys(items[0]?.binary ?? {}).sort()).toEqual([
			'auditTrail',
			'manifest',
			'sealed',
		]);
		expect(routes()).toHaveLength(2 + REST.length);
	});

	it('fails only when nothing is under way anymore, with the first error in order', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
		const release = hold(SEALED);
		harness.sandbox.faults.always(TRAIL, { kind: 'status', status: 404 });
		harness.sandbox.faults.always(PARTICIPANTS, { kind: 'status', status: 403 });
		const { result } = harness.engine.start(parameters(ID, include));
		let hasEnded = false;
		void result.then(() => (hasEnded = true));
		const refused = () => harness.sandbox.log.requests.filter(({ status }) => status >= 400);
		await until(() => refused().length === 2, result);
		expect(hasEnded).toBe(false);
		release();
		const { error, items } = await result;

		expect(items).toEqual([]);
		expect((error as { httpCode?: string }).httpCode).toBe('403');
	});

	it('does not wait for itself where one request may go at a time', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
		const { items, error } = await harness.engine.run({
			...parameters(ID, include),
			options: { maxConcurrency: 1 },
		});

		expect(error).toBeUndefined();
		expect(items[0]?.json.files).toHaveLength(2);
	});
});

describe('evidence', () => {
	const ROUTES: Route[] = [
		ENVELOPE,
		DOCUMENTS,
		PARTICIPANTS,
		SEALED,
		TRAIL,
		ORIGINAL,
		'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed',
	];

	beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
	afterEach(() => jest.restoreAllMocks());

	const zipFault = async (entries: Record<string, string>): Promise<Fault> => ({
		kind: 'body',
		body: await zipOf(entries),
		contentType: 'application/zip',
	});

	it.each([
		['sealed', SEALED, 3],
		['original', ORIGINAL, 2],
	] as const)(
		'is kept with a warning when the %s ZIP has fewer files than expected',
		async (field, route, least) => {
			const { ID } = sealed();
			harness.sandbox.faults.always(route, await zipFault({ '01-lease.pdf': '%PDF-1.7\n%%EOF' }));
			const { items, run } = await harness.engine.run(parameters(ID));
			const files = items[0]?.json.files as IDataObject[];
			expect(files.filter(({ warning }) => warning)).toEqual([
				expect.objectContaining({
					field,
					warning: `The ZIP has only 1 of at least ${least} expected files`,
				}),
			]);
			expect(items[0]?.binary?.[field]).toBeDefined();
			const [task] = run.data.resultData.runData['E-Signature'] ?? [];
			expect(task?.hints).toMatchObject([
				{ message: '1 envelope has a ZIP with too few files; see warning' },
			]);
		},
	);

	it('has its files under the ID that was asked for, however the service spells it', async () => {
		const { ID } = sealed();
		const { items: known } = await harness.engine.run(envelopeParameters('get', ID));
		const body = JSON.stringify({ ...known[0]?.json, ID: ID.toUpperCase() });
		harness.sandbox.faults.always(ENVELOPE, { kind: 'body', body });
		const { items } = await harness.engine.run(parameters(ID));
		const names = Object.values(items[0]?.binary ?? {}).map(({ fileName }) => fileName ?? '');
		expect(names).toHaveLength(6);
		expect(names.filter((name) => !name.startsWith(ID))).toEqual([]);
	});

	it('of a sealed envelope is an error if its documents are asked for, but none is listed', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sealed', documents: 0 });
		const { items, error } = await harness.engine.run(parameters(ID, ['documents']));
		expect(items).toEqual([]);
		expect(error?.message).toBe('The envelope is sealed, but the service lists no documents in it');
	});

	it.each(ROUTES)('of a sealed envelope is whole or an error (%s)', async (route) => {
		const { ID } = sealed();
		harness.sandbox.faults.always(route, { kind: 'status', status: 404 });
		const { items, error } = await harness.engine.run(parameters(ID));
		expect(items).toEqual([]);
		expect(error).toMatchObject({ httpCode: '404' });
	});
});

import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';

import { filesOf, folderOf, sha256sum, zipOf } from '../support/files';
import { envelopeParameters, prepareHarness } from '../support/harness';
import type { Route } from '../../nodes/ESignature/api';
import { until } from '../support/until';
import type { Fault } from '../../sandbox';

const harness = prepareHarness();
const PARTS = ['auditTrail', 'documents', 'original', 'sealed'];
const CODE = 'canary-4711';
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
		status: 'sealed',
		documents: [{ name: 'lease.pdf', pages: 2 }, { name: 'annex.pdf' }],
		participants: [
			{ email: 'ada@example.com', authentication: { type: 'AccessCode', accessCode: CODE } },
			{
				email: 'grace@example.com',
				authentication: { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' },
			},
			{ email: 'archive@example.com', role: 'cc' },
		],
		fields: true,
	});

const archived = async (ID: string, include?: unknown) => {
	const { items, error } = await harness.engine.run(parameters(ID, include));
	if (error) throw error;
	return items[0] as INodeExecutionData;
};

it('describes every file: name, size, checksum, type, time, and what was verified', async () => {
	const { ID, documents } = sealed();
	const item = await archived(ID);
	const files = await filesOf(harness.engine, item);
	const kind = (type: string) => files.filter((file) => file.type === type).map(({ name }) => name);
	expect(kind('application/zip').sort()).toEqual([`${ID}-original.zip`, `${ID}-sealed.zip`]);
	expect(kind('application/pdf').sort()).toEqual([
		`${ID}-audit-trail.pdf`,
		`${ID}-document-1.pdf`,
		`${ID}-document-2.pdf`,
	]);
	const records = new Map(
		(item.json.files as Array<{ field: string }>).map((record) => [record.field, record]),
	);
	for (const { field, name, type, content } of files.filter(({ field }) => field !== 'manifest')) {
		const nth = /^document_(\d)$/.exec(field)?.[1];
		expect(records.get(field)).toEqual({
			field,
			name,
			mediaType: type,
			bytes: content.length,
			sha256: createHash('sha256').update(content).digest('hex'),
			retrievedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			lengthVerified: true,
			structureVerified: true,
			...(nth && { documentID: documents[Number(nth) - 1]?.ID }),
			...(type === 'application/zip' && { entries: field === 'sealed' ? 3 : 2 }),
		});
	}
});

it('has the envelope, its documents and its participants as the service knows them', async () => {
	const { ID, documents, participants } = sealed();
	const { json } = await archived(ID);
	const { items } = await harness.engine.run(envelopeParameters('get', ID));
	expect(json.envelope).toEqual(items[0]?.json);
	expect(json.documents).toMatchObject(
		documents.map((document) => ({ ID: document.ID, name: document.name, status: 'sealed' })),
	);
	expect(json.participants).toEqual([
		{
			ID: participants[0]?.ID,
			email: 'ada@example.com',
			role: 'signer',
			authentication: { type: 'AccessCode' },
		},
		expect.objectContaining({ email: 'grace@example.com' }),
		{ ID: participants[2]?.ID, email: 'archive@example.com', role: 'cc' },
	]);
	expect(json).not.toHaveProperty('notIncluded');
});

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
		expect(items.map(({ json }) => json.name).sort()).toEqual([
			`${ID}-audit-trail.pdf`,
			`${ID}-document-1.pdf`,
			`${ID}-document-2.pdf`,
			`${ID}-manifest-sha256.txt`,
			`${ID}-original.zip`,
			`${ID}-sealed.zip`,
		]);
		for (const item of items) {
			expect(Object.keys(item.binary ?? {})).toEqual(['data']);
			const [file] = await filesOf(harness.engine, item);
			expect(item.json).toMatchObject({
				name: file?.name,
				mediaType: file?.type,
				bytes: file?.content.length,
				sha256: createHash('sha256')
					.update(file?.content ?? '')
					.digest('hex'),
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
	it('is accepted by sha256sum, and tells when a file was changed', async () => {
		const { ID } = sealed();
		const name = `${ID}-manifest-sha256.txt`;
		const files = await filesOf(harness.engine, await archived(ID));
		const manifest = files.find(({ field }) => field === 'manifest');
		expect(manifest).toMatchObject({ name, type: 'text/plain' });
		const folder = folderOf(files);
		const others = files.filter((file) => file !== manifest);
		const changed = folderOf([
			...files.slice(1),
			...files.slice(0, 1).map((file) => {
				const copy = Buffer.from(file.content);
				copy[10] = (copy[10] ?? 0) ^ 1;
				return { name: file.name, content: copy };
			}),
		]);
		try {
			const said = await sha256sum(folder.path, name);
			expect(said.sort()).toEqual(others.map((file) => `${file.name}: OK`).sort());
			await expect(sha256sum(changed.path, name)).rejects.toThrow('FAILED');
		} finally {
			folder.remove();
			changed.remove();
		}
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
		expect(Object.keys(items[0]?.binary ?? {}).sort()).toEqual([
			'auditTrail',
			'manifest',
			'sealed',
		]);
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
		expect(error).toBeUndefined();
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['sealed', 'manifest']);
	});
});

describe('the names of the files', () => {
	async function downloaded(
		ID: string,
		output: string,
		options: Record<string, boolean> = { checksumsInNames: true },
	) {
		const parameters = { include: PARTS, output, options };
		const { items, error } = await harness.engine.run(
			envelopeParameters('downloadEvidence', ID, parameters),
		);
		if (error) throw error;
		const files = await Promise.all(items.map(async (item) => await filesOf(harness.engine, item)));
		return { items, files: files.flat() };
	}

	it.each(['envelope', 'file'])(
		'begin with checksums if asked for, in the manifest too (one item per %s)',
		async (output) => {
			const { ID } = sealed();
			const { items, files } = await downloaded(ID, output);
			const names = files.map(({ name }) => name);
			for (const { name, content } of files) {
				const sum = createHash('sha256').update(content).digest('hex').slice(0, 16);
				expect(name.startsWith(`${ID}-${sum}-`)).toBe(true);
			}
			expect(names.map((name) => name.slice(ID.length + 18)).sort()).toEqual([
				'audit-trail.pdf',
				'document-1.pdf',
				'document-2.pdf',
				'manifest-sha256.txt',
				'original.zip',
				'sealed.zip',
			]);
			const shown = items.flatMap(({ json }) =>
				((json.files ?? [json]) as Array<{ name: string }>).map(({ name }) => name),
			);
			expect(names).toEqual(expect.arrayContaining(shown));
			const folder = folderOf(files);
			const [manifest = ''] = names.filter((name) => name.endsWith('.txt'));
			const said = await sha256sum(folder.path, manifest).finally(folder.remove);
			expect(said).toHaveLength(PARTS.length + 1);
		},
	);

	it.each([
		['Contract with Ada / Müller & Søn', '-Contract-with-Ada-Müller-Søn'],
		['契約書 2026', '-契約書-2026'],
		['../..\n', ''],
		['x'.repeat(250), `-${'x'.repeat(50)}`],
	])('puts the name %j of an envelope behind its ID', async (name, part) => {
		const { ID } = harness.sandbox.control.envelope({ name, status: 'sealed' });
		const both = { checksumsInNames: true, nameInFileNames: true };
		const { files } = await downloaded(ID, 'file', both);
		const folder = folderOf(files);
		const names = files.map((file) => file.name);

		const manifest = names.find((one) => one.endsWith('-manifest-sha256.txt')) as string;
		expect(await sha256sum(folder.path, manifest).finally(folder.remove)).toHaveLength(4);
		for (const one of names) {
			expect(one.slice(0, ID.length + part.length)).toBe(`${ID}${part}`);
			expect(one.slice(ID.length + part.length)).toMatch(/^-[0-9a-f]{16}-[a-z]/);
		}
	});
});

describe('the status of the envelope', () => {
	const archive = async (ID: string) => await harness.engine.run(parameters(ID));

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
					ENVELOPE,
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
});

describe('its requests', () => {
	const REST: Route[] = [DOCUMENTS, PARTICIPANTS, SEALED, TRAIL];

	const include = ['auditTrail', 'sealed'];

	/** The answers to this wait until they are let go. */
	function hold(route: Route): () => void {
		let release = () => {};
		const until = new Promise<void>((resolve) => (release = resolve));
		harness.sandbox.faults.always(route, { kind: 'hold', until });
		return release;
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

	it('fails only when nothing is under way any more, with the first error in order', async () => {
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

	it('does not wait for itself where one request may go at a time and a file is larger than there is room', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
		harness.sandbox.control.fileSize(ID, 40 * 1024 ** 2);
		const { items, error } = await harness.engine.run({
			...parameters(ID, include),
			options: { maxConcurrency: 1 },
		});

		expect(error).toBeUndefined();
		expect(items[0]?.json.files).toContainEqual(expect.objectContaining({ bytes: 40 * 1024 ** 2 }));
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

	it('keeps a ZIP with odd names as it is', async () => {
		const { ID } = sealed();
		const content = '%PDF-1.7\n%%EOF';
		const zip = await zipOf({ 'A.pdf': content, 'B.pdf': content, 'Q1-Q2.pdf': content });
		// The library refuses such names.
		const odd = zip.toString('latin1').replaceAll('B.pdf', 'A.pdf').replaceAll('Q1-', 'Q:\\');
		const body = Buffer.from(odd, 'latin1');
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
		harness.sandbox.faults.always(ENVELOPE, { kind: 'body', body });
		const { items } = await harness.engine.run(parameters(ID));
		const names = Object.values(items[0]?.binary ?? {}).map(({ fileName }) => fileName ?? '');
		expect(names).toHaveLength(6);
		expect(names.filter((name) => !name.startsWith(ID))).toEqual([]);
	});

	it.each(ROUTES)('of a sealed envelope is whole or an error (%s)', async (route) => {
		const { ID } = sealed();
		harness.sandbox.faults.always(route, { kind: 'status', status: 404 });
		const { items, error } = await harness.engine.run(parameters(ID));
		expect(items).toEqual([]);
		expect(error).toMatchObject({ httpCode: '404' });
	});

	it.each([SEALED, TRAIL] as const)('is an error if a file arrives cut (%s)', async (route) => {
		const { ID } = sealed();
		harness.sandbox.faults.always(route, { kind: 'truncate', bytes: 500, framing: 'chunked' });
		const { items, error } = await harness.engine.run(parameters(ID));
		expect(items).toEqual([]);
		expect(error).toBeDefined();
	});
});

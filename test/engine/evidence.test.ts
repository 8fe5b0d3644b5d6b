import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';

import { assertNoCanary } from '../support/canaries';
import { createEngine } from '../support/engine';
import { filesOf, folderOf, sha256sum, unzip } from '../support/files';
import { credentialFor, envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const PARTS = ['auditTrail', 'documents', 'original', 'sealed'];
const CODE = 'canary-4711';

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

it('shows no access code anywhere', async () => {
	const outcome = await harness.engine.run(parameters(sealed().ID));
	expect(outcome.items).toHaveLength(1);
	assertNoCanary(outcome, [CODE]);
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

	it('has the files that one item per envelope has, and the same manifest', async () => {
		const { ID } = sealed();
		const together = await filesOf(harness.engine, await archived(ID));
		const apart = (
			await Promise.all(
				(await perFile(ID)).map(async (item) => await filesOf(harness.engine, item)),
			)
		).flat();
		const named = (files: typeof together) =>
			new Map(files.map(({ name, content }) => [name, content.toString('base64')]));
		expect(named(apart)).toEqual(named(together));
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

it('holds the signed documents and the audit trail in a ZIP that others can open', async () => {
	const files = await filesOf(harness.engine, await archived(sealed().ID));
	const content = (field: string) => files.find((file) => file.field === field)?.content;
	const entries = await unzip(content('sealed') as Buffer);
	expect([...entries.values()]).toEqual([
		content('document_1'),
		content('document_2'),
		content('auditTrail'),
	]);
});

it('works where n8n keeps files inside the items, too', async () => {
	const { ID } = sealed();
	const engine = await createEngine({
		credential: credentialFor(harness.sandbox),
		binaryMode: 'default',
	});
	try {
		const { items } = await engine.run(parameters(ID));
		expect(Object.values(items[0]?.binary ?? {}).some(({ id }) => id !== undefined)).toBe(false);
		const folder = folderOf(await filesOf(engine, items[0] as INodeExecutionData));
		const said = await sha256sum(folder.path, `${ID}-manifest-sha256.txt`).finally(folder.remove);
		expect(said).toHaveLength(5);
	} finally {
		await engine.close();
	}
});

it('archives several envelopes in one run, each with its own files', async () => {
	const envelopes = Array.from({ length: 5 }, sealed);
	const { items } = await harness.engine.run(parameters('={{ $json.id }}', ['auditTrail']), {
		items: envelopes.map(({ ID }) => ({ json: { id: ID } })),
	});
	expect(
		items.map(({ json, binary, pairedItem }) => [
			(json.envelope as { ID: string }).ID,
			binary?.auditTrail?.fileName,
			pairedItem,
		]),
	).toEqual(envelopes.map(({ ID }, item) => [ID, `${ID}-audit-trail.pdf`, { item }]));
});

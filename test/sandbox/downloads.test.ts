import { PDFDocument } from 'pdf-lib';
import yauzl from 'yauzl';

import type { Sandbox } from '../../sandbox';
import { type Client, openSandbox } from './client';
import { bufferBytes, crc32 } from './process';

let sandbox: Sandbox;
let client: Client;
openSandbox({ sealingMs: 1 }, (opened) => ({ sandbox, client } = opened));

/** Opens a ZIP with an independent reader, which checks the sizes; the checksums are ours to check. */
async function entriesOf(zip: Buffer): Promise<Record<string, Buffer>> {
	const file = await yauzl.fromBufferPromise(zip);
	const entries: Record<string, Buffer> = {};
	for await (const entry of file.eachEntry()) {
		const chunks: Buffer[] = [];
		for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
		const bytes = Buffer.concat(chunks);
		expect(crc32(bytes)).toBe(entry.crc32);
		entries[entry.fileName] = bytes;
	}
	return entries;
}

const sealedEnvelope = () =>
	sandbox.control.envelope({
		name: 'Contract (final) \\ \u5951\u7d04',
		status: 'sealed',
		documents: [{ name: '../../\u5951\u7d04.pdf', pages: 2 }, { name: 'annex' }],
		participants: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }],
		fields: true,
	});

it('gives a sealed document as a PDF with a page that says who signed when', async () => {
	const { ID, documents, participants } = sealedEnvelope();
	const path = `/sign/envelopes/${ID}/documents/${documents[0]!.ID}:download-sealed`;
	const response = await client.raw(`GET ${path}`);
	const bytes = Buffer.from(await response.arrayBuffer());
	expect(response.headers.get('content-type')).toBe('application/pdf');
	expect(response.headers.get('content-length')).toBe(String(bytes.length));
	expect(response.headers.get('content-disposition')).toMatch(
		/^attachment; filename="[\w.-]+-sealed\.pdf"; filename\*=UTF-8''[\w.%-]+$/,
	);
	expect((await PDFDocument.load(bytes)).getPageCount()).toBe(3);
	const text = bytes.toString('latin1');
	for (const { email, signedAt } of participants) {
		expect(text).toMatch(`Signed by ${email} at ${signedAt}`);
	}
	expect(text).toMatch('signature: ada');
});

it('gives all sealed documents and the audit trail as one ZIP', async () => {
	const { ID } = sealedEnvelope();
	const response = await client.raw(`GET /sign/envelopes/${ID}:download-sealed`);
	const zip = Buffer.from(await response.arrayBuffer());
	expect(response.headers.get('content-type')).toBe('application/zip');
	expect(response.headers.get('content-length')).toBe(String(zip.length));
	const entries = await entriesOf(zip);
	expect(Object.keys(entries)).toEqual(['01-.._..___.pdf', '02-annex.pdf', 'audit-trail.pdf']);
	for (const bytes of Object.values(entries)) {
		expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(0);
	}
});

it('gives the audit trail with every event, from the sending on', async () => {
	const { ID } = sandbox.control.envelope({ status: 'sent' });
	const path = `GET /sign/envelopes/${ID}:download-audit-trail`;
	const sent = await client.bytes(path);
	sandbox.control.signAll(ID);
	await sandbox.control.idle();
	const sealed = await client.bytes(path);
	expect(sent.equals(sealed)).toBe(false);
	await PDFDocument.load(sealed);
	for (const { when, who, what } of sandbox.control.auditTrail(ID)) {
		expect(sealed.toString('latin1')).toMatch(`${when}  ${who}: ${what}`);
	}
});

it('has no audit trail for a draft', async () => {
	const { ID } = sandbox.control.envelope();
	const answer = await client.call(`GET /sign/envelopes/${ID}:download-audit-trail`);
	expect(answer.status).toBe(404);
	expect(answer.body.detail).toMatch('draft');
});

it('gives the unsigned documents as they were, in every state', async () => {
	for (const status of ['drafted', 'sealed'] as const) {
		const { ID, documents } = sandbox.control.envelope({ status, documents: 2 });
		const zip = await client.bytes(`GET /sign/envelopes/${ID}:download-original`);
		expect(Object.values(await entriesOf(zip))).toEqual(documents.map(({ pdf }) => pdf));
	}
	const { ID } = sandbox.control.envelope({ documents: 0 });
	expect((await client.call(`GET /sign/envelopes/${ID}:download-original`)).status).toBe(409);
});

it.each(['drafted', 'sent', 'processing', 'rejected', 'cancelled'] as const)(
	'refuses both sealed downloads while %s',
	async (status) => {
		const { ID, documents } = sandbox.control.envelope({ status });
		for (const path of ['', `/documents/${documents[0]!.ID}`]) {
			const answer = await client.call(`GET /sign/envelopes/${ID}${path}:download-sealed`);
			expect(answer.status).toBe(409);
			expect(answer.body.detail).toMatch(`state ${status}`);
		}
	},
);

it('gives the same bytes twice', async () => {
	const { ID, documents } = sealedEnvelope();
	for (const path of [
		`${ID}:download-sealed`,
		`${ID}:download-audit-trail`,
		`${ID}:download-original`,
		`${ID}/documents/${documents[1]!.ID}:download-sealed`,
	]) {
		const first = await client.bytes(`GET /sign/envelopes/${path}`);
		expect(first.equals(await client.bytes(`GET /sign/envelopes/${path}`))).toBe(true);
	}
});

describe('files of a chosen size', () => {
	it.each([50_000, 50_001, 131_073])('are exact and valid at %i bytes', async (size) => {
		const { ID, documents } = sealedEnvelope();
		const document = documents[1]!.ID;
		sandbox.control.fileSize(ID, size);
		sandbox.control.fileSize(ID, size, 'auditTrail');
		sandbox.control.fileSize(ID, size, document);
		for (const path of ['download-audit-trail', `documents/${document}:download-sealed`]) {
			const separator = path.startsWith('documents') ? '/' : ':';
			const pdf = await client.bytes(`GET /sign/envelopes/${ID}${separator}${path}`);
			expect(pdf).toHaveLength(size);
			expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
			expect(pdf.subarray(-6).toString()).toBe('%%EOF\n');
			expect((await PDFDocument.load(pdf)).getPageCount()).toBeGreaterThan(0);
		}
	});

	it('make a ZIP of exactly that size, with valid entries', async () => {
		const { ID } = sealedEnvelope();
		sandbox.control.fileSize(ID, 3_000_001);
		const zip = await client.bytes(`GET /sign/envelopes/${ID}:download-sealed`);
		expect(zip).toHaveLength(3_000_001);
		for (const pdf of Object.values(await entriesOf(zip))) await PDFDocument.load(pdf);
	});

	it('stream without ever being in memory', async () => {
		const { ID } = sealedEnvelope();
		const size = 160_000_000;
		sandbox.control.fileSize(ID, size);
		const response = await client.raw(`GET /sign/envelopes/${ID}:download-sealed`);
		expect(response.headers.get('content-length')).toBe(String(size));
		const before = bufferBytes();
		let received = 0;
		let most = 0;
		for await (const chunk of response.body!) {
			received += (chunk as Uint8Array).length;
			most = Math.max(most, bufferBytes() - before);
		}
		expect(received).toBe(size);
		// Chunks that wait for the garbage collector count, too; the whole file would be 160 MB.
		expect(most).toBeLessThan(80_000_000);
	});
});

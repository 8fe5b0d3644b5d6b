import type { Document, Items, Participant } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import { padPdf } from '../../sandbox/files/sized';
import { type Client, pdf, openSandbox } from './client';

let sandbox: Sandbox;
let client: Client;
openSandbox({ processingMs: 1 }, (opened) => ({ sandbox, client } = opened));

const people = (count: number) =>
	Array.from({ length: count }, (_, i) => ({ email: `p${i}@example.com`, role: 'signer' }));

const pdfOf = (bytes: number) => Buffer.concat([...(padPdf(pdf(), bytes).bytes as Uint8Array[])]);

async function processed(envelopeID: string, documentID: string): Promise<Document> {
	await sandbox.control.idle();
	const path = `GET /sign/envelopes/${envelopeID}/documents/${documentID}`;
	return (await client.call<Document>(path)).body;
}

it('takes 200 participants in one request, and not one more', async () => {
	const { ID } = sandbox.control.envelope({ participants: [] });
	const path = `POST /sign/envelopes/${ID}/participants`;
	const over = await client.call(path, { items: people(201) });
	expect(over.status).toBe(400);
	expect(over.body.validation_errors?.items).toMatch('200');
	const full = await client.call<Items<Participant>>(path, { items: people(200) });
	expect(full.status).toBe(200);
	expect(full.body.items).toHaveLength(200);
	expect((await client.call(path, people(1)[0])).status).toBe(400);
	expect(sandbox.control.get(ID).participants).toHaveLength(200);
});

it('refuses a bulk request without entries', async () => {
	const { ID } = sandbox.control.envelope();
	const answer = await client.call(`POST /sign/envelopes/${ID}/participants`, { items: [] });
	expect(answer.status).toBe(400);
	expect(answer.body.validation_errors?.items).toMatch('at least one');
});

it('takes a document of exactly 20 MB, and answers 413 to one byte more', async () => {
	const { ID } = sandbox.control.envelope({ documents: 0 });
	const full = await client.upload<Document>(ID, { bytes: pdfOf(20_000_000) });
	expect(full.status).toBe(201);
	expect(await processed(ID, full.body.ID)).toMatchObject({
		status: 'uploaded',
		sizeBytes: 20_000_000,
		numPages: 1,
	});
	const over = await client.upload(ID, { bytes: pdfOf(20_000_001) });
	expect(over).toMatchObject({ status: 413, body: { title: 'Content Too Large' } });
	const far = await client.upload(ID, { bytes: Buffer.alloc(21_000_000) });
	expect(far.status).toBe(413);
});

it('counts the bytes of all documents of an envelope', async () => {
	const envelope = sandbox.control.envelope();
	const bytes = pdf();
	envelope.documents[0]!.sizeBytes = 300_000_000 - bytes.length;
	expect((await client.upload(envelope.ID, { bytes })).status).toBe(201);
	expect((await client.upload(envelope.ID, { bytes })).status).toBe(413);
});

it('takes 15 documents, and answers 422 to the next', async () => {
	const { ID } = sandbox.control.envelope({ documents: 14 });
	expect((await client.upload(ID)).status).toBe(201);
	const over = await client.upload(ID);
	expect(over.status).toBe(422);
	expect(over.body.detail).toMatch('Too many documents');
});

it('processes 250 pages, and fails a document of 251', async () => {
	const { ID } = sandbox.control.envelope({ documents: 0 });
	const full = await client.upload<Document>(ID, { bytes: pdf(250) });
	expect(await processed(ID, full.body.ID)).toMatchObject({ status: 'uploaded', numPages: 250 });
	const over = await client.upload<Document>(ID, { bytes: pdf(251) });
	expect(over).toMatchObject({ status: 201, body: { status: 'pending' } });
	expect(await processed(ID, over.body.ID)).toMatchObject({
		status: 'failed',
		numPages: 251,
		failureReason: 'PageLimitReached',
	});
});

it.each([
	[255, 200],
	[256, 400],
	[0, 400],
])('answers a document name of %i characters with %i', async (length, status) => {
	const envelope = sandbox.control.envelope();
	const path = `PATCH /sign/envelopes/${envelope.ID}/documents/${envelope.documents[0]!.ID}`;
	expect((await client.call(path, { name: 'n'.repeat(length) })).status).toBe(status);
});

it.each([
	[3, 400],
	[4, 201],
	[32, 201],
	[33, 400],
])('answers an access code of %i characters with %i', async (length, status) => {
	const { ID } = sandbox.control.envelope();
	const authentication = { type: 'AccessCode', accessCode: '7'.repeat(length) };
	const body = { email: 'ada@example.com', role: 'signer', authentication };
	const answer = await client.call(`POST /sign/envelopes/${ID}/participants`, body);
	expect(answer.status).toBe(status);
});

describe('a document that cannot be processed', () => {
	it.each([
		['is cut off', pdf().subarray(0, 40), 'PDFIsCorrupted'],
		[
			'is protected by a password',
			Buffer.from(pdf().toString('latin1').replace('/Size', '/Encrypt << /V 1 >> /Size'), 'latin1'),
			'PDFIsPasswordProtected',
		],
	])('ends as failed when it %s', async (_, bytes, failureReason) => {
		const { ID } = sandbox.control.envelope({ documents: 0 });
		const { body } = await client.upload<Document>(ID, { bytes });
		expect(await processed(ID, body.ID)).toMatchObject({ status: 'failed', failureReason });
	});

	it('ends as failed when a test has asked for it, and the next one does not', async () => {
		const { ID } = sandbox.control.envelope({ documents: 0 });
		sandbox.control.failNextDocument('FormParsingError');
		const first = await client.upload<Document>(ID);
		const second = await client.upload<Document>(ID);
		expect(await processed(ID, first.body.ID)).toMatchObject({
			status: 'failed',
			failureReason: 'FormParsingError',
			numPages: 1,
		});
		expect(await processed(ID, second.body.ID)).toMatchObject({ status: 'uploaded' });
	});
});

it('converts other accepted types into a PDF of one page', async () => {
	const { ID } = sandbox.control.envelope({ documents: 0 });
	const metadata = { name: 'table.csv', contentType: 'text/csv; charset=utf-8' };
	const { body } = await client.upload<Document>(ID, { bytes: Buffer.from('a,b\n'), metadata });
	expect(await processed(ID, body.ID)).toMatchObject({
		status: 'uploaded',
		numPages: 1,
		sizeBytes: 4,
	});
});

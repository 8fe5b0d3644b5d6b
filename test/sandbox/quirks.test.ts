import type { Document, Envelope, Items, Participant } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import { type Client, jsonPart, pdf, openSandbox } from './client';

let sandbox: Sandbox;
let client: Client;
openSandbox({ processingMs: 1 }, (opened) => ({ sandbox, client } = opened));

it('spells the status of a document "statue" in the list and after a reorder only', async () => {
	const { ID, documents } = sandbox.control.envelope();
	const document = documents[0]!;
	const item = {
		ID: document.ID,
		name: document.name,
		createdAt: document.createdAt,
		statue: 'uploaded',
	};
	const base = `/sign/envelopes/${ID}/documents`;
	expect((await client.call(`GET ${base}`)).body).toEqual({ items: [item] });
	const order = [document.ID];
	expect((await client.call(`PUT ${base}:reorder`, { order })).body).toEqual({ items: [item] });
	const single = await client.call<Document>(`GET ${base}/${document.ID}`);
	expect(single.body).toMatchObject({ status: 'uploaded' });
	expect(single.body).not.toHaveProperty('statue');
});

it('adds to each variant of a document what belongs to its status', async () => {
	const { ID, documents } = sandbox.control.envelope({ documents: 1 });
	const document = documents[0]!;
	const keys = async (status: Document['status']) => {
		document.status = status;
		const path = `GET /sign/envelopes/${ID}/documents/${document.ID}`;
		return Object.keys((await client.call<Document>(path)).body).slice(4);
	};
	expect(await keys('pending')).toEqual([]);
	expect(await keys('uploaded')).toEqual(['sizeBytes', 'numPages']);
	expect(await keys('failed')).toEqual(['sizeBytes', 'numPages', 'failureReason']);
	expect(await keys('signed')).toEqual(['sizeBytes', 'numPages']);
	expect(await keys('sealed')).toEqual(['sizeBytes', 'numPages']);
});

it('omits the notification while the sender notifies', async () => {
	const notification = { subject: 'Hello', body: 'Please sign' };
	const wanted = { name: 'A', mode: 'parallel', notification };
	const byService = await client.call<Envelope>('POST /sign/envelopes', wanted);
	expect(byService.body).toMatchObject({ notification, notificationsManagedBy: 'service' });
	const bySender = await client.call<Envelope>('POST /sign/envelopes', {
		...wanted,
		notificationsManagedBy: 'sender',
	});
	expect(bySender.body).toMatchObject({ notificationsManagedBy: 'sender' });
	expect(bySender.body).not.toHaveProperty('notification');
});

it('takes a role in any case and answers it in lower case', async () => {
	const { ID } = sandbox.control.envelope({ participants: [] });
	const answer = await client.call<Items<Participant>>(`POST /sign/envelopes/${ID}/participants`, {
		items: [
			{ email: 'a@example.com', role: 'SIGNER' },
			{ email: 'b@example.com', role: 'Cc' },
		],
	});
	expect(answer.body.items.map(({ role }) => role)).toEqual(['signer', 'cc']);
});

it('gives an access code back in clear', async () => {
	const { ID } = sandbox.control.envelope({ participants: [] });
	const authentication = { type: 'AccessCode', accessCode: 'open sesame' };
	const path = `/sign/envelopes/${ID}/participants`;
	const body = { email: 'ada@example.com', role: 'signer', authentication };
	const made = await client.call<Participant>(`POST ${path}`, body);
	expect(made.body).toEqual({ ID: expect.any(String), ...body });
	const list = await client.call(`GET ${path}`);
	expect(list.body).toEqual({ items: [made.body], total: 1 });
});

it('fills in page, required and the settings of a date', async () => {
	const { ID, documents, participants } = sandbox.control.envelope();
	const answer = await client.call(
		`POST /sign/envelopes/${ID}/documents/${documents[0]!.ID}/fields`,
		{ type: 'date', participantID: participants[0]!.ID, boundingBox: [0, 0, 10, 10] },
	);
	expect(answer.body).toMatchObject({
		page: 1,
		required: true,
		format: 'YYYY-MM-DD',
		modifiable: false,
	});
});

it('reads the metadata of an upload with or without a file name, and logs both parts', async () => {
	const { ID } = sandbox.control.envelope({ documents: 0 });
	const form = new FormData();
	form.set('metadata', JSON.stringify({ name: 'field.pdf' }));
	form.set('payload', new Blob([new Uint8Array(pdf())]), 'field.pdf');
	expect((await client.uploadForm(ID, form)).status).toBe(201);
	form.set('metadata', jsonPart({ name: 'file.pdf' }), 'metadata.json');
	expect((await client.uploadForm(ID, form)).status).toBe(201);
	expect(sandbox.log.requests.at(-1)!.body).toMatchObject({
		metadata: { text: '{"name":"file.pdf"}', contentType: 'application/json' },
		payload: { fileName: 'field.pdf', size: pdf().length },
	});
});

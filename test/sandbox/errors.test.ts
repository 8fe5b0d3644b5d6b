import type { Envelope, Items, Problem } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import {
	type Client,
	JSON_TYPE,
	NO_SUCH_ID,
	jsonPart,
	pdf,
	signatureFor,
	openSandbox,
} from './client';

let sandbox: Sandbox;
let client: Client;
openSandbox({ processingMs: 1 }, (opened) => ({ sandbox, client } = opened));

function expectProblem(
	answer: { status: number; headers: Headers; body: Problem },
	expected: Partial<Problem>,
) {
	expect(answer.headers.get('content-type')).toBe('application/problem+json');
	expect(answer.body).toMatchObject({ ...expected, status: answer.status });
	const slug = answer.body.title.toLowerCase().replaceAll(' ', '-');
	expect(answer.body.type).toMatch(new RegExp(`^https://.+#${answer.status}-${slug}$`));
	expect(answer.body.detail).toEqual(expect.any(String));
	expect(answer.body.instance).toMatch(/^\/sign\/envelopes/);
}

it('names every wrong property of a body in one 400', async () => {
	const answer = await client.call('POST /sign/envelopes', {
		name: '',
		mode: 'random',
		notification: { subject: 1 },
		colour: 'red',
	});
	expectProblem(answer, { status: 400, title: 'Bad Request', instance: '/sign/envelopes' });
	expect(Object.keys(answer.body.validation_errors ?? {}).sort()).toEqual([
		'colour',
		'mode',
		'name',
		'notification.body',
		'notification.subject',
	]);
});

it('locates a wrong entry of a bulk request and changes nothing', async () => {
	const { ID } = sandbox.control.envelope({ participants: [] });
	const items = Array.from({ length: 5 }, (_, i) => ({ email: `p${i}@x.org`, role: 'signer' }));
	items[3]!.email = 'nobody';
	const answer = await client.call(`POST /sign/envelopes/${ID}/participants`, { items });
	expectProblem(answer, { status: 400 });
	expect(answer.body.validation_errors).toEqual({ 'items[3].email': expect.any(String) });
	expect(sandbox.control.get(ID).participants).toEqual([]);
});

it.each([
	['an unknown envelope', `GET /sign/envelopes/${NO_SUCH_ID}`],
	['an ID that is no UUID', 'GET /sign/envelopes/first'],
	['an unknown verb on an envelope', `PUT /sign/envelopes/${NO_SUCH_ID}:archive`],
	['an unknown path', 'GET /sign/envelopes/a/b/c/d'],
	['an unknown method', 'PUT /sign/envelopes'],
])('answers %s with 404', async (_, request) => {
	expectProblem(await client.call(request), { status: 404, title: 'Not Found' });
});

it('answers 404 for an unknown document, participant or field, and for one in a batch', async () => {
	const envelope = sandbox.control.envelope({ fields: true });
	const base = `/sign/envelopes/${envelope.ID}`;
	const document = envelope.documents[0]!;
	const field = document.fields[0]!;
	for (const request of [
		`GET ${base}/documents/${NO_SUCH_ID}`,
		`DELETE ${base}/participants/${NO_SUCH_ID}`,
		`DELETE ${base}/documents/${document.ID}/fields/${NO_SUCH_ID}`,
	]) {
		expectProblem(await client.call(request), { status: 404 });
	}
	const batch = { items: [field.ID, NO_SUCH_ID] };
	const path = `POST ${base}/documents/${document.ID}/fields:batch-delete`;
	expectProblem(await client.call(path, batch), { status: 404 });
	expect(document.fields).toContain(field);
});

it('answers a body that is not JSON with 400, and one of another type with 415', async () => {
	const broken = await client.raw('POST /sign/envelopes', { headers: JSON_TYPE, body: '{' });
	expect(broken.status).toBe(400);
	expect(await broken.json()).toMatchObject({ validation_errors: { body: 'is not valid JSON' } });
	const headers = { 'Content-Type': 'text/plain' };
	const text = await client.raw('POST /sign/envelopes', { headers, body: '{}' });
	expect(text.status).toBe(415);
});

it('ignores a body where none is wanted', async () => {
	const { ID } = sandbox.control.envelope({ status: 'sent' });
	const answer = await client.call<Envelope>(`PUT /sign/envelopes/${ID}:cancel`, { any: 'thing' });
	expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
});

it('answers 422 for a field of an unknown participant or of a copy recipient', async () => {
	const envelope = sandbox.control.envelope({ participants: [{}, { role: 'cc' }] });
	const [signer, copy] = envelope.participants;
	const document = envelope.documents[0]!;
	const path = `POST /sign/envelopes/${envelope.ID}/documents/${document.ID}/fields`;
	const unknown = await client.call(path, {
		items: [signatureFor(signer!.ID), signatureFor(NO_SUCH_ID)],
	});
	expectProblem(unknown, { status: 422, title: 'Unprocessable Entity' });
	expect(unknown.body.detail).toMatch(/items\[1\].*does not exist/);
	const cc = await client.call(path, signatureFor(copy!.ID));
	expectProblem(cc, { status: 422 });
	expect(cc.body.detail).toMatch('cc');
	expect(document.fields).toEqual([]);
});

describe('of field bodies', () => {
	it.each([
		['three numbers', { boundingBox: [1, 2, 3] }, 'boundingBox'],
		['text in the box', { boundingBox: [1, 2, 3, '4'] }, 'boundingBox'],
		['no width', { boundingBox: [1, 2, 0, 4] }, 'boundingBox'],
		['page zero', { page: 0 }, 'page'],
		['a page beyond the document', { page: 3 }, 'page'],
		['an unknown type', { type: 'stamp' }, 'type'],
		['a custom field without label', { type: 'custom' }, 'label'],
		['a label on another type', { label: 'x' }, 'label'],
		['an unknown date format', { type: 'date', format: 'DD.MM.YYYY' }, 'format'],
		['a flag that is text', { required: 'yes' }, 'required'],
		['a participant that is no UUID', { participantID: 'ada' }, 'participantID'],
	])('refuses %s', async (_, wrong, key) => {
		const envelope = sandbox.control.envelope({ documents: [{ name: 'a.pdf', pages: 2 }] });
		const path = `/sign/envelopes/${envelope.ID}/documents/${envelope.documents[0]!.ID}/fields`;
		const good = signatureFor(envelope.participants[0]!.ID);
		const answer = await client.call(`POST ${path}`, { ...good, ...wrong });
		expectProblem(answer, { status: 400 });
		expect(Object.keys(answer.body.validation_errors ?? {})).toEqual([key]);
	});

	it('refuses to change the type of a field', async () => {
		const envelope = sandbox.control.envelope({ fields: true });
		const { ID, fields } = envelope.documents[0]!;
		const path = `/sign/envelopes/${envelope.ID}/documents/${ID}/fields/${fields[0]!.ID}`;
		for (const body of [{ type: 'name' }, { page: 1 }]) {
			const answer = await client.call(`PATCH ${path}`, body);
			expectProblem(answer, { status: 400 });
			expect(answer.body.validation_errors).toHaveProperty('type');
		}
	});
});

describe('of participant bodies', () => {
	const sms = { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' };
	it.each([
		['an unknown role', { role: 'witness' }, 'role'],
		['an email without a domain', { email: 'ada@' }, 'email'],
		['an unknown method', { authentication: { type: 'Fax' } }, 'authentication.type'],
		[
			'a country code without plus',
			{ authentication: { ...sms, countryCode: '49' } },
			'authentication.countryCode',
		],
		[
			'a phone number with spaces',
			{ authentication: { ...sms, phoneNumber: '170 123' } },
			'authentication.phoneNumber',
		],
		[
			'a phone number in an access code',
			{ authentication: { type: 'AccessCode', accessCode: '1234', phoneNumber: '1' } },
			'authentication.phoneNumber',
		],
	])('refuses %s', async (_, wrong, key) => {
		const { ID } = sandbox.control.envelope();
		const body = { email: 'ada@example.com', role: 'signer', ...wrong };
		const answer = await client.call(`POST /sign/envelopes/${ID}/participants`, body);
		expectProblem(answer, { status: 400 });
		expect(Object.keys(answer.body.validation_errors ?? {})).toContain(key);
	});

	it('refuses to change the email, and takes an empty change', async () => {
		const envelope = sandbox.control.envelope();
		const path = `/sign/envelopes/${envelope.ID}/participants/${envelope.participants[0]!.ID}`;
		const answer = await client.call(`PATCH ${path}`, { email: 'other@example.com' });
		expectProblem(answer, { status: 400 });
		expect((await client.call(`PATCH ${path}`, {})).status).toBe(200);
		expect((await client.call(`PATCH ${path}`, { authentication: sms })).body).toMatchObject({
			authentication: sms,
		});
	});
});

describe('of uploads', () => {
	it('refuses a file that is neither PDF nor declared, and types it does not know', async () => {
		const { ID } = sandbox.control.envelope({ documents: 0 });
		const bytes = Buffer.from('plain text');
		expectProblem(await client.upload(ID, { bytes }), {
			status: 415,
			title: 'Unsupported Media Type',
		});
		const metadata = { name: 'a.mp3', contentType: 'audio/mpeg' };
		expectProblem(await client.upload(ID, { bytes, metadata }), { status: 415 });
		expect(sandbox.control.get(ID).documents).toEqual([]);
	});

	it('refuses missing parts, an empty file and a body that is not multipart', async () => {
		const { ID } = sandbox.control.envelope({ documents: 0 });
		const noPayload = new FormData();
		noPayload.set('metadata', jsonPart({ name: 'a.pdf' }), 'metadata.json');
		const noMetadata = new FormData();
		noMetadata.set('payload', new Blob([new Uint8Array(pdf())]), 'a.pdf');
		expect((await client.uploadForm(ID, noPayload)).body.validation_errors).toHaveProperty(
			'payload',
		);
		expect((await client.uploadForm(ID, noMetadata)).body.validation_errors).toHaveProperty(
			'metadata',
		);
		const twoFiles = new FormData();
		twoFiles.set('metadata', jsonPart({ name: 'a.pdf' }), 'metadata.json');
		twoFiles.append('payload', new Blob([new Uint8Array(pdf())]), 'a.pdf');
		twoFiles.append('payload', new Blob([new Uint8Array(pdf())]), 'b.pdf');
		expect((await client.uploadForm(ID, twoFiles)).body.validation_errors).toHaveProperty(
			'payload',
		);
		expectProblem(await client.upload(ID, { bytes: Buffer.alloc(0) }), { status: 400 });
		expectProblem(await client.upload(ID, { metadata: { name: '' } }), { status: 400 });
		expectProblem(await client.call(`POST /sign/envelopes/${ID}/documents`, {}), { status: 415 });
	});

	it('refuses an order that does not name every document once', async () => {
		const envelope = sandbox.control.envelope({ documents: 2 });
		const [first, second] = envelope.documents.map(({ ID }) => ID);
		const path = `PUT /sign/envelopes/${envelope.ID}/documents:reorder`;
		for (const order of [[first], [first, first], [first, second, NO_SUCH_ID]]) {
			expectProblem(await client.call(path, { order }), { status: 400 });
		}
		const good = await client.call<Items<{ ID: string }>>(path, { order: [second, first] });
		expect(good.body.items.map(({ ID }) => ID)).toEqual([second, first]);
	});
});

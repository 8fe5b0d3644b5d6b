import type {
	Document,
	Envelope,
	Field,
	Items,
	Participant,
	ShortEnvelope,
	SigningUrl,
} from '../../nodes/ESignature/api';
import { ENDPOINTS } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import { Client, pdf, signatureFor, openSandbox } from './client';

let sandbox: Sandbox;
let client: Client;
openSandbox({ processingMs: 1, sealingMs: 1 }, (opened) => ({ sandbox, client } = opened));

async function draft(participants = [{ email: 'ada@example.com', role: 'signer' }]) {
	const { body: envelope } = await client.call<Envelope>('POST /sign/envelopes', {
		name: 'Contract',
		mode: 'sequential',
	});
	const base = `/sign/envelopes/${envelope.ID}`;
	const { body: document } = await client.upload<Document>(envelope.ID, { bytes: pdf(3) });
	const { body: people } = await client.call<Items<Participant>>(`POST ${base}/participants`, {
		items: participants,
	});
	await sandbox.control.idle();
	return { base, envelope, document, people: people.items };
}

it('takes an envelope from the draft to the sealed evidence', async () => {
	const { base, envelope, document, people } = await draft([
		{ email: 'ada@example.com', role: 'signer' },
		{ email: 'grace@example.com', role: 'signer' },
		{ email: 'archive@example.com', role: 'cc' },
	]);
	expect(envelope).toMatchObject({ status: 'drafted', notificationsManagedBy: 'service' });
	expect(envelope.lastModifiedAt).toBe(envelope.createdAt);
	const [ada, grace] = people;

	const fields = await client.call<Items<Field>>(`POST ${base}/documents/${document.ID}/fields`, {
		items: [signatureFor(ada!.ID), signatureFor(grace!.ID)],
	});
	expect(fields.status).toBe(200);
	expect(fields.body.items.map(({ documentID }) => documentID)).toEqual([document.ID, document.ID]);

	const sent = await client.call<ShortEnvelope>(`POST ${base}:send-for-signing`);
	expect(sent).toMatchObject({ status: 200, body: { status: 'sent' } });
	expect(sent.body).not.toHaveProperty('mode');
	const urls = await client.call<Items<SigningUrl> & { total: number }>(
		`GET ${base}/participants/signing-urls`,
	);
	expect(urls.body.total).toBe(2);
	expect(urls.body.items.map(({ userId }) => userId)).toEqual([ada!.ID, grace!.ID]);
	expect(urls.body.items[0]!.signingUrl.startsWith(`${sandbox.url}/`)).toBe(true);
	expect(await client.call(`POST ${base}:send-reminders`)).toMatchObject({ status: 202 });

	expect(() => sandbox.control.sign(envelope.ID, grace!.ID)).toThrow('turn of ada@example.com');
	sandbox.control.sign(envelope.ID, ada!.ID);
	expect((await client.call<Envelope>(`GET ${base}`)).body.status).toBe('sent');
	sandbox.control.sign(envelope.ID, grace!.ID);
	await sandbox.control.idle();
	expect((await client.call<Envelope>(`GET ${base}`)).body.status).toBe('sealed');
	const sealed = await client.call<Document>(`GET ${base}/documents/${document.ID}`);
	expect(sealed.body).toMatchObject({ status: 'sealed', numPages: 3 });

	const zip = await client.bytes(`GET ${base}:download-sealed`);
	expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
	expect(sandbox.control.auditTrail(envelope.ID).map(({ what }) => what)).toEqual([
		'Envelope created',
		'Document contract.pdf added',
		'Participant ada@example.com added',
		'Participant grace@example.com added',
		'Participant archive@example.com added',
		'2 field(s) placed on contract.pdf',
		'Sent for signing',
		'Reminders sent',
		'Signed',
		'Signed',
		'Signing completed',
		'Sealed',
	]);
});

it('marks a document as signed as soon as the signers of its own fields have signed', async () => {
	const { control } = sandbox;
	const envelope = control.envelope({ status: 'sent', documents: 2, participants: [{}, {}] });
	const [first, second] = envelope.documents;
	const [ada, grace] = envelope.participants;
	const place = (documentID: string, participantID: string) => ({
		ID: documentID,
		documentID,
		participantID,
		type: 'name' as const,
		boundingBox: [1, 1, 9, 9] as [number, number, number, number],
	});
	first!.fields.push(place(first!.ID, ada!.ID));
	second!.fields.push(place(second!.ID, grace!.ID));

	control.sign(envelope.ID, ada!.ID, { [first!.ID]: 'Ada Lovelace' });
	expect([first!.status, second!.status]).toEqual(['signed', 'uploaded']);
	expect(first!.values[first!.ID]).toBe('Ada Lovelace');
	control.sign(envelope.ID, grace!.ID);
	expect(envelope.status).toBe('processing');
	control.seal(envelope.ID);
	expect([first!.status, second!.status]).toEqual(['sealed', 'sealed']);
});

it('changes lastModifiedAt with every change, also within one millisecond', async () => {
	const { base, envelope, document } = await draft();
	const seen = [envelope.lastModifiedAt];
	for (const change of [
		async () => await client.call(`PATCH ${base}`, { name: 'Other' }),
		async () => await client.call(`PATCH ${base}/documents/${document.ID}`, { name: 'other.pdf' }),
		async () => await client.call(`POST ${base}:send-for-signing`),
		async () => await client.call(`PUT ${base}:cancel`),
	]) {
		expect((await change()).status).toBe(200);
		seen.push((await client.call<Envelope>(`GET ${base}`)).body.lastModifiedAt);
	}
	expect(new Set(seen).size).toBe(seen.length);
	expect(seen).toEqual([...seen].sort());
});

it('forgets a deleted envelope with all that belongs to it', async () => {
	const { base, document } = await draft();
	expect(await client.call(`DELETE ${base}`)).toMatchObject({ status: 204, body: undefined });
	for (const path of ['', '/documents', `/documents/${document.ID}`, '/participants']) {
		expect((await client.call(`GET ${base}${path}`)).status).toBe(404);
	}
	expect((await client.call<Items<unknown>>('GET /sign/envelopes')).body.items).toEqual([]);
});

it('updates, lists and deletes what a draft holds, alone and in batches', async () => {
	const { base, document, people } = await draft([
		{ email: 'a@example.com', role: 'signer' },
		{ email: 'b@example.com', role: 'cc' },
		{ email: 'c@example.com', role: 'signer' },
	]);
	const fieldsPath = `${base}/documents/${document.ID}/fields`;
	const single = await client.call<Field>(`POST ${fieldsPath}`, signatureFor(people[0]!.ID));
	expect(single).toMatchObject({
		status: 201,
		body: { type: 'signature', documentID: document.ID },
	});
	const changed = await client.call<Field>(`PATCH ${fieldsPath}/${single.body.ID}`, {
		type: 'signature',
		page: 2,
		participantID: people[2]!.ID,
	});
	expect(changed).toMatchObject({ status: 200, body: { page: 2, participantID: people[2]!.ID } });

	const more = await client.call<Items<Field>>(`POST ${fieldsPath}`, {
		items: [signatureFor(people[0]!.ID), signatureFor(people[0]!.ID)],
	});
	const listed = await client.call<Items<Field>>(`GET ${fieldsPath}`);
	expect(listed.body.items).toEqual([changed.body, ...more.body.items]);
	expect((await client.call(`DELETE ${fieldsPath}/${single.body.ID}`)).status).toBe(204);
	const batch = await client.call(`POST ${fieldsPath}:batch-delete`, {
		items: more.body.items.map(({ ID }) => ID),
	});
	expect(batch).toMatchObject({ status: 200, body: undefined });
	expect((await client.call<Items<Field>>(`GET ${fieldsPath}`)).body.items).toEqual([]);

	expect((await client.call(`DELETE ${base}/participants/${people[1]!.ID}`)).status).toBe(204);
	const gone = { items: [people[0]!.ID, people[2]!.ID] };
	expect((await client.call(`POST ${base}/participants:batch-delete`, gone)).status).toBe(200);
	const left = await client.call<unknown>(`GET ${base}/participants`);
	expect(left.body).toEqual({ items: [], total: 0 });
	expect((await client.call(`DELETE ${base}/documents/${document.ID}`)).status).toBe(204);
});

it('deletes the fields of a participant together with the participant', async () => {
	const { base, document, people } = await draft();
	const fieldsPath = `${base}/documents/${document.ID}/fields`;
	await client.call(`POST ${fieldsPath}`, signatureFor(people[0]!.ID));
	await client.call(`DELETE ${base}/participants/${people[0]!.ID}`);
	expect((await client.call<Items<Field>>(`GET ${fieldsPath}`)).body.items).toEqual([]);
});

it('recognizes every endpoint of the interface and asks each but one for a token', async () => {
	const ids = '00000000-0000-4000-8000-000000000000';
	const anonymous = new Client(sandbox);
	sandbox.log.clear();
	for (const route of Object.keys(ENDPOINTS)) {
		const { status } = await anonymous.call(route.replace(/\{\w+\}/g, ids));
		expect([route, status]).toEqual([route, route === 'POST /oauth/token' ? 400 : 401]);
	}
	expect(sandbox.log.requests.map(({ route }) => route)).toEqual(Object.keys(ENDPOINTS));
});

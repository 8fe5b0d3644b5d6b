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

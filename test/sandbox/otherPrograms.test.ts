import type { Document, Envelope, Participant } from '../../nodes/ESignature/api';
import { createSandbox, type Sandbox } from '../../sandbox';
import { wantedBy } from '../../sandbox/options';
import { pdf } from '../support/samples';
import { Client } from './client';

const SIGNER = { email: 'ada@example.com', role: 'signer', name: 'Ada' };
const field = (participantID: string) => ({
	participantID,
	type: 'signature',
	label: 'Your signature',
	page: 1,
	boundingBox: [50, 100, 200, 50],
	required: true,
});

let sandbox: Sandbox;
let client: Client;

async function open(starting: Promise<Sandbox>): Promise<void> {
	sandbox = await starting;
	client = new Client(sandbox);
	await client.login();
}
afterEach(async () => await sandbox.close());

it('npm run sandbox serves a program that sends keys of its own and does not wait for its documents', async () => {
	const wanted = wantedBy([]);
	if (typeof wanted === 'string') throw new Error(wanted);
	await open(createSandbox(wanted));
	const post = async <Made>(path: string, body?: object) =>
		(await client.call<Made>(`POST /sign/envelopes${path}`, body)).body;

	const { ID } = await post<Envelope>('', { name: 'Policies', mode: 'parallel', team: 'HR' });
	const form = new FormData();
	form.append('metadata', new Blob([JSON.stringify({ name: 'policy.pdf' })]), 'metadata');
	form.append('payload', new Blob([new Uint8Array(pdf(250))]), 'policy.pdf');
	const uploaded = await client.send(`POST /sign/envelopes/${ID}/documents`, { body: form });
	const document = (await uploaded.json()) as Document;
	expect(document.status).toBe('pending');
	const participant = await post<Participant>(`/${ID}/participants`, SIGNER);
	const made = await post(`/${ID}/documents/${document.ID}/fields`, field(participant.ID));
	expect([Object.keys(participant), made]).toEqual([
		expect.not.arrayContaining(['name']),
		expect.not.objectContaining({ label: expect.anything() as unknown }),
	]);
	expect(await post(`/${ID}:send-for-signing`)).toMatchObject({ status: 'sent' });

	sandbox.control.signAll(ID);
	await sandbox.control.idle();
	const sealed = await client.send(`GET /sign/envelopes/${ID}:download-sealed`);
	expect(sealed.headers.get('content-type')).toBe('application/octet-stream');
	expect(Buffer.from(await sealed.arrayBuffer()).toString('latin1')).toMatch(/^PK/);
});

it('refuses unknown keys elsewhere, so that tests catch a misspelled key', async () => {
	await open(createSandbox());
	const { ID, documents, participants } = sandbox.control.envelope();
	const fields = `${ID}/documents/${documents[0]?.ID}/fields`;
	const refused = [
		await client.call(`POST /sign/envelopes/${ID}/participants`, SIGNER),
		await client.call(`POST /sign/envelopes/${fields}`, field(String(participants[0]?.ID))),
	];
	expect(refused.map(({ body }) => Object.keys(body.validation_errors ?? {}))).toEqual([
		['name'],
		['label'],
	]);
});

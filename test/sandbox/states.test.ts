import type { EnvelopeStatus, Problem } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import { type Client, signatureFor, openSandbox } from './client';

let sandbox: Sandbox;
let client: Client;
openSandbox({ processingMs: 1, sealingMs: 1 }, (opened) => ({ sandbox, client } = opened));

const STATES: EnvelopeStatus[] = [
	'drafted',
	'sent',
	'processing',
	'sealed',
	'rejected',
	'cancelled',
];

function expectConflict(answer: { status: number; body: Problem }, words: RegExp | string) {
	expect(answer).toMatchObject({ status: 409, body: { title: 'Conflict' } });
	expect(answer.body.detail).toMatch(words);
}

it.each(STATES.filter((state) => state !== 'sent'))(
	'refuses to cancel, remind or show signing URLs while %s, and names the state',
	async (status) => {
		const { ID } = sandbox.control.envelope({ status });
		for (const request of [
			`PUT /sign/envelopes/${ID}:cancel`,
			`POST /sign/envelopes/${ID}:send-reminders`,
			`GET /sign/envelopes/${ID}/participants/signing-urls`,
		]) {
			expectConflict(await client.call(request), `state ${status}`);
		}
		expect(sandbox.control.get(ID).status).toBe(status);
	},
);

it.each(STATES.filter((state) => state !== 'drafted'))(
	'refuses every change while %s',
	async (status) => {
		const envelope = sandbox.control.envelope({ status, fields: true });
		const base = `/sign/envelopes/${envelope.ID}`;
		const document = envelope.documents[0]!;
		const signer = envelope.participants[0]!;
		const field = document.fields[0]!;
		const fields = `${base}/documents/${document.ID}/fields`;
		const before = JSON.stringify(envelope);
		const changes: Array<[string, unknown?]> = [
			[`PATCH ${base}`, { name: 'x' }],
			[`POST ${base}:send-for-signing`],
			[`PATCH ${base}/documents/${document.ID}`, { name: 'x' }],
			[`PUT ${base}/documents:reorder`, { order: [document.ID] }],
			[`DELETE ${base}/documents/${document.ID}`],
			[`POST ${fields}`, signatureFor(signer.ID)],
			[`PATCH ${fields}/${field.ID}`, { type: 'signature', page: 1 }],
			[`DELETE ${fields}/${field.ID}`],
			[`POST ${fields}:batch-delete`, { items: [field.ID] }],
			[`POST ${base}/participants`, { email: 'x@example.com', role: 'cc' }],
			[`PATCH ${base}/participants/${signer.ID}`, {}],
			[`DELETE ${base}/participants/${signer.ID}`],
			[`POST ${base}/participants:batch-delete`, { items: [signer.ID] }],
		];
		for (const [request, body] of changes) {
			expectConflict(await client.call(request, body), `state ${status}`);
		}
		expectConflict(await client.upload(envelope.ID), `state ${status}`);
		expect(JSON.stringify(envelope)).toBe(before);
	},
);

it.each(STATES)('deletes an envelope while %s', async (status) => {
	const { ID } = sandbox.control.envelope({ status });
	expect((await client.call(`DELETE /sign/envelopes/${ID}`)).status).toBe(204);
	expect((await client.call(`GET /sign/envelopes/${ID}`)).status).toBe(404);
});

it('knows nothing of an envelope that was made as deleted', async () => {
	const { ID, status } = sandbox.control.envelope({ status: 'deleted' });
	expect(status).toBe('deleted');
	expect((await client.call(`GET /sign/envelopes/${ID}`)).status).toBe(404);
});

describe('sending', () => {
	it('needs a document, all of them uploaded, and a signer', async () => {
		const { control } = sandbox;
		const send = async (ID: string) =>
			await client.call(`POST /sign/envelopes/${ID}:send-for-signing`);

		expectConflict(await send(control.envelope({ documents: 0 }).ID), 'no document');
		const copiesOnly = control.envelope({ participants: [{ role: 'cc' }] });
		expectConflict(await send(copiesOnly.ID), 'no signer');
		const unready = control.envelope({ documents: 3 });
		unready.documents[1]!.status = 'pending';
		unready.documents[2]!.status = 'failed';
		const answer = await send(unready.ID);
		expectConflict(answer, 'document-2.pdf');
		expect(answer.body.detail).toMatch(/is pending.*document-3\.pdf.*is failed/);
		expect(answer.body.detail).not.toMatch('document-1.pdf');
		expect(unready.status).toBe('drafted');
	});
});

describe('signing', () => {
	it('ends with a decline', async () => {
		const envelope = sandbox.control.envelope({ status: 'sent', participants: [{}, {}] });
		const [first, second] = envelope.participants;
		sandbox.control.decline(envelope.ID, second!.ID, 'wrong price');
		expect(envelope.status).toBe('rejected');
		expect(sandbox.control.auditTrail(envelope.ID).at(-1)).toMatchObject({
			what: 'Declined: wrong price',
			who: second!.email,
		});
		expect(() => sandbox.control.sign(envelope.ID, first!.ID)).toThrow('state rejected');
	});

	it('is for signers, once each', async () => {
		const envelope = sandbox.control.envelope({
			status: 'sent',
			participants: [{}, {}, { role: 'cc' }],
		});
		const [first, , copy] = envelope.participants;
		sandbox.control.sign(envelope.ID, first!.ID);
		expect(() => sandbox.control.sign(envelope.ID, first!.ID)).toThrow('already signed');
		expect(() => sandbox.control.sign(envelope.ID, copy!.ID)).toThrow('not a signer');
		sandbox.control.signAll(envelope.ID);
		expect(envelope.status).toBe('processing');
	});

	it('takes the order of creation when it is sequential, and any when it is parallel', () => {
		const of = (mode: 'sequential' | 'parallel') =>
			sandbox.control.envelope({ status: 'sent', mode, participants: [{}, {}] });
		const sequential = of('sequential');
		const parallel = of('parallel');
		const second = (envelope: typeof parallel) => () =>
			sandbox.control.sign(envelope.ID, envelope.participants[1]!.ID);
		expect(second(sequential)).toThrow('sequential');
		expect(second(parallel)).not.toThrow();
	});

	it('seals nothing that was deleted meanwhile', async () => {
		const envelope = sandbox.control.envelope({ status: 'sent' });
		sandbox.control.signAll(envelope.ID);
		await client.call(`DELETE /sign/envelopes/${envelope.ID}`);
		await sandbox.control.idle();
		expect(envelope.status).toBe('deleted');
	});
});

it('sends no reminder where the sender notifies', async () => {
	const { ID } = sandbox.control.envelope({ status: 'sent', notificationsManagedBy: 'sender' });
	expectConflict(await client.call(`POST /sign/envelopes/${ID}:send-reminders`), 'sender');
});

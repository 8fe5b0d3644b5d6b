import type { EnvelopePage } from '../../nodes/ESignature/api';
import { createSandbox, type Sandbox } from '../../sandbox';
import { LIMITS } from '../../nodes/ESignature/api';
import { LIMITS as SANDBOX_LIMITS } from '../../sandbox/service/limits';
import { Client, NO_SUCH_ID } from './client';
import { until } from './process';

const open: Sandbox[] = [];
async function start(options?: Parameters<typeof createSandbox>[0]) {
	const sandbox = await createSandbox(options);
	open.push(sandbox);
	const client = new Client(sandbox);
	await client.login();
	return { sandbox, client };
}
afterEach(async () => {
	for (const sandbox of open.splice(0)) await sandbox.close();
});

const list = async (client: Client) =>
	(await client.call<EnvelopePage>('GET /sign/envelopes')).body.items;

it('holds the same limits as the connector, written down a second time', () => {
	expect(SANDBOX_LIMITS).toEqual({
		participantsPerEnvelope: LIMITS.participantsPerEnvelope,
		documentBytes: LIMITS.documentBytes,
		documentPages: LIMITS.documentPages,
		documentsPerEnvelope: LIMITS.documentsPerEnvelope,
		envelopeBytes: LIMITS.envelopeBytes,
		nameLength: LIMITS.documentNameLength,
		accessCode: LIMITS.accessCodeLength,
	});
});

it('forgets state, tokens, log and planned failures on a reset', async () => {
	const { sandbox, client } = await start({ processingMs: 1 });
	sandbox.control.envelope();
	sandbox.control.failNextDocument('Planned');
	await sandbox.reset();
	expect(sandbox.log.requests).toEqual([]);
	expect((await client.call('GET /sign/envelopes')).status).toBe(401);
	await client.login();
	expect(await list(client)).toEqual([]);
	const { ID } = sandbox.control.envelope({ documents: 0 });
	await client.upload(ID);
	await sandbox.control.idle();
	expect(sandbox.control.get(ID).documents[0]!.status).toBe('uploaded');
});

it('logs each request with its route, and counts them', async () => {
	const { sandbox, client } = await start({ now: () => 1_000_000 });
	sandbox.log.clear();
	const ID = NO_SUCH_ID;
	await client.call(`PUT /sign/envelopes/${ID}:cancel?why=test`);
	await client.call('POST /sign/envelopes', { name: 'A', mode: 'parallel' });
	await client.call('GET /elsewhere');
	expect(sandbox.log.requests).toMatchObject([
		{
			route: 'PUT /sign/envelopes/{envelopeID}:cancel',
			method: 'PUT',
			path: `/sign/envelopes/${ID}:cancel`,
			query: { why: 'test' },
			headers: { authorization: expect.stringMatching(/^Bearer /) },
			status: 404,
			at: 1_000_000,
		},
		{ route: 'POST /sign/envelopes', body: { name: 'A', mode: 'parallel' }, status: 201 },
		{ route: undefined, path: '/elsewhere', status: 404 },
	]);
	expect(sandbox.log.requests.some(({ aborted }) => aborted)).toBe(false);
	expect(sandbox.log.count()).toBe(3);
	expect(sandbox.log.count('POST /sign/envelopes')).toBe(1);
});

it('knows how many requests were open at once', async () => {
	const { sandbox, client } = await start();
	sandbox.log.clear();
	for (let i = 0; i < 5; i += 1) await list(client);
	expect(sandbox.log.maxInFlight).toBe(1);
	sandbox.faults.next('GET /sign/envelopes', { kind: 'stall' }, 4);
	const leave = new AbortController();
	const { signal } = leave;
	const four = Array.from(
		{ length: 4 },
		async () => await client.raw('GET /sign/envelopes', { signal }),
	);
	await Promise.all(four);
	expect(sandbox.log.maxInFlight).toBe(4);
	leave.abort();
	await until(() => sandbox.log.requests.slice(-4).every(({ aborted }) => aborted));
	sandbox.log.clear();
	expect(sandbox.log.maxInFlight).toBe(0);
});

/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { CredentialReference } from '../../host/host';
import { startQueue, type QueueHost } from '../../host/queue/queue';
import { sql } from '../../host/server/sql';
import { verifyArchive } from '../../host/start/verify';
import { action, chain, manualTrigger } from '../../host/workflows';
import type { Sandbox } from '../../sandbox';
import { filesBelow } from '../support/folder';
import { downloads, holdDownloads } from './support/downloads';
import { newCredential, newSandbox } from './support/ground';
import { nightlyArchive } from './support/nightly';
import { nextScheduledRun, recordedStates, type Run } from './support/record';
import { keepsSecrets } from './support/keepsSecrets';
import { sharedTarball } from './support/shared';
import { storedByQueue } from './support/stored';
import { until } from './support/until';
import { receivesEvents } from './trigger/receiving';

const ENVELOPES = 500;
const BATCH = 25;
const TOKEN = 'POST /oauth/token';
const MINUTES = 60_000;

let queue: QueueHost | undefined;
let sandbox: Sandbox | undefined;
let credential: CredentialReference;
const archive = mkdtempSync(join(tmpdir(), 'esignature-archive-'));

beforeAll(async () => {
	queue = await startQueue({
		tarball: sharedTarball(),
		workers: 2,
		env: {
			N8N_RESTRICT_FILE_ACCESS_TO: archive,
			// How long a silent worker counts as alive, by default a minute and a half: less to wait, and
			// still long for a busy machine.
			QUEUE_WORKER_LOCK_DURATION: '45000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '3000',
		},
	});
	sandbox = await newSandbox();
	credential = await newCredential(queue.main, sandbox);
}, 10 * MINUTES);

afterAll(async () => {
	await queue?.stop();
	await sandbox?.close();
	rmSync(archive, { recursive: true, force: true });
}, 3 * MINUTES);

const running = () => ({ ...(queue as QueueHost), sandbox: sandbox as Sandbox });

const byHand = (operation: string, envelopeID: string) =>
	chain(`${operation} ${envelopeID}`, [
		manualTrigger,
		action(
			'E-Signature',
			{
				resource: 'envelope',
				operation,
				envelopeId: { __rl: true, mode: 'id', value: envelopeID },
			},
			credential,
		),
	]);

it('runs on a worker what a person starts, and shows its file in the main process', async () => {
	const { main, workers, sandbox } = running();
	const { ID } = sandbox.control.envelope({ status: 'sealed' });
	const run = await main.execute(byHand('downloadAuditTrail', ID));

	expect(run.error).toBeUndefined();
	expect(run.status).toBe('success');
	await until('a worker has begun it', () =>
		workers.some(({ executions }) => executions.includes(run.id)),
	);
	const [{ sha256, bytes }] = run.json('E-Signature') as [{ sha256: string; bytes: number }];
	const binary = run.binary('E-Signature', 'data');
	expect(binary.id).toMatch(/^database/);
	const file = await main.file(binary);
	expect(file).toHaveLength(bytes);
	expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
});

describe('the trigger', () => {
	receivesEvents(() => ({
		...running(),
		host: running().main,
		credential,
		sql: async (statement) => await sql({ postgresPort: running().postgresPort }, statement),
	}));
});

describe('what is kept', () => {
	keepsSecrets(() => ({
		host: running().main,
		stored: async () => await storedByQueue(running()),
		logs: ['main', ...running().workers.map((_, at) => `worker-${at + 1}`)].map(
			(folder) => `${folder}/n8n.log`,
		),
	}));
});

it('asks for a token once for all workers, and after its end once for each at most', async () => {
	const { main, workers, sandbox } = running();
	const { ID } = sandbox.control.envelope({ status: 'sealed' });
	const workflow = await main.createWorkflow(byHand('get', ID));
	const seen = workers.map(({ executions }) => executions.length);
	const eachWorkerHasRunOne = () =>
		workers.every(({ executions }, index) => executions.length > (seen[index] as number));

	while (!eachWorkerHasRunOne()) {
		expect((await main.ended(await main.start(workflow))).status).toBe('success');
	}
	expect(sandbox.log.count(TOKEN)).toBe(1);

	sandbox.control.expireTokens();
	const started = await Promise.all(Array.from({ length: 8 }, async () => main.start(workflow)));
	for (const id of started) expect((await main.ended(id)).status).toBe('success');
	const renewals = sandbox.log.count(TOKEN) - 1;
	expect(renewals).toBeGreaterThanOrEqual(1);
	expect(renewals).toBeLessThanOrEqual(workers.length);
});

it(
	'archives every envelope once, though a worker is killed in the middle',
	async () => {
		const { main, workers, sandbox } = running();
		await sandbox.reset();
		const ids = Array.from(
			{ length: ENVELOPES },
			(_, index) => sandbox.control.envelope({ name: `Deal ${index + 1}`, status: 'sealed' }).ID,
		);
		const workflow = await main.createWorkflow(
			nightlyArchive({
				credential,
				folder: archive,
				every: { field: 'seconds', secondsInterval: 15 },
				batchSize: BATCH,
			}),
		);
		const tokens = () => sandbox.log.count(TOKEN);
		const downloaded = async (count: number) =>
			await until(`more than ${count} downloads`, () => downloads(sandbox).size > count);
		const workerOf = async ({ id }: Run) =>
			await until('a worker has begun it', () =>
				workers.find(({ executions }) => executions.includes(id)),
			);

		const began = Date.now();
		const first = await nextScheduledRun(main, workflow);
		await downloaded(2 * BATCH);
		sandbox.control.expireTokens();
		await downloaded(4 * BATCH);
		const killed = await workerOf(first);
		const release = await holdDownloads(sandbox);
		await killed.program.kill();
		release();

		const kept = (await recordedStates(main)).map(({ envelopeId }) => envelopeId);
		const interrupted = [...downloads(sandbox).keys()].filter((id) => !kept.includes(id));
		expect(kept.length).toBeGreaterThanOrEqual(4 * BATCH);
		expect(verifyArchive(archive)).toHaveLength(2 * kept.length);
		expect(interrupted.length).toBeGreaterThan(0);
		expect(interrupted.length).toBeLessThanOrEqual(BATCH);
		expect(tokens()).toBe(2);

		const second = await nextScheduledRun(main, workflow);
		await downloaded(ENVELOPES / 2);
		// Another process, and still the token of the killed one.
		expect(await workerOf(second)).not.toBe(killed);
		expect(tokens()).toBe(2);
		sandbox.control.expireTokens();
		const completed = await main.ended(second.id);
		expect([completed.status, completed.error]).toEqual(['success', undefined]);
		const seconds = Math.round((Date.now() - began) / 1000);
		expect([first.mode, second.mode]).toEqual(['trigger', 'trigger']);
		const lost = await main.ended(first.id);
		expect([lost.status, lost.error?.message]).toEqual([
			'error',
			expect.stringContaining('will no longer retry'),
		]);

		const recorded = (await recordedStates(main)).map(({ envelopeId }) => envelopeId);
		const verified = verifyArchive(archive);
		const twice = [...downloads(sandbox)].filter(([, times]) => times > 1);
		process.stderr.write(
			`queue mode: ${ENVELOPES} envelopes | killed with ${kept.length} recorded | recorded ${recorded.length}` +
				` | files verified ${verified.length} | envelopes fetched twice ${twice.length}` +
				` | token requests ${tokens()} (1 + 2 expiries, 2 processes) | ${seconds} s\n`,
		);
		expect(recorded.sort()).toEqual([...ids].sort());
		expect(verified).toHaveLength(2 * ENVELOPES);
		expect(manifestsIn(archive)).toEqual(ids.map((id) => `${id}-manifest-sha256.txt`).sort());
		expect(downloads(sandbox).size).toBe(ENVELOPES);
		for (const [id, times] of twice) {
			expect(interrupted).toContain(id);
			expect(times).toBe(2);
		}
		expect(tokens()).toBe(3);
	},
	15 * MINUTES,
);

it('asks nobody outside of this machine for anything, in any of its processes', () => {
	const files = filesBelow(dirname(running().main.folder));
	expect(files.filter((file) => file.endsWith('refused.log'))).toEqual([]);
});

const manifestsIn = (folder: string) =>
	readdirSync(folder)
		.filter((file) => file.endsWith('-manifest-sha256.txt'))
		.sort();

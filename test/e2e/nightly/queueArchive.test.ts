/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CredentialReference } from '../../../host/host';
import { startQueue, type QueueHost } from '../../../host/queue/queue';
import { verifyArchive } from '../../../host/start/verify';
import type { Sandbox } from '../../../sandbox';
import { downloads, holdDownloads } from '../support/downloads';
import { newCredential, newSandbox } from '../support/harness';
import { nightlyArchive } from '../support/nightly';
import { nextScheduledRun, recordedStates, type Run } from '../support/record';
import { sharedTarball } from '../support/shared';
import { until } from '../support/until';

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

const manifestsIn = (folder: string) =>
	readdirSync(folder)
		.filter((file) => file.endsWith('-manifest-sha256.txt'))
		.sort();

it(
	'archives every envelope once, though a worker is killed in the middle',
	async () => {
		const { main, workers, sandbox } = running();
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

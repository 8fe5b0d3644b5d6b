import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startQueue, type QueueHost } from '../../../host/queue/queue';
import type { Worker } from '../../../host/queue/worker';
import { Clock } from '../../../host/server/hostClock';
import { sharedTarball } from '../support/shared';
import { CANCELED, itWaits, sealed, startTest, WaitingWorkflow } from '../support/waiting';
import { pdf, SEND_AND_WAIT, withFile } from '../../support/samples';

const MINUTE = 60_000;
jest.setTimeout(30 * MINUTE);

const folder = mkdtempSync(join(tmpdir(), 'esignature-wait-'));
const clock = new Clock(folder);
let queue: QueueHost;

const publish = async () => await WaitingWorkflow.publish(() => queue.main);

let byWorker: WaitingWorkflow;
let byWorkerRun: string;
let three: string[];

let byMain: WaitingWorkflow;
let byMainRun: string;
let two: string[];

let canceled: WaitingWorkflow;

const SEND = { ...SEND_AND_WAIT, options: { ...SEND_AND_WAIT.options, checkEvery: 2 } };
let sent: string;

// All of them in the same n8n. Its processes are killed one after the other.
beforeAll(async () => {
	queue = await startQueue({
		tarball: sharedTarball(),
		workers: 2,
		env: {
			...clock.env,
			QUEUE_WORKER_LOCK_DURATION: '45000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '3000',
		},
	});
	const [first, second] = queue.workers as [Worker, Worker];
	[byWorker, byMain, canceled] = await Promise.all([publish(), publish(), publish()]);
	three = byWorker.sent(3);
	byWorkerRun = await byWorker.start(three);
	two = byMain.sent(2);
	byMainRun = await byMain.start(two);
	await canceled.startAndCancel();
	const { sandbox } = canceled;
	sent = await startTest(queue.main, sandbox, SEND, [withFile(pdf(), 'lease.pdf')]);
	const lease = sandbox.control.envelopes().find(({ name }) => name === 'Lease');
	sandbox.control.signAll(lease?.ID ?? '');

	// A worker and the main process while all runs sleep.
	await first.program.kill();
	const heldByMain = byMain.holdChecks();
	// Longer than they sleep.
	clock.advance(3 * MINUTE);
	await queue.restartMain();
	await heldByMain.begun;

	// The main process during a check, which ends while it is away.
	await queue.main.program.kill();
	byMain.sign(two);
	heldByMain.release();
	await queue.restartMain();
	await Promise.all([byMain.ends(), canceled.ends()]);

	// The other worker during a check.
	const heldByWorker = byWorker.holdChecks();
	byWorker.sign(three.slice(1, 2));
	clock.advance(3 * MINUTE);
	await heldByWorker.begun;
	const lost = await byWorker.lastRound();
	expect(second.executions).toContain(lost);
	await second.program.kill();
	await queue.startWorker();
	heldByWorker.release();
	await byWorker.replaced(lost);
	byWorker.sign([three[0], three[2]] as string[]);
	clock.advance(3 * MINUTE);
});
afterAll(async () => {
	await queue?.stop();
	for (const workflow of [byWorker, byMain, canceled]) await workflow?.sandbox.close();
	rmSync(folder, { recursive: true, force: true });
});

itWaits(
	'goes on once with each envelope, even if its worker is killed during a check',
	async () => {
		expect(await byWorker.ended(byWorkerRun)).toEqual(sealed(three));
		expect(byWorker.asked).toEqual(three.map(() => 1));
	},
);

itWaits(
	'goes on once with each envelope, even if the main process is killed during a check, which ends meanwhile',
	async () => {
		expect(await byMain.ended(byMainRun)).toEqual(sealed(two));
		expect(byMain.asked).toEqual(two.map(() => 1));
	},
);

itWaits(
	'ends with the run that is canceled, or with either of its sub-workflows; nothing goes on, and n8n gives the same reason',
	async () => {
		expect(await canceled.ends()).toEqual(CANCELED);
	},
);

itWaits('goes on in a test run that sends and waits in one step', async () => {
	const lease = { name: 'Lease', status: 'sealed', documents: [{}] };

	expect((await queue.main.ended(sent)).json('Wait')).toMatchObject([lease]);
});

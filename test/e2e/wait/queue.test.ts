import { startQueue, type QueueHost } from '../../../host/queue/queue';
import type { Sandbox } from '../../../sandbox';
import { newCredential, newSandbox } from '../support/harness';
import { sharedTarball } from '../support/shared';
import { until } from '../support/until';
import { duringCheck, WaitingWorkflow } from '../support/waiting';

const MINUTES = 60_000;
let queue: QueueHost;
let sandbox: Sandbox;

beforeAll(async () => {
	queue = await startQueue({
		tarball: sharedTarball(),
		workers: 2,
		env: {
			QUEUE_WORKER_LOCK_DURATION: '45000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '3000',
		},
	});
	sandbox = await newSandbox();
}, 10 * MINUTES);
afterAll(async () => {
	await queue?.stop();
	await sandbox?.close();
}, 3 * MINUTES);

it(
	'goes on once with each envelope, though a worker is killed during a check and the main process while all sleep',
	async () => {
		const { control } = sandbox;
		const IDs = [1, 2, 3].map(() => control.envelope({ status: 'sent' }).ID);
		const workflow = await WaitingWorkflow.publish(
			() => queue.main,
			await newCredential(queue.main, sandbox),
		);
		const run = await workflow.start(IDs);
		control.signAll(IDs[1] as string);
		const killed = await duringCheck(sandbox, async () => {
			const round = await until(
				'the round runs',
				async () => (await workflow.runs()).find(({ status }) => status === 'running')?.id,
			);
			const worker = await until('a worker has it', () =>
				queue.workers.find(({ executions }) => executions.includes(round)),
			);
			await worker.program.kill();
			return round;
		});
		await until('another round sleeps', async () => {
			const asleep = (await workflow.runs()).filter(({ status }) => status === 'waiting');
			return asleep.length === 3 && !asleep.some(({ id }) => id === killed);
		});
		await queue.restartMain();
		for (const ID of [IDs[0], IDs[2]]) control.signAll(ID as string);

		expect(await workflow.ended(run)).toEqual(
			IDs.map((ID) => expect.objectContaining({ ID, paired: ID, status: 'sealed' })),
		);
	},
	30 * MINUTES,
);

import { createHash } from 'node:crypto';
import { dirname } from 'node:path';

import type { CredentialReference } from '../../host/host';
import { startQueue, type QueueHost } from '../../host/queue/queue';
import type { Sandbox } from '../../sandbox';
import { filesBelow } from '../support/folder';
import { envelopeParameters } from '../support/harness';
import { byHand, newCredential, newSandbox, NODE } from './support/harness';
import { keepsSecrets } from './support/keepsSecrets';
import { sharedTarball } from './support/shared';
import { storedByQueue } from './support/stored';
import { until } from './support/until';
import { receivesEvents } from './trigger/receiving';

const TOKEN = 'POST /oauth/token';
const MINUTES = 60_000;

let queue: QueueHost | undefined;
let sandbox: Sandbox | undefined;
let credential: CredentialReference;

beforeAll(async () => {
	queue = await startQueue({ tarball: sharedTarball(), workers: 2 });
	sandbox = await newSandbox();
	credential = await newCredential(queue.main, sandbox);
}, 10 * MINUTES);

afterAll(async () => {
	await queue?.stop();
	await sandbox?.close();
}, 3 * MINUTES);

const running = () => ({ ...(queue as QueueHost), sandbox: sandbox as Sandbox });

it('runs on a worker what a person starts, and shows its file in the main process', async () => {
	const { main, workers, sandbox } = running();
	const { ID } = sandbox.control.envelope({ status: 'sealed' });
	const run = await main.execute(byHand(envelopeParameters('downloadAuditTrail', ID), credential));

	expect(run.error).toBeUndefined();
	expect(run.status).toBe('success');
	await until('a worker has begun it', () =>
		workers.some(({ executions }) => executions.includes(run.id)),
	);
	const [{ sha256, bytes }] = run.json(NODE) as [{ sha256: string; bytes: number }];
	const binary = run.binary(NODE, 'data');
	expect(binary.id).toMatch(/^database/);
	const file = await main.file(binary);
	expect(file).toHaveLength(bytes);
	expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
});

describe('the trigger', () => {
	receivesEvents(() => ({ ...running(), host: running().main, credential }));
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
	const workflow = await main.createWorkflow(byHand(envelopeParameters('get', ID), credential));
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

it('sends nothing to another machine from any of its processes', () => {
	const files = filesBelow(dirname(running().main.folder));
	expect(files.filter((file) => file.endsWith('refused.log'))).toEqual([]);
});

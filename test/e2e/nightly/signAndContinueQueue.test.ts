/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { CredentialReference } from '../../../host/host';
import { startQueue, type QueueHost } from '../../../host/queue/queue';
import type { Worker } from '../../../host/queue/worker';
import type { Sandbox } from '../../../sandbox';
import { Chance } from '../../nodes/ESignature/trigger/random';
import { BRANCHES, endsOf, type End, type Ends } from '../../support/ends';
import { bodyOf, tinyServer, type TinyServer } from '../../support/tinyServer';
import { Contracts } from '../support/contracts';
import { newCredential, newSandbox } from '../support/ground';
import { allRunsOf, type Run } from '../support/record';
import { sharedTarball } from '../support/shared';
import { until } from '../support/until';

const ENVELOPES = 60;
const MINUTES = 60_000;

let queue: QueueHost | undefined;
let sandbox: Sandbox;
let credential: CredentialReference;
let between: TinyServer | undefined;
const events = { all: 0, lost: 0, taken: 0 };
const chance = new Chance(16);

beforeAll(async () => {
	between = await lossyProxy(() => (queue as QueueHost).main.url);
	queue = await startQueue({
		tarball: sharedTarball(),
		workers: 2,
		env: {
			WEBHOOK_URL: `${between.url}/`,
			// As for any n8n that takes many webhooks at a time.
			DB_POSTGRESDB_POOL_SIZE: '10',
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
	await between?.close();
	await sandbox?.close();
}, 3 * MINUTES);

/** Stands before n8n as its public address: says that it took an event, and loses one of ten. */
async function lossyProxy(target: () => string): Promise<TinyServer> {
	return await tinyServer((req, res) => {
		void bodyOf(req).then((body) => {
			const isEvent = req.method === 'POST' && req.url?.startsWith('/webhook/');
			if (isEvent) events.all++;
			if (isEvent && chance.oneIn(10)) {
				events.lost++;
				res.end();
				return;
			}
			const { method, headers } = req;
			const passed = request(`${target()}${req.url}`, { method, headers }, (answer) => {
				res.statusCode = answer.statusCode ?? 500;
				if (isEvent && res.statusCode === 200) events.taken++;
				answer.pipe(res);
			});
			passed.on('error', () => {
				res.statusCode = 502;
				res.end();
			});
			passed.end(body);
		});
	});
}

/** What people do: most sign, some decline, and the sender takes some back. */
function act(ID: string): End {
	const { control } = sandbox;
	const wanted = chance.pick(['signed', 'signed', 'signed', 'declined', 'expired'] as const);
	if (wanted === 'signed') control.signAll(ID);
	else if (wanted === 'declined') control.decline(ID, control.get(ID).participants[0]?.ID ?? '');
	else control.act('PUT /sign/envelopes/{envelopeID}:cancel', { ids: { envelopeID: ID } });
	return wanted;
}

/** A busy n8n refuses to answer at times. */
const patiently = async <Found>(look: () => Promise<Found>): Promise<Found> =>
	(
		await until(
			'an answer',
			async () =>
				await look().then(
					(found) => ({ found }),
					() => undefined,
				),
		)
	).found;

/** IDs of the runs that a worker has begun and not ended, as it tells itself. */
function underWayOn({ log }: Worker): Set<string> {
	const open = new Set<string>();
	for (const [, what, id] of log.matchAll(
		/Worker (started|finished|errored while running) execution (\d+)/g,
	)) {
		if (what === 'started') open.add(id as string);
		else open.delete(id as string);
	}
	return open;
}

/** Kills a worker while it has such runs under way; returns their IDs. Frozen, it cannot end them before that. */
async function killInRuns(worker: Worker, runsNow: () => Promise<Run[]>): Promise<string[]> {
	const { program } = worker;
	const hit = await until('the worker has such runs under way', async () => {
		if (underWayOn(worker).size === 0) return false;
		process.kill(program.pid, 'SIGSTOP');
		const runs = await runsNow();
		// After that answer: what the worker told just before it stood still was on its way to us until now.
		const open = underWayOn(worker);
		const found = runs.map(({ id }) => id).filter((id) => open.has(id));
		if (found.length > 0) return found;
		process.kill(program.pid, 'SIGCONT');
		return false;
	});
	await program.kill();
	return hit;
}

/** Not all at one moment: an office does not sign a hundred contracts in one. */
async function actOn(envelopes: Array<{ ID: string }>, wanted: Map<string, End>): Promise<void> {
	for (const { ID } of envelopes) {
		wanted.set(ID, act(ID));
		await sleep(300);
	}
}

it(
	'ends each envelope once on its branch, though one of ten reports is lost and a worker is killed',
	async () => {
		const { main: host, workers } = queue as QueueHost;
		const contracts = await Contracts.publish(
			{ host, credential },
			{ lookEveryMinutes: 2, hoursForYourSteps: 2 / 60 },
			{ graceMinutes: 1 },
		);
		sandbox.control.setWebhook({
			url: contracts.webhook.replace(host.url, (between as TinyServer).url),
			events: ['EnvelopeSealed', 'SignatureRequestDeclined', 'EnvelopeCancelled'],
		});
		const emails = Array.from({ length: ENVELOPES }, (_, n) => `signer${n}@example.com`);
		await contracts.send(emails);
		const sent = () => sandbox.control.envelopes().filter(({ status }) => status === 'sent');
		await until('all are sent', () => sent().length === ENVELOPES);

		const wanted = new Map<string, End>();
		// Not at each moment: n8n has enough to do.
		const finished = async () => {
			await sleep(2_000);
			return (await patiently(async () => await contracts.rows())).filter(({ done }) => done)
				.length;
		};
		const [early, late] = [sent().slice(0, ENVELOPES / 2), sent().slice(ENVELOPES / 2)];
		await actOn(early, wanted);
		await until('some have ended', async () => (await finished()) > ENVELOPES / 10);
		const acting = actOn(late, wanted);
		const runsNow = async () =>
			await patiently(async () => await allRunsOf(host, contracts.example.id));
		const hit = await killInRuns(workers[0] as Worker, runsNow);
		await acting;

		for (let n = 0; (await finished()) < ENVELOPES; n++) {
			const before = await finished();
			await patiently(async () => await contracts.events.run());
			await until(
				'more have ended, or a while is over',
				async () => (await finished()) > before,
				0.3,
			).catch(() => undefined);
			if (n > 40) break;
		}

		const rows = await patiently(async () => await contracts.rows());
		const endsNow = async (): Promise<Ends> => {
			const stored = [];
			for (const { id } of await runsNow())
				stored.push(await patiently(async () => await host.execution(id)));
			return endsOf(stored);
		};
		let { ends, cutOff } = await endsNow();
		// A row is told before n8n has stored the run.
		await until(
			'the last runs are stored',
			async () => {
				({ ends, cutOff } = await endsNow());
				return ends.size === ENVELOPES;
			},
			1,
		).catch(() => undefined);
		const runs = await runsNow();
		const lostRuns = runs.filter(({ status }) => ['error', 'crashed'].includes(status));
		process.stderr.write(
			`sign and continue: ${ENVELOPES} envelopes | reports ${events.all}, lost ${events.lost}, taken ${events.taken} | under way on the worker at its kill ${hit.length}` +
				` | runs ended by the kill ${lostRuns.length}, on a branch ${cutOff.length} | ends ${[...ends.values()].flat().length}` +
				` | twice ${[...ends.values()].filter(({ length }) => length > 1).length}` +
				` | missing ${ENVELOPES - ends.size}\n`,
		);
		expect(hit.length).toBeGreaterThan(0);
		expect(lostRuns.map(({ id }) => id).filter((id) => !hit.includes(id))).toEqual([]);
		expect(rows).toHaveLength(ENVELOPES);
		expect(rows.filter(({ envelopeId, end }) => wanted.get(envelopeId) !== end)).toEqual([]);
		expect(rows.filter(({ done }) => !done)).toEqual([]);
		const branchOf = (ID: string) => BRANCHES[wanted.get(ID) as End];
		const isTold = ([ID]: [string, unknown]) => ends.has(ID);
		expect(new Map([...ends].sort())).toEqual(
			new Map(
				[...wanted]
					.filter(isTold)
					.map(([ID]) => [ID, [branchOf(ID)]] as const)
					.sort(),
			),
		);
		expect(cutOff.filter(({ envelopeId, branch }) => branch !== branchOf(envelopeId))).toEqual([]);
		expect(new Set(cutOff.map(({ run }) => run)).size).toBe(cutOff.length);
		// A run that was killed after its last step has told its row, and nobody else.
		expect(ENVELOPES - ends.size).toBeLessThanOrEqual(lostRuns.length);
		expect(events.lost).toBeGreaterThan(0);
		expect(events.taken).toBeGreaterThan(ENVELOPES / 2);
	},
	14 * MINUTES,
);

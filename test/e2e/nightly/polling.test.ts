import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';

import { startHost, type Host, type OwnHost } from '../../../host/host';
import { startQueue } from '../../../host/queue/queue';
import { freePort } from '../../../host/server/ports';
import { chain, pollingTrigger } from '../../../host/workflows';
import type { Sandbox } from '../../../sandbox';
import type { StoredEnvelope } from '../../../sandbox/service/records';
import { Chance } from '../../support/chance';
import { newCredential, newSandbox } from '../support/harness';
import { allRunsOf } from '../support/record';
import { sharedTarball } from '../support/shared';
import { until } from '../support/until';

const CHANGES = 3_000;
const ROUNDS = 3;
const MINUTES = 60_000;
const GET = 'GET /sign/envelopes/{envelopeID}';
const LIST = 'GET /sign/envelopes';
const TRIGGER = 'E-Signature Polling Trigger';
const GUARD = join(__dirname, '../../../host/server/guard.cjs');
/** n8n commits the state of a poll together with its run. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};
const NEXT: Partial<Record<string, Array<StoredEnvelope['status']>>> = {
	drafted: ['sent'],
	sent: ['processing', 'rejected', 'cancelled'],
	processing: ['sealed'],
};

let sandbox: Sandbox;
let folder: string;
/** While it exists, the next poll that finds something is n8n's last act. */
const flag = () => join(folder, 'kill-after-poll');
const killable = (env: Record<string, string>) => ({
	...env,
	KILL_AFTER_POLL: flag(),
	NODE_OPTIONS: `--require=${GUARD} --require=${join(__dirname, 'killAfterPoll.cjs')}`,
});
const stops: Array<() => Promise<unknown>> = [];
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'esignature-polling-'));
	sandbox = await newSandbox();
});
afterEach(async () => {
	for (const stop of stops.splice(0)) await stop();
	rmSync(folder, { recursive: true, force: true });
	await sandbox.close();
}, 3 * MINUTES);

/** Random changes at the service, and the last event of each envelope that is due for it. */
class Account {
	private readonly alive: StoredEnvelope[] = [];
	private readonly due = new Map<string, string[]>();
	private clock = Date.now();
	constructor(private readonly chance: Chance) {}

	change(): void {
		const { alive, chance } = this;
		const time = new Date((this.clock += 10)).toISOString();
		const at = chance.whole(Math.max(1, alive.length));
		const next = NEXT[alive[at]?.status ?? ''];
		if (!next || chance.oneIn(3)) {
			const envelope = sandbox.control.envelope({ status: 'drafted' });
			Object.assign(envelope, { createdAt: time, lastModifiedAt: time });
			this.due.set(envelope.ID, [`${envelope.ID}:created`]);
			if (next || alive.length === 0) alive.push(envelope);
			else alive[at] = envelope;
			return;
		}
		const envelope = alive[at] as StoredEnvelope;
		Object.assign(envelope, { status: chance.pick(next), lastModifiedAt: time });
		this.due.set(envelope.ID, [`${envelope.ID}:created`, `${envelope.ID}:${envelope.status}`]);
	}

	get wanted(): string[] {
		return [...this.due.values()].flat();
	}
}

/** The event that a run began with, also if it was killed before its trigger's step was noted. */
function begunWith(data: string): string[] {
	const { resultData, executionData } = parse(data) as IRunExecutionData;
	const output = resultData.runData[TRIGGER]?.[0]?.data?.main;
	const main = output ?? executionData?.nodeExecutionStack[0]?.data.main;
	return (main?.[0] ?? []).map(({ json }) => String(json.id));
}

/** The IDs of all events of a workflow, with how often they came; also of runs that were killed. */
async function told(host: Host, workflow: string): Promise<Map<string, number>> {
	const found = new Map<string, number>();
	for (const { id } of await allRunsOf(host, workflow)) {
		const { data } = await host.rest<{ data: string }>('GET', `/rest/executions/${id}`);
		for (const one of begunWith(data)) found.set(one, (found.get(one) ?? 0) + 1);
	}
	return found;
}

/** In the middle of a poll, so that what it has found is lost. */
async function duringPoll(): Promise<void> {
	const asked = sandbox.log.count(GET);
	await until('a poll is under way', () => sandbox.log.count(GET) > asked + 100);
}

/** When a poll is over and nothing of it is written. */
async function beforeCommit(): Promise<void> {
	writeFileSync(flag(), '');
	await until('n8n has killed itself', () => !existsSync(flag()));
}

const KILLS = [duringPoll, beforeCommit];

/** Each poll reads the first page of the list; the next one begins when the one before is over. */
async function morePolls(count: number): Promise<void> {
	const begun = () =>
		sandbox.log.requests.filter(({ route, query }) => route === LIST && !query.pageAfter).length;
	const before = begun();
	await until(`${count} more polls`, () => begun() > before + count);
}

async function polls(mode: string, host: () => Host, restart: () => Promise<void>): Promise<void> {
	const account = new Account(new Chance(20_261_116));
	const credential = await newCredential(host(), sandbox);
	const first = pollingTrigger(TRIGGER, credential);
	const workflow = await host().createWorkflow(chain(`Polls ${randomUUID()}`, [first]));
	await host().activate(workflow);
	// A list that is still being read could have the first changes as what exists.
	const answered = () =>
		sandbox.log.requests.filter(({ route, status }) => route === LIST && status === 200);
	await until('the answer to the first regular poll', () => answered().length >= 2);
	for (let round = 0; round < ROUNDS; round++) {
		for (let n = 0; n < CHANGES / ROUNDS; n++) account.change();
		const kill = KILLS[round];
		if (!kill) continue;
		await kill();
		await restart();
	}
	const missing = async () => {
		const known = await told(host(), workflow);
		return account.wanted.filter((id) => !known.has(id));
	};
	let missed = await missing();
	// A poll may leave envelopes for the next one; several in a row bring nothing new only if nothing is left.
	for (let idle = 0; idle < 3 && missed.length > 0; idle++) {
		const before = missed.length;
		await morePolls(2);
		missed = await missing();
		if (missed.length < before) idle = 0;
	}
	// Two more polls show whether anything is reported twice.
	await morePolls(2);
	const events = await told(host(), workflow);
	const twice = [...events].filter(([, times]) => times > 1);
	process.stderr.write(
		`polling, ${mode}: ${CHANGES} changes, a kill during a poll and one between a poll and its commit, ${events.size} events, ${sandbox.log.count()} requests: ${missed.length} missed, ${twice.length} twice\n`,
	);
	expect(missed).toEqual([]);
	expect(twice).toEqual([]);
	expect(events.size).toBeGreaterThan(CHANGES / 4);
}

const MODES: Array<[string, Record<string, string>]> = [
	['with durable poll cursors', DURABLE],
	['n8n as it is', {}],
];

it.each(MODES)(
	'%s: tells each change once while n8n is killed during and just after polls',
	async (mode, env) => {
		const options = {
			tarball: sharedTarball(),
			folder: join(folder, 'n8n'),
			port: await freePort(),
			env: killable(env),
		};
		let host: OwnHost = await startHost(options);
		stops.push(async () => await host.stop());

		await polls(
			mode,
			() => host,
			async () => {
				await host.program.kill();
				host = await startHost(options);
			},
		);
	},
	25 * MINUTES,
);

it(
	'in queue mode: tells each change once while the main process is killed during and just after polls',
	async () => {
		const queue = await startQueue({
			tarball: sharedTarball(),
			workers: 1,
			env: killable(DURABLE),
		});
		stops.push(async () => await queue.stop());

		await polls(
			'queue mode',
			() => queue.main,
			async () => await queue.restartMain(),
		);
	},
	25 * MINUTES,
);

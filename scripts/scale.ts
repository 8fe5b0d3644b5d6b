// Measures what docs/internals.md says of many runs that wait for one envelope each, in an n8n that is killed meanwhile.
//
//   npm run scale -- --waiting 1000
//   npm run scale -- --waiting 1000 --plain     the same with n8n's own Wait
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { IDataObject, INode } from 'n8n-workflow';

import { startHost, type OwnHost } from '../host/host';
import { n8nVersion } from '../host/install/version';
import { Clock } from '../host/server/hostClock';
import { packPackage } from '../host/server/package';
import { processorTimeOf } from '../host/server/processor';
import { until } from '../test/e2e/support/until';
import { waitingEvery, WaitingWorkflow } from '../test/e2e/support/waiting';

const MINUTE = 60_000;
const MIB = 1024 ** 2;
/** In minutes. */
const LONG = 60;
const CALLS_AT_ONCE = 10;
/** In minutes: no check comes before all sleep. */
const CHECK_EVERY = 120;
/** In minutes: n8n was away for an hour when they were due. */
const LATER = CHECK_EVERY + 60;

/** n8n wakes all runs that are due before it is ready. */
const START_SECONDS = 1_800;

/** n8n's own Wait, for comparison: it sleeps once, and reads nothing. */
const PLAIN: Partial<INode> = {
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	webhookId: 'plain',
	parameters: { resume: 'timeInterval', amount: CHECK_EVERY, unit: 'minutes' },
	credentials: {},
};

const print = (line: string) => process.stdout.write(`${line}\n`);
const inMib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			waiting: { type: 'string', default: '1000' },
			plain: { type: 'boolean', default: false },
		},
	});
	const count = Number(values.waiting);
	const tarball = await packPackage(join(__dirname, '..', 'artifacts', 'scale'));
	print(`n8n ${n8nVersion()}, ${cpus().length} cores`);
	const folder = mkdtempSync(join(tmpdir(), 'esignature-waiting-'));
	const database = join(folder, '.n8n', 'database.sqlite');
	const clock = new Clock(folder);
	const start = async () =>
		await startHost({ tarball, folder, env: clock.env, startSeconds: START_SECONDS });
	let host = await start();
	/** n8n is killed, and away for some minutes. */
	const restart = async (minutes: number) => {
		await host.program.kill();
		clock.advance(minutes * MINUTE);
		const began = performance.now();
		host = await start();
		return seconds(began);
	};
	let workflow: WaitingWorkflow | undefined;
	try {
		const empty = await restart(0);
		workflow = await WaitingWorkflow.publish(
			() => host,
			values.plain ? PLAIN : { parameters: waitingEvery(CHECK_EVERY) },
		);
		print(`nothing waits: n8n starts in ${empty}; ${await rest(host)}`);

		const before = sizeOf(database);
		let began = performance.now();
		const IDs = workflow.sent(count);
		let rows = 0;
		for (let at = 0; at < count; at += CALLS_AT_ONCE) {
			const some = IDs.slice(at, at + CALLS_AT_ONCE);
			await Promise.all(some.map(async (ID) => await workflow?.call([ID])));
			rows = await until('they sleep', async () => await allAsleep(host), LONG);
		}
		const size = (sizeOf(database) - before) / count / 1024;
		print(
			`${count} runs sleep after ${seconds(began)}: ${rows} executions, ${Math.round(size)} KiB of the database for each run; n8n holds ${inMib(host.memory)}`,
		);

		const full = await restart(0);
		print(`killed and started again: in ${full}; ${await rest(host)}`);

		for (const ID of IDs) workflow.sandbox.control.signAll(ID);
		await workflow.sandbox.control.idle();
		for (;;) {
			const due = await restart(LATER);
			began = performance.now();
			const { waiting, most } = await settled(host);
			print(
				`killed, and started again when all were due: in ${due}; ${waiting} executions still wait ${seconds(began)} later; at most ${inMib(most)}`,
			);
			if (waiting === 0) break;
		}
		print(await exactly(workflow, IDs, values.plain ? undefined : 'sealed'));
	} finally {
		await host.stop();
		await workflow?.sandbox.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** While n8n starts, checks are put off by up to 17 minutes. */
const QUIET_MINUTES = 20;

/** How many executions still wait when none has gone on for a while, and the most memory that n8n held until then. */
async function settled(host: OwnHost): Promise<{ waiting: number; most: number }> {
	let most = 0;
	let waiting = -1;
	for (let since = Date.now(); Date.now() - since < QUIET_MINUTES * MINUTE; await sleep(1_000)) {
		most = Math.max(most, host.memory);
		const now = await countOf(host, ['waiting']);
		if (now !== waiting) since = Date.now();
		waiting = now;
		if (waiting === 0) break;
	}
	return { waiting, most };
}

/** Memory and processor time while nothing happens, after the start. */
async function rest(host: OwnHost): Promise<string> {
	await sleep(MINUTE / 2);
	const before = processorTimeOf(host.pid);
	await sleep(MINUTE);
	const used = (processorTimeOf(host.pid) - before) / 1_000;
	return `it holds ${inMib(host.memory)} and needs ${used.toFixed(1)} s of processor time a minute`;
}

/** With what n8n has not yet moved from the log of the database. */
const sizeOf = (database: string): number =>
	statSync(database).size + statSync(`${database}-wal`).size;

/** How many executions sleep, once none runs. */
const allAsleep = async (host: OwnHost): Promise<number | false> =>
	(await countOf(host, ['new', 'running'])) === 0 && (await countOf(host, ['waiting']));

async function countOf(host: OwnHost, status: string[]): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ status }));
	const path = `/rest/executions?limit=1&filter=${filter}`;
	return (await host.rest<{ count: number }>('GET', path)).count;
}

/** Each run went on once, with its own envelope. */
async function exactly(workflow: WaitingWorkflow, IDs: string[], status?: string): Promise<string> {
	const { statuses, wentOn } = await workflow.ends();
	const isWrong = (item: IDataObject) => item.status !== status;
	const right = wentOn.filter((item) => !isWrong(item)).map(({ ID }) => ID);
	const crashed = statuses.filter((one) => one !== 'success');
	if (right.sort().join() !== [...IDs].sort().join() || crashed.length > 0) {
		const wrong = [...crashed, ...wentOn.filter(isWrong)];
		throw new Error(
			`${right.length} of ${IDs.length} went on; the others: ${JSON.stringify(wrong)}`,
		);
	}
	return `each of ${IDs.length} went on once`;
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});

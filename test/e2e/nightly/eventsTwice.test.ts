/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startHost, type Host, type OwnHost } from '../../../host/host';
import { startQueue, type QueueHost } from '../../../host/queue/queue';
import { freePort } from '../../../host/server/ports';
import type { Sandbox } from '../../../sandbox';
import { newCredential, newSandbox } from '../support/harness';
import { ranOf } from '../support/record';
import { sharedTarball } from '../support/shared';
import { until } from '../support/until';
import { Listener } from '../trigger/listener';
import { sendEvent } from '../trigger/sending';

const EVENTS = 200;
const AT_A_TIME = 10;
const MINUTES = 60_000;

let sandbox: Sandbox;
const stops: Array<() => Promise<unknown>> = [];
beforeAll(async () => {
	sandbox = await newSandbox();
});
afterEach(async () => {
	for (const stop of stops.splice(0)) await stop();
}, 3 * MINUTES);
afterAll(async () => await sandbox.close());

/** Sends every event once, some at a time; gives the statuses of the answers. */
async function deliver(url: string, ids: readonly string[]): Promise<number[]> {
	const waiting = [...ids.entries()];
	const statuses: number[] = [];
	const one = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const [at, id] = next;
			statuses[at] = await sendEvent(sandbox, url, id);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, one));
	return statuses;
}

/** Delivers all events, crashes n8n, and delivers them again. */
async function twice(mode: string, host: () => Host, restart: () => Promise<void>) {
	const listener = await Listener.start(host(), await newCredential(host(), sandbox));
	const ids = Array.from({ length: EVENTS }, () => randomUUID());
	const first = await deliver(listener.url, ids);
	await restart();
	await until('the address is registered again', async () => (await fetch(listener.url)).ok);
	const second = await deliver(listener.url, ids);
	const runs = await until(
		'n8n has worked off what it took',
		async () => await ranOf(host(), listener.workflow),
	);
	process.stderr.write(
		`twice, ${mode}: ${EVENTS} events, each sent before a crash and after it: ${runs} runs\n`,
	);
	expect(first).toEqual(Array(EVENTS).fill(200));
	expect(second).toEqual(Array(EVENTS).fill(200));
	expect(runs).toBe(EVENTS);
}

it(
	'starts one run for each event that comes again after a crash',
	async () => {
		const home = mkdtempSync(join(tmpdir(), 'esignature-twice-'));
		const options = { tarball: sharedTarball(), folder: home, port: await freePort() };
		let host: OwnHost = await startHost(options);
		stops.push(
			async () => await host.stop(),
			async () => rmSync(home, { recursive: true, force: true }),
		);

		await twice(
			'regular mode',
			() => host,
			async () => {
				await host.program.kill();
				host = await startHost(options);
			},
		);
	},
	15 * MINUTES,
);

it(
	'starts one run for each event that comes again after a crash, in queue mode',
	async () => {
		const queue: QueueHost = await startQueue({ tarball: sharedTarball(), workers: 1 });
		stops.push(async () => await queue.stop());

		await twice(
			'queue mode',
			() => queue.main,
			async () => await queue.restartMain(),
		);
	},
	15 * MINUTES,
);

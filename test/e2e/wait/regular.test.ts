import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startHost, type OwnHost } from '../../../host/host';
import { Clock } from '../../../host/server/hostClock';
import { sharedTarball } from '../support/shared';
import { until } from '../support/until';
import {
	CANCELED,
	itWaits,
	READ,
	sealed,
	startTest,
	waitingEvery,
	WaitingWorkflow,
} from '../support/waiting';

const MINUTE = 60_000;
jest.setTimeout(30 * MINUTE);

const DAY = 24 * 60 * MINUTE;
const folder = mkdtempSync(join(tmpdir(), 'esignature-wait-'));
const clock = new Clock(folder);
let host: OwnHost;

const publish = async () => await WaitingWorkflow.publish(() => host);

/** How many times n8n has finished starting, including its recovery after a crash. */
const starts = () =>
	readFileSync(join(folder, 'n8n.log'), 'utf8').split('Editor is now accessible').length - 1;

/** Kills n8n, and starts it when checks are overdue. Ends once they are put off. */
async function restart(later = 3 * MINUTE): Promise<void> {
	const port = Number(new URL(host.url).port);
	const before = { starts: starts(), checks: await many.checks() };
	await host.program.kill();
	clock.advance(later);
	host = await startHost({ tarball: sharedTarball(), folder, port, env: clock.env });
	await until('n8n has started', () => starts() > before.starts);
	await until('checks are put off', async () => (await many.checks()) > before.checks);
}

let killed: WaitingWorkflow;
let killedRun: string;
let three: string[];
let lost: string;

let many: WaitingWorkflow;
let manyRun: string;
let fifty: string[];

let changed: WaitingWorkflow;
let changedRun: string;
let one: string[];

let canceled: WaitingWorkflow;

let testRun: string;

// All of them in the same n8n, which is killed three times: while all runs sleep, during a check, and for a month.
beforeAll(async () => {
	host = await startHost({ tarball: sharedTarball(), folder, env: clock.env });
	killed = await WaitingWorkflow.publish(() => host, { onError: 'continueErrorOutput' });
	[many, changed, canceled] = await Promise.all([publish(), publish(), publish()]);

	three = killed.sent(3);
	killedRun = await killed.start(['none', ...three]);

	fifty = many.sent(50);
	many.sign(fifty.slice(0, 5));
	await many.sandbox.control.idle();
	manyRun = await many.start(fifty);

	one = changed.sent(1);
	changedRun = await changed.start(one);
	const envelopeId = { __rl: true, mode: 'id', value: one[0] };
	testRun = await startTest(host, changed.sandbox, { ...waitingEvery(2), envelopeId });
	const address = `/rest/workflows/${changed.id}`;
	await host.deactivate(changed.id);
	const stored = await host.rest<object>('GET', address);
	await host.rest('PATCH', address, { ...stored, connections: {} });
	changed.sign(one);

	await canceled.startAndCancel();

	await restart();
	const held = killed.holdChecks();
	const failing = many.nextCheck();
	many.sandbox.faults.always(READ, { kind: 'status', status: 500 });
	clock.advance(5 * MINUTE);
	await Promise.all([held.begun, failing]);
	await many.asleep();
	many.sandbox.faults.clear();
	many.sign(fifty.slice(5, 25));
	killed.sign(three.slice(1, 2));

	lost = await killed.lastRound();
	await restart();
	held.release();
	await Promise.all([many.asleep(), killed.replaced(lost)]);
	const next = many.nextCheck();
	clock.advance(5 * MINUTE);
	await next;
	await many.asleep();
	many.sign(fifty.slice(26));
	killed.sign([three[0], three[2]] as string[]);

	await restart(31 * DAY);
	clock.advance(5 * MINUTE);
});
afterAll(async () => {
	await host?.stop();
	for (const workflow of [killed, many, changed, canceled]) await workflow?.sandbox.close();
	rmSync(folder, { recursive: true, force: true });
});

itWaits(
	'goes on once with each envelope, even if n8n is killed while it sleeps and during a check',
	async () => {
		expect(await killed.ended(killedRun)).toEqual(sealed(three));
		expect(killed.asked).toEqual(three.map(() => 1));
		expect((await host.execution(killedRun)).json('Wait', 1)).toMatchObject([{ ID: 'none' }]);
		expect((await killed.ends()).statuses).toEqual(['success']);
		// The one that was killed did not go on.
		expect(await host.status(lost)).toBe('crashed');
	},
);

itWaits(
	'goes on once with each of 50 envelopes that end one after the other, one of them never, even if a check fails',
	async () => {
		const items = await many.ended(manyRun);

		expect(items.filter(({ gaveUp }) => !gaveUp)).toEqual(
			sealed(fifty.filter((ID) => ID !== fifty[25])),
		);
		expect(many.asked).toEqual(fifty.map(() => 1));
		expect(items[25]).toMatchObject({ ID: fifty[25], status: 'sent', gaveUp: true });
	},
);

itWaits(
	'goes on as it was when it began, even if the workflow was changed and unpublished meanwhile',
	async () => {
		expect(await changed.ended(changedRun)).toEqual(sealed(one));
	},
);

itWaits('goes on in a test run of the editor', async () => {
	expect((await host.ended(testRun)).json('Wait')).toMatchObject([
		{ ID: one[0], status: 'sealed' },
	]);
});

itWaits(
	'ends with the run that is canceled, or with either of its sub-workflows; nothing goes on, and n8n gives the same reason',
	async () => {
		expect(await canceled.ends()).toEqual(CANCELED);
	},
);

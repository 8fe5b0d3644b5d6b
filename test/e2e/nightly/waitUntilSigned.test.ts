/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';

import { hasEnded } from '../../../host/execution';
import { prepareHarness } from '../support/harness';
import { until } from '../support/until';
import { READ, WaitingWorkflow } from '../support/waiting';

const harness = prepareHarness();
const MINUTES = 60_000;

const sent = (count: number): string[] =>
	Array.from({ length: count }, () => harness.sandbox.control.envelope({ status: 'sent' }).ID);

const publish = async (options?: object) =>
	await WaitingWorkflow.publish(() => harness.host, harness.credential, options);

const allEnded = async (workflow: WaitingWorkflow) =>
	await until(
		'all of its runs have ended',
		async () => {
			const runs = await workflow.runs();
			return runs.every(({ status }) => hasEnded(status)) && runs;
		},
		20,
	);

it(
	'goes on once with each of 50 envelopes that end one by one, one of them never, though checks fail',
	async () => {
		const { control, faults, log } = harness.sandbox;
		// About eight minutes.
		const workflow = await publish({ giveUpAfter: 8 / 1440 });
		const IDs = sent(50);
		const run = await workflow.start(IDs);
		const signing = (async () => {
			for (const ID of IDs.slice(1)) {
				control.signAll(ID);
				await sleep(6_000);
			}
		})();
		const before = log.count(READ);
		await until('the first check', () => log.count(READ) > before, 10);
		// All of the second check.
		await sleep(60_000);
		faults.always(READ, { kind: 'status', status: 500 });
		await sleep(120_000);
		faults.clear();
		await signing;

		expect(await workflow.ended(run)).toEqual(
			IDs.map((ID, index) =>
				expect.objectContaining({
					ID,
					paired: ID,
					...(index === 0 ? { status: 'sent', gaveUp: true } : { status: 'sealed' }),
				}),
			),
		);
	},
	30 * MINUTES,
);

it(
	'ends with the run that is canceled, or with one of its sub-workflows, and nothing goes on',
	async () => {
		const workflow = await publish();
		const byRun = sent(1);
		await harness.host.cancel(await workflow.start(byRun));
		const own = new Set((await workflow.runs()).map(({ id }) => id));
		await workflow.start(sent(1));
		const others = (await workflow.runs()).filter(({ id }) => !own.has(id));
		// The last one that began is the round.
		const [round] = others.map(({ id }) => Number(id)).sort((a, b) => b - a);
		await harness.host.cancel(String(round));
		const runs = await allEnded(workflow);

		expect(runs.filter(({ mode }) => mode === 'webhook').map(({ status }) => status)).toEqual([
			'canceled',
			'canceled',
		]);
	},
	30 * MINUTES,
);

it(
	'goes on as it was when it began, though the workflow was changed and unpublished meanwhile',
	async () => {
		const { host, sandbox } = harness;
		const workflow = await publish();
		const [ID] = sent(1) as [string];
		const run = await workflow.start([ID]);
		await host.deactivate(workflow.id);
		const stored = await host.rest<object>('GET', `/rest/workflows/${workflow.id}`);
		await host.rest('PATCH', `/rest/workflows/${workflow.id}`, { ...stored, connections: {} });
		sandbox.control.signAll(ID);

		expect(await workflow.ended(run)).toMatchObject([{ ID, status: 'sealed' }]);
	},
	30 * MINUTES,
);

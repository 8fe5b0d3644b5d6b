import { randomUUID } from 'node:crypto';

import { hasEnded } from '../../../host/execution';
import { chain, pollingTrigger } from '../../../host/workflows';
import type { LoggedRequest } from '../../../sandbox';
import { prepareHarness } from '../support/harness';
import { allRunsOf } from '../support/record';
import { until } from '../support/until';

const harness = prepareHarness();
const LIST = 'GET /sign/envelopes';
const TRIGGER = 'E-Signature Polling Trigger';

// n8n polls once a minute. Thousands of changes while n8n is killed are in nightly/polling.
it('starts a run with what has changed, once', async () => {
	const { host, sandbox, credential } = harness;
	const workflow = await host.createWorkflow(
		chain(`Polls ${randomUUID()}`, [pollingTrigger(TRIGGER, credential)]),
	);
	await host.activate(workflow);
	// A list that is still being read could have the new envelope as one of those that exist.
	const isAnswered = ({ route, status }: LoggedRequest) => route === LIST && status === 200;
	await until('the answer to the first poll', () => sandbox.log.requests.some(isAnswered));
	const { ID } = sandbox.control.envelope({ status: 'sent' });
	const [run] = await until('a run', async () => {
		const runs = await allRunsOf(host, workflow);
		return runs.some(({ status }) => hasEnded(status)) && runs;
	});
	const polls = sandbox.log.count(LIST);
	await until('another poll', () => sandbox.log.count(LIST) > polls);
	await host.deactivate(workflow);

	const events = (await host.execution(String(run?.id))).json(TRIGGER);
	expect(events.map(({ id }) => id)).toEqual([`${ID}:created`, `${ID}:sent`]);
	expect(await allRunsOf(host, workflow)).toHaveLength(1);
});

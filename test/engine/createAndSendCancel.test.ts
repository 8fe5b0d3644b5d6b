import type { Route } from '../../nodes/ESignature/api';
import { prepareHarness } from '../support/harness';
import { until } from '../support/until';
import { job, processAtOnce, withFiles } from './createAndSendJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
const CREATE = 'POST /sign/envelopes';
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const DELETE = 'DELETE /sign/envelopes/{envelopeID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const STEPS: Route[] = [
	CREATE,
	'POST /sign/envelopes/{envelopeID}/documents',
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}',
	'POST /sign/envelopes/{envelopeID}/participants',
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields',
];

/** Runs the job and cancels it while the n-th request to the route is on its way. */
async function canceledDuring(route: Route, nth = 1, options: object = {}) {
	const { sandbox, engine } = harness;
	if (nth > 1) sandbox.faults.next(route, { kind: 'delay', ms: 0 }, nth - 1);
	sandbox.faults.next(route, { kind: 'delay', ms: 200 });
	processAtOnce(sandbox);
	const { result, cancel } = engine.start(job({ options }), { items: [await withFiles()] });
	await until(() => sandbox.log.count(route) === nth, result);
	cancel();
	return await result;
}

const left = async () => {
	harness.sandbox.faults.clear();
	const { items } = await harness.engine.run({
		resource: 'envelope',
		operation: 'getAll',
		returnAll: true,
	});
	return items.map(({ json }) => json.ID);
};

it.each(STEPS)('leaves no draft when it is canceled during %s', async (route) => {
	const { status } = await canceledDuring(route);
	expect(status).toBe('canceled');
	expect(harness.sandbox.log.count(DELETE)).toBe(1);
	expect(harness.sandbox.log.count(SEND)).toBe(0);
	expect(await left()).toEqual([]);
});

it('begins nothing more than its removal', async () => {
	await canceledDuring('POST /sign/envelopes/{envelopeID}/participants');
	const routes = harness.sandbox.log.requests.map(({ route }) => route);
	expect(
		routes.slice(routes.indexOf('POST /sign/envelopes/{envelopeID}/participants') + 1),
	).toEqual([ENVELOPE, DELETE]);
});

it('keeps the draft when asked for', async () => {
	await canceledDuring(CREATE, 1, { keepDraft: true });
	expect(await left()).toHaveLength(1);
	expect(harness.sandbox.log.count(DELETE)).toBe(0);
});

it('does not take back an envelope that is already on its way to the signers', async () => {
	await canceledDuring(SEND);
	const [ID] = await left();
	expect(harness.sandbox.control.get(String(ID)).status).toBe('sent');
	expect(harness.sandbox.log.count(DELETE)).toBe(0);
});

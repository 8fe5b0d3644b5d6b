import type { Route } from '../../nodes/ESignature/api';
import { prepareHarness } from '../support/harness';
import { newSignal, until } from '../support/until';
import { job, processAtOnce, withFiles } from './createAndSendJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
const CREATE = 'POST /sign/envelopes';
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const DELETE = 'DELETE /sign/envelopes/{envelopeID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const ADD = 'POST /sign/envelopes/{envelopeID}/documents';
const PARTICIPANTS = 'POST /sign/envelopes/{envelopeID}/participants';

/** Runs the job and cancels it while the first request to the route is on its way. */
async function canceledDuring(route: Route, options: object = {}) {
	const { sandbox, engine } = harness;
	const canceled = newSignal();
	sandbox.faults.next(route, { kind: 'hold', until: canceled.given });
	processAtOnce(sandbox);
	const { result, cancel } = engine.start(job({ options }), { items: [await withFiles()] });
	await until(() => sandbox.log.count(route) === 1, result);
	cancel();
	canceled.give();
	return await result;
}

const left = () => harness.sandbox.control.envelopes().map(({ ID }) => ID);

it.each([CREATE, ADD] as const)('leaves no draft when it is canceled during %s', async (route) => {
	const { status } = await canceledDuring(route);
	expect(status).toBe('canceled');
	expect(harness.sandbox.log.count(DELETE)).toBe(1);
	expect(harness.sandbox.log.count(SEND)).toBe(0);
	expect(left()).toEqual([]);
});

it('begins nothing more than its removal', async () => {
	await canceledDuring(PARTICIPANTS);
	const routes = harness.sandbox.log.requests.map(({ route }) => route);
	expect(routes.slice(routes.indexOf(PARTICIPANTS) + 1)).toEqual([ENVELOPE, DELETE]);
});

it('keeps the draft when asked for', async () => {
	await canceledDuring(CREATE, { keepDraft: true });
	expect(left()).toHaveLength(1);
	expect(harness.sandbox.log.count(DELETE)).toBe(0);
});

it('does not take back an envelope that is already on its way to the signers', async () => {
	await canceledDuring(SEND);
	const [ID] = left();
	expect(harness.sandbox.control.get(String(ID)).status).toBe('sent');
	expect(harness.sandbox.log.count(DELETE)).toBe(0);
});

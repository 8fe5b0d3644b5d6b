import { sleep } from 'n8n-workflow';

import type { Route } from '../../nodes/ESignature/api';
import { envelopeParameters, prepareHarness } from '../support/harness';
import { until } from '../support/until';

const harness = prepareHarness();
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const items = Array.from({ length: 60 }, () => ({ json: {} }));

/** From now on the answers to a route wait, after the first one if that is to pass. */
function hold(route: Route, { after = 0 } = {}): () => void {
	let release = () => {};
	const until = new Promise<void>((resolve) => (release = resolve));
	if (after > 0) harness.sandbox.faults.next(route, { kind: 'delay', ms: 0 }, after);
	harness.sandbox.faults.always(route, { kind: 'hold', until });
	return release;
}

it.each([
	[undefined, 8],
	[3, 3],
])('runs at most so many requests at a time (Max Concurrency %s)', async (maxConcurrency, most) => {
	const { ID } = harness.sandbox.control.envelope();
	const options = maxConcurrency === undefined ? {} : { maxConcurrency };
	const release = hold(ENVELOPE, { after: 1 });
	const { result } = harness.engine.start(envelopeParameters('get', ID, { options }), { items });
	await until(() => harness.sandbox.log.count(ENVELOPE) === 1 + most, result);
	await sleep(50);
	release();
	await result;
	expect(harness.sandbox.log.maxInFlight).toBe(most);
	expect(harness.sandbox.log.count(ENVELOPE)).toBe(60);
});

it('downloads at most four files at a time, also with a larger Max Concurrency', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	const release = hold(SEALED, { after: 1 });
	const { result } = harness.engine.start(
		envelopeParameters('downloadSealed', ID, {
			binaryPropertyName: 'data',
			options: { maxConcurrency: 20 },
		}),
		{ items: items.slice(0, 20) },
	);
	await until(() => harness.sandbox.log.count(SEALED) === 1 + 4, result);
	await sleep(50);
	release();
	await result;
	expect(harness.sandbox.log.maxInFlight).toBe(4);
	expect(harness.sandbox.log.count(SEALED)).toBe(20);
});

it('counts what explains a refusal', async () => {
	const maxConcurrency = 1;
	const { ID } = harness.sandbox.control.envelope({ status: 'cancelled', documents: 4 });
	harness.sandbox.faults.always('*', { kind: 'delay', ms: 30 });
	for (const route of [SEALED, TRAIL] as const) {
		harness.sandbox.faults.always(route, { kind: 'status', status: 409 });
	}
	const parameters = envelopeParameters('downloadEvidence', ID, {
		include: ['auditTrail', 'sealed'],
		options: { maxConcurrency },
	});
	await harness.engine.run(parameters, {
		items: items.slice(0, 6),
		onError: 'continueRegularOutput',
	});
	expect(harness.sandbox.log.count(SEALED)).toBe(6);
	expect(harness.sandbox.log.maxInFlight).toBe(maxConcurrency);
});

it('counts all requests of an item that makes several at a time', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed', documents: 4 });
	harness.sandbox.faults.always('*', { kind: 'delay', ms: 30 });
	const parameters = envelopeParameters('downloadEvidence', ID, {
		include: ['auditTrail', 'documents', 'original', 'sealed'],
		options: { maxConcurrency: 3 },
	});
	const { error } = await harness.engine.run(parameters, { items: items.slice(0, 6) });
	expect(error).toBeUndefined();
	expect(harness.sandbox.log.maxInFlight).toBe(3);
});

it('starts nothing more once the execution is canceled', async () => {
	const { ID } = harness.sandbox.control.envelope();
	const release = hold(ENVELOPE, { after: 10 });
	const { result, cancel } = harness.engine.start(envelopeParameters('get', ID), {
		items: Array.from({ length: 500 }, () => ({ json: {} })),
		onError: 'continueRegularOutput',
	});
	await until(() => harness.sandbox.log.count(ENVELOPE) === 18, result);
	cancel();
	const { status } = await result;
	release();
	await sleep(200);
	expect(status).toBe('canceled');
	expect(harness.sandbox.log.count(ENVELOPE)).toBe(18);
});

import { sleep } from 'n8n-workflow';

import { envelopeParameters, prepareGround } from '../support/ground';

const ground = prepareGround();
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const items = Array.from({ length: 60 }, () => ({ json: {} }));

it.each([
	[undefined, 8],
	[1, 1],
	[3, 3],
	[0, 1],
	['many', 1],
])('runs at most so many requests at a time (Max Concurrency %s)', async (maxConcurrency, most) => {
	const { ID } = ground.sandbox.control.envelope();
	ground.sandbox.faults.always(ENVELOPE, { kind: 'delay', ms: 5 });
	await ground.engine.run(envelopeParameters('get', ID));
	ground.sandbox.log.clear();
	const options = maxConcurrency === undefined ? {} : { maxConcurrency };
	await ground.engine.run(envelopeParameters('get', ID, { options }), { items });
	expect(ground.sandbox.log.maxInFlight).toBeLessThanOrEqual(most);
	expect(ground.sandbox.log.maxInFlight).toBeGreaterThan(most / 2);
});

it('downloads two archives at a time, however many requests are allowed', async () => {
	const { ID } = ground.sandbox.control.envelope({ status: 'sealed' });
	ground.sandbox.faults.always('GET /sign/envelopes/{envelopeID}:download-sealed', {
		kind: 'delay',
		ms: 20,
	});
	await ground.engine.run(
		envelopeParameters('downloadSealed', ID, {
			binaryPropertyName: 'data',
			options: { maxConcurrency: 50 },
		}),
		{ items: items.slice(0, 10) },
	);
	expect(ground.sandbox.log.maxInFlight).toBe(2);
});

it('sends the first request alone', async () => {
	const { ID } = ground.sandbox.control.envelope();
	ground.sandbox.faults.next(ENVELOPE, { kind: 'delay', ms: 150 });
	const { result } = ground.engine.start(envelopeParameters('get', ID), { items });
	while (ground.sandbox.log.count(ENVELOPE) === 0) await sleep(1);
	await sleep(50);
	expect(ground.sandbox.log.count(ENVELOPE)).toBe(1);
	await result;
	expect(ground.sandbox.log.count(ENVELOPE)).toBe(60);
});

it('starts nothing more once the execution is cancelled', async () => {
	const { ID } = ground.sandbox.control.envelope();
	ground.sandbox.faults.always(ENVELOPE, { kind: 'delay', ms: 20 });
	const { result, cancel } = ground.engine.start(envelopeParameters('get', ID), {
		items: Array.from({ length: 500 }, () => ({ json: {} })),
		onError: 'continueRegularOutput',
	});
	while (ground.sandbox.log.count(ENVELOPE) < 10) await sleep(1);
	cancel();
	const { status } = await result;
	// What was already on its way still arrives.
	await sleep(100);
	const sent = ground.sandbox.log.count(ENVELOPE);
	await sleep(200);
	expect(status).toBe('canceled');
	expect(sent).toBeLessThan(40);
	expect(ground.sandbox.log.count(ENVELOPE)).toBe(sent);
});

it('stops at the first failure when the node is to stop', async () => {
	const { ID } = ground.sandbox.control.envelope();
	ground.sandbox.faults.next(ENVELOPE, { kind: 'status', status: 404 });
	const { error } = await ground.engine.run(envelopeParameters('get', ID), { items });
	expect(error?.context.itemIndex).toBe(0);
	expect(ground.sandbox.log.count(ENVELOPE)).toBe(1);
});

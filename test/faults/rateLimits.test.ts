/* eslint-disable @n8n/community-nodes/no-restricted-globals -- makes the clock run faster */
import { createEngine } from '../support/engine';
import { byId, prepareHarness } from '../support/harness';
import { json, scriptedService } from '../support/scriptedService';

const GET = 'GET /sign/envelopes/{envelopeID}';

/** A service that allows so many requests in each stretch of time, and says no word about how long to wait. */
async function strictService(allowed: number, stretch: number) {
	let stretchEnds = 0;
	let left = 0;
	const counts = { served: 0, refused: 0 };
	const service = await scriptedService({
		api: ({ path }, response) => {
			if (performance.now() > stretchEnds) {
				stretchEnds = performance.now() + stretch;
				left = allowed;
			}
			if (left-- <= 0) {
				counts.refused += 1;
				return json(response, 429, { title: 'Too Many Requests' });
			}
			counts.served += 1;
			json(response, 200, { ID: path.split('/').pop(), name: 'x', status: 'sent' });
		},
	});
	const engine = await createEngine({ credential: service.credential });
	return { service, engine, counts };
}

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const reading = { resource: 'envelope', operation: 'get', envelopeId: byId('={{ $json.ID }}') };
const items = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ json: { ID: idOf(n) } }));

describe('a service that limits requests without saying for how long', () => {
	it('slows down every execution of the account, not only the one that was refused', async () => {
		const { service, engine, counts } = await strictService(25, 400);
		const runs = await Promise.all(
			[1, 2, 3].map(async () => await engine.run(reading, { items: items(40) })),
		);
		expect(runs.map((run) => run.items.length)).toEqual([40, 40, 40]);
		// Each window of the service is tried once by the requests that wait for it together.
		expect(counts.refused).toBeLessThan(counts.served);
		await engine.close();
		await service.close();
	});
});

describe('a service that refuses everybody for good', () => {
	const harness = prepareHarness();

	const FASTER = 150;

	/** Pauses end at once, and the clock runs so much faster, so that they seem to have lasted. */
	beforeEach(() => {
		const { setTimeout: wait } = globalThis;
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() * FASTER);
		jest
			.spyOn(globalThis, 'setTimeout')
			.mockImplementation(((then: () => void, milliseconds = 0, ...rest: []) =>
				wait(
					then,
					milliseconds > FASTER && milliseconds < 40_000 ? milliseconds / FASTER : milliseconds,
					...rest,
				)) as typeof setTimeout);
	});
	afterEach(() => jest.restoreAllMocks());

	it('is left alone after a while, and the rest is not attempted', async () => {
		harness.sandbox.faults.always(GET, { kind: 'rateLimit' });
		const patient = { ...reading, options: { timeout: 3600 } };
		const { items: failed } = await harness.engine.run(patient, {
			items: items(100),
			onError: 'continueRegularOutput',
		});
		expect(failed).toHaveLength(100);
		expect(failed.at(-1)?.json.error).toContain('Not attempted');
		expect(harness.sandbox.log.count(GET)).toBeLessThan(100);
	});

	it('serves a later run once it refuses no more', async () => {
		harness.sandbox.faults.next(GET, { kind: 'rateLimit' }, 3);
		const { ID } = harness.sandbox.control.envelope();
		const patient = { ...reading, options: { timeout: 3600 } };
		const { items: done } = await harness.engine.run(patient, { items: [{ json: { ID } }] });
		expect(done[0]?.json.ID).toBe(ID);
	});
});

import { sleep } from 'n8n-workflow';

import type { Route } from '../../../../nodes/ESignature/api';
import {
	Traffic,
	RateLimit,
	Gate,
	withRetries,
} from '../../../../nodes/ESignature/transport/retry';
import { DONE, lost, run } from './attempts';
import { refused } from './failures';

const READ: Route = 'GET /sign/envelopes/{envelopeID}';

describe('a read', () => {
	it('is repeated until it succeeds', async () => {
		const { outcome, attempts } = await run(READ, [refused(503), lost, { kind: 'timeout' }, DONE]);

		expect({ outcome, attempts }).toEqual({ outcome: { value: DONE }, attempts: 4 });
	});

	it('ends with the last failure after four attempts, and leaves nothing in doubt', async () => {
		const { outcome, attempts } = await run(READ, [lost, lost, lost, refused(502), DONE]);

		expect({ outcome, attempts }).toEqual({
			outcome: { failure: refused(502), uncertain: false },
			attempts: 4,
		});
	});

	it('that finds nothing after trouble has found nothing', async () => {
		const { outcome } = await run(READ, [refused(503), refused(404)]);

		expect(outcome).toEqual({ failure: refused(404), uncertain: false });
	});

	it('makes all others wait only when the service limits requests', async () => {
		expect((await run(READ, [refused(503, 3_000), lost, DONE])).held).toEqual([]);
		const { held, waits } = await run(READ, [refused(429, 3_000), DONE]);

		expect(held).toEqual([3_000]);
		expect(waits).toEqual([]);
	});

	it('waits two minutes in all at most when the service is in trouble', async () => {
		const { waits } = await run(READ, [refused(503, 60_000)]);

		expect(waits.length).toBeGreaterThan(0);
		expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(120_000);
	});
});

it('gives its place back however the attempt ends', async () => {
	const traffic = new Traffic(new RateLimit());
	const leave = jest.fn();
	jest.spyOn(traffic, 'turn').mockImplementation(async () => leave);
	await withRetries(READ, traffic, async () => ({ value: DONE }));
	await withRetries(READ, traffic, async () => ({ failure: refused(404) }));
	const raising = withRetries(READ, traffic, async () => await Promise.reject(new Error('Oops')));
	await expect(raising).rejects.toThrow('Oops');

	expect(leave).toHaveBeenCalledTimes(3);
});

describe('a request that the service refuses because there are too many', () => {
	const limited = (count: number) => Array.from({ length: count }, () => refused(429));

	it('is made again until it is accepted, and this uses up no attempts', async () => {
		const { outcome, attempts, waits } = await run(READ, [
			...limited(9),
			...[lost, lost, lost, DONE],
		]);

		expect({ outcome, attempts }).toEqual({ outcome: { value: DONE }, attempts: 13 });
		expect(waits).toHaveLength(3);
	});

	it.each([undefined, 120_000])(
		'is given up after ten refusals (asked to wait: %s)',
		async (asked) => {
			const { outcome, attempts } = await run(READ, [refused(429, asked)]);

			expect({ outcome, attempts }).toEqual({
				outcome: { failure: refused(429, asked), uncertain: false },
				attempts: 10,
			});
		},
	);

	it('is given up at once when the service asks to wait for more than two minutes', async () => {
		const { attempts, held } = await run(READ, [refused(429, 120_001), DONE]);

		expect({ attempts, held }).toEqual({ attempts: 1, held: [] });
	});

	it('keeps the next one waiting, too, that takes its place', async () => {
		const limit = new RateLimit();
		const gate = new Gate(1);
		const wait = jest.spyOn(limit, 'wait');
		const heldBy = () => Promise.race([wait.mock.results.at(-1)?.value, Promise.resolve('held')]);
		const cancel = new AbortController();
		const traffic = () => new Traffic(limit, cancel.signal, gate);
		const answers = [{ failure: refused(429, 60_000) }];
		const attempt = jest.fn(async () => answers.shift() ?? { value: DONE });
		const both = [withRetries(READ, traffic(), attempt), withRetries(READ, traffic(), attempt)];
		await sleep(0);

		expect(attempt).toHaveBeenCalledTimes(1);
		expect(await heldBy()).toBe('held');
		cancel.abort();
		await Promise.all(both);
	});
});

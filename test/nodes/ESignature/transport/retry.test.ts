import { sleep } from 'n8n-workflow';

import type { Route } from '../../../../nodes/ESignature/api';
import {
	effectOf,
	mayHaveTakenEffect,
	nextDelay,
	retryClass,
	withRetries,
} from '../../../../nodes/ESignature/transport/retry';
import { Traffic, RateLimit, Gate } from '../../../../nodes/ESignature/transport/traffic';
import { FAILURES, network, refused } from './failures';
import { DONE, lost, run } from './attempts';

const READS = retryClass('GET /sign/envelopes');
const READ: Route = 'GET /sign/envelopes/{envelopeID}';

/** How many attempts are made when each one ends this way. */
function attemptsOf(route: Route, failure: (typeof FAILURES)[number][1]): number {
	let attempt = 1;
	while (nextDelay(retryClass(route), failure, attempt) !== undefined) attempt++;
	return attempt;
}

describe('the end of an attempt', () => {
	it.each(FAILURES)('by %s is judged by how far it got', (_, failure, expected) => {
		expect(effectOf(failure)).toBe(expected);
	});

	it('by an answer too large to read does not prove that a write was not done', () => {
		expect(mayHaveTakenEffect({ kind: 'tooLarge' })).toBe(true);
	});

	it('by a redirect leaves it open, unless the redirect asks to send the same request elsewhere', () => {
		const after = (status: number) => mayHaveTakenEffect({ kind: 'redirect', status });

		expect([302, 304].map(after)).toEqual([true, true]);
		expect([301, 307, 308].map(after)).toEqual([false, false, false]);
	});
});

describe('the next attempt', () => {
	const KINDS: Array<[Route, 'read' | 'write' | 'signIn']> = [
		['GET /sign/envelopes/{envelopeID}', 'read'],
		['POST /sign/envelopes', 'write'],
		['DELETE /sign/envelopes/{envelopeID}', 'write'],
		['POST /oauth/token', 'signIn'],
	];

	it.each(KINDS)('of %s is made after the endings that allow it, and no others', (route, kind) => {
		const made = FAILURES.map(([name, failure]) => [name, attemptsOf(route, failure)]);

		expect(made).toEqual(FAILURES.map(([name, , , attempts]) => [name, attempts[kind]]));
	});

	it('adds a random time to what was asked for, so that waiting clients do not return together', () => {
		const delays = [0, 0.5, 1].map((drawn) =>
			nextDelay(READS, refused(503, 3_000), 2, () => drawn),
		);

		expect(delays).toEqual([3_000, 3_500, 4_000]);
	});

	it('is not made when asked to wait for more than two minutes', () => {
		expect(nextDelay(READS, refused(503, 120_001), 1)).toBeUndefined();
		expect(nextDelay(READS, refused(503, 120_000), 1)).toBeGreaterThanOrEqual(120_000);
	});

	it.each([
		['after trouble', refused(503)],
		['after a lost connection', lost],
	])('waits a random time up to a ceiling that doubles, to twenty seconds: %s', (_, failure) => {
		const patient = { ...READS, attempts: 100 };
		const after = (attempt: number, drawn: number) =>
			nextDelay(patient, failure, attempt, () => drawn);

		expect([1, 2, 3, 99].map((attempt) => after(attempt, 1))).toEqual([500, 1_000, 2_000, 20_000]);
		expect([1, 2, 3, 99].map((attempt) => after(attempt, 0))).toEqual([0, 0, 0, 0]);
	});
});

describe('writes', () => {
	const WRITE: Route = 'POST /sign/envelopes/{envelopeID}/participants';
	// An answer that is too large to read has a test above.
	const JUDGED = FAILURES.filter(([, { kind }]) => kind !== 'tooLarge');
	const isOpen = (effect: string) => ['transient', 'ambiguous'].includes(effect);

	it.each(JUDGED)(
		'that end with %s have an unknown outcome only if they may be done',
		async (...row) => {
			const [, failure, effect] = row;
			const { outcome, attempts } = await run(WRITE, [failure]);

			expect(outcome).toEqual({ failure, isUnknown: isOpen(effect) });
			if (effect !== 'notSent') expect(attempts).toBe(1);
		},
	);

	it('a write that was never received is repeated', async () => {
		const script = [refused(429), network('ECONNREFUSED', false), refused(429), DONE] as const;

		expect(await run(WRITE, [...script])).toMatchObject({ outcome: { value: DONE }, attempts: 4 });
	});
});

describe('a read', () => {
	it('is repeated until it succeeds', async () => {
		const { outcome, attempts } = await run(READ, [refused(503), lost, { kind: 'timeout' }, DONE]);

		expect({ outcome, attempts }).toEqual({ outcome: { value: DONE }, attempts: 4 });
	});

	it('ends with the last failure after four attempts, and leaves nothing in doubt', async () => {
		const { outcome, attempts } = await run(READ, [lost, lost, lost, refused(502), DONE]);

		expect({ outcome, attempts }).toEqual({
			outcome: { failure: refused(502), isUnknown: false },
			attempts: 4,
		});
	});

	it('waits two minutes in all at most when the service is in trouble', async () => {
		const { waits } = await run(READ, [refused(503, 60_000)]);

		expect(waits.length).toBeGreaterThan(0);
		expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(120_000);
	});

	it('gives its place back however the attempt ends', async () => {
		const traffic = new Traffic(new RateLimit());
		const leave = jest.fn();
		jest.spyOn(traffic, 'acquire').mockImplementation(async () => leave);
		await withRetries(READ, traffic, async () => ({ value: DONE }));
		await withRetries(READ, traffic, async () => ({ failure: refused(404) }));
		const raising = withRetries(READ, traffic, async () => await Promise.reject(new Error('Oops')));
		await expect(raising).rejects.toThrow('Oops');

		expect(leave).toHaveBeenCalledTimes(3);
	});
});

describe('a request that the service refuses because there are too many', () => {
	const limited = (count: number) => Array.from({ length: count }, () => refused(429));

	it('is made again until it is accepted, and this uses up no attempts', async () => {
		const { outcome, attempts, waits } = await run(READ, [...limited(9), lost, lost, lost, DONE]);

		expect({ outcome, attempts }).toEqual({ outcome: { value: DONE }, attempts: 13 });
		expect(waits).toHaveLength(3);
	});

	it.each([READ, 'POST /sign/envelopes'] as const)(
		'is given up when it would have to wait for more than two minutes in all: %s',
		async (route) => {
			const { outcome, attempts } = await run(route, [refused(429, 30_000)]);

			expect({ outcome, attempts }).toEqual({
				outcome: { failure: refused(429, 30_000), isUnknown: false },
				attempts: 5,
			});
		},
	);

	it('is given up at once where a single attempt was asked for', async () => {
		const { attempts } = await run(READ, [refused(429), DONE], { singleAttempt: true });

		expect(attempts).toBe(1);
	});

	it('makes all others wait, as trouble does not', async () => {
		expect((await run(READ, [refused(503, 3_000), lost, DONE])).held).toEqual([]);
		const { held, waits } = await run(READ, [refused(429, 3_000), DONE]);

		expect(held).toEqual([3_000]);
		expect(waits).toEqual([]);
	});

	it('is given up at once when the service asks to wait for more than two minutes', async () => {
		const { attempts, held } = await run(READ, [refused(429, 120_001), DONE]);

		expect({ attempts, held }).toEqual({ attempts: 1, held: [] });
	});

	it('keeps the request waiting that takes its place', async () => {
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

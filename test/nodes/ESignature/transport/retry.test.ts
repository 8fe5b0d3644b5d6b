import fc from 'fast-check';

import { ENDPOINTS, type Route } from '../../../../nodes/ESignature/api';
import {
	ending,
	mayHaveActed,
	nextDelay,
	retryClass,
} from '../../../../nodes/ESignature/transport/retry';
import { FAILURES, network, refused } from './failures';
import { draws } from '../../../support/draws';

const ROUTES = Object.keys(ENDPOINTS) as Route[];
const READ = retryClass('GET /sign/envelopes');

/** How many attempts are made when each one ends this way. */
function attemptsOf(route: Route, failure: (typeof FAILURES)[number][1]): number {
	let attempt = 1;
	while (nextDelay(retryClass(route), failure, attempt) !== undefined) attempt++;
	return attempt;
}

describe('the end of an attempt', () => {
	it.each(FAILURES)('by %s is judged by how far it got', (_, failure, expected) => {
		expect(ending(failure)).toBe(expected);
	});

	it.each(FAILURES.filter(([, , expected]) => expected !== 'permanent'))(
		'by %s leaves it open whether a write was done, unless it was never sent',
		(_, failure, expected) => {
			expect(mayHaveActed(failure)).toBe(expected !== 'notSent');
		},
	);

	it('by an answer too large to read does not prove that a write was not done', () => {
		expect(mayHaveActed({ kind: 'tooLarge' })).toBe(true);
	});

	it('by a redirect leaves it open, unless the redirect asks to send the same request elsewhere', () => {
		const after = (status: number) => mayHaveActed({ kind: 'redirect', status });

		expect([300, 302, 303, 304, 305].map(after)).toEqual(Array(5).fill(true));
		expect([301, 307, 308].map(after)).toEqual(Array(3).fill(false));
	});

	it('by any status from 500 on may get better, and leaves it open whether a write was done', () => {
		for (let status = 500; status < 600; status++) {
			expect([status, ending(refused(status)), mayHaveActed(refused(status))]).toEqual([
				status,
				'transient',
				true,
			]);
		}
	});

	it('by any other status from 400 on does not, but for 408, 429 and 499', () => {
		const others = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
			(status) => ![408, 429, 499].includes(status),
		);

		expect(others.filter((status) => ending(refused(status)) !== 'permanent')).toEqual([]);
		expect(others.filter((status) => mayHaveActed(refused(status)))).toEqual([]);
	});
});

describe('the next attempt', () => {
	it.each(ROUTES)('of %s is made after the endings that allow it, and no others', (route) => {
		// A deletion, too, is a write: what a second one would find is read, not guessed.
		const isRead = route.startsWith('GET ');
		// A token too many does no harm, but a second wait for one would take too long.
		const isSignIn = route === 'POST /oauth/token';
		const actual = FAILURES.map(([name, failure]) => [name, attemptsOf(route, failure)]);
		const expected = FAILURES.map(([name, failure, how]) => {
			const harmless = isRead || (isSignIn && failure.kind !== 'timeout');
			const allowed = how === 'notSent' || (harmless && how !== 'permanent');
			// A wrong host name or a wrong file rarely gets better.
			const few = failure.kind === 'damaged' || name === 'an unknown host';
			return [name, !allowed ? 1 : few ? 2 : isSignIn ? 3 : 4];
		});

		expect(actual).toEqual(expected);
	});

	it('waits for as long as asked or longer, within two minutes', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 120_000 }),
				fc.integer({ min: 1, max: 3 }),
				fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
				fc.constantFrom(408, 500, 503, 524),
				(asked, attempt, random, status) => {
					const delay = nextDelay(READ, refused(status, asked), attempt, () => random) ?? -1;
					return delay >= asked && delay <= asked + 20_000;
				},
			),
			{ numRuns: draws(10_000) },
		);
	});

	it('adds a random time to what was asked for, so that waiting clients do not return together', () => {
		const delays = [0, 0.5, 1].map((drawn) => nextDelay(READ, refused(503, 3_000), 2, () => drawn));

		expect(delays).toEqual([3_000, 3_500, 4_000]);
	});

	it.each([120_001, 600_000, 999_999_999_000])('is not made when asked to wait %d ms', (asked) => {
		expect(nextDelay(READ, refused(503, asked), 1)).toBeUndefined();
		expect(nextDelay(READ, refused(503, 120_000), 1)).toBeGreaterThanOrEqual(120_000);
	});

	it.each([
		['after trouble', refused(503), [500, 1_000, 2_000]],
		['after a lost connection', network('ECONNRESET', true), [500, 1_000, 2_000]],
	])('waits a random time up to a ceiling that doubles: %s', (_, failure, ceilings) => {
		ceilings.forEach((ceiling, index) => {
			const draws = Array.from({ length: 10_000 }, () => nextDelay(READ, failure, index + 1) ?? -1);

			expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
			expect(Math.min(...draws)).toBeLessThan(ceiling * 0.02);
			expect(Math.max(...draws)).toBeLessThanOrEqual(ceiling);
			expect(Math.max(...draws)).toBeGreaterThan(ceiling * 0.98);
		});
	});

	it('waits at most twenty seconds of its own accord, however many attempts there were', () => {
		const patient = { ...READ, attempts: 100 };
		for (let attempt = 1; attempt < 100; attempt++) {
			expect(nextDelay(patient, refused(503), attempt, () => 1)).toBeLessThanOrEqual(20_000);
		}
		expect(nextDelay(patient, refused(503), 99, () => 1)).toBe(20_000);
	});
});

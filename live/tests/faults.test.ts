import type { Fault, Sandbox } from '../../sandbox';
import { Chance } from '../../test/support/chance';
import { draws } from '../../test/support/draws';
import { IMPATIENT, differencesIn, reportIn, visitTo, withoutWaiting } from './visits';

withoutWaiting();

const lost: Fault = { kind: 'reset' };
const soon = async () => await new Promise((resolve) => setTimeout(resolve, 50));

/** Every kind of the sandbox's plan. */
const FAULTS: Record<Fault['kind'], (sandbox: Sandbox) => Fault[]> = {
	status: () =>
		[500, 502, 503].flatMap((status) => [
			{ kind: 'status', status },
			{ kind: 'status', status, applied: true },
		]),
	delay: () => [{ kind: 'delay', ms: 40 }],
	hold: () => [{ kind: 'hold', until: soon() }],
	rateLimit: () => [{ kind: 'rateLimit', retryAfter: 1 }],
	reset: () => [
		lost,
		{ kind: 'reset', applied: true },
		{ kind: 'reset', when: 'body', applied: true },
	],
	truncate: () =>
		(['content-length', 'chunked', 'close'] as const).map((framing) => ({
			kind: 'truncate',
			bytes: 20,
			framing,
		})),
	redirect: () => [{ kind: 'redirect', location: 'https://elsewhere.example/' }],
	body: () => [{ kind: 'body', body: '<html>Sign in</html>', contentType: 'text/html' }],
	stall: () => [{ kind: 'stall' }, { kind: 'stall', after: 9 }],
	late: () => [{ kind: 'late', until: soon(), answer: lost }],
	half: () => [{ kind: 'half', entries: 1, answer: lost }],
	double: () => [{ kind: 'double' }, { kind: 'double', answer: lost }],
	stale: (sandbox) => [{ kind: 'stale', view: sandbox.control.remember() }],
};
const KINDS = Object.keys(FAULTS) as Array<Fault['kind']>;

/** One in 25 requests meets one of these. */
function plan(sandbox: Sandbox, kinds: Array<Fault['kind']>, chance: Chance): void {
	// What a stale read shows was true some requests ago.
	let stale = FAULTS.stale(sandbox);
	sandbox.faults.choose = ({ method }) => {
		// In the first requests it would end the visit with a sentence: see refusing.test.ts.
		if (sandbox.log.count() <= 3 || !chance.oneIn(25)) return undefined;
		const kind = chance.pick(kinds);
		const faults = kind === 'stale' ? stale : FAULTS[kind](sandbox);
		stale = FAULTS.stale(sandbox);
		return kind === 'stale' && method !== 'GET' ? undefined : chance.pick(faults);
	};
}

/** All kinds together, and each by itself with `DRAWS=1`. */
const ROUNDS = Array.from({ length: draws(3 * (KINDS.length + 1)) }, (_, seed) => {
	const kind = KINDS[seed % (KINDS.length + 1)];
	return { seed, kinds: kind === undefined || draws(10) === 1 ? KINDS : [kind] };
});

it.each(ROUNDS)(
	'ends, removes what it made and takes no fault for a difference: %j',
	async ({ kinds, seed }) => {
		const prepare = (sandbox: Sandbox) => plan(sandbox, kinds, new Chance(seed));
		const visit = await visitTo({}, { prepare, pace: IMPATIENT });

		expect(visit.changed).toEqual([]);
		expect(differencesIn(visit)).toEqual([]);
		expect(reportIn(visit).left).toBe(0);
	},
);

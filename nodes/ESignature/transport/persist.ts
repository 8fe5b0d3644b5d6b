import type { Route } from '../api';
import type { Outcome } from './exchange';
import type { Failure } from './wire/failure';
import type { Pace } from './pace';
import type { Place } from './rateLimit';
import { isRead, LONGEST_WAIT, mayHaveActed, nextDelay, retryClass } from './retry';

/**
 * What became of a write whose answer was lost, as far as reading tells: its reply; `repeat` when doing it
 * again cannot do it twice; else nobody knows.
 */
export type Settlement<Reply> = { reply: Reply } | 'repeat' | 'unknown';

export type Settle<Reply> = () => Promise<Settlement<Reply>>;

/** `uncertain`: the service may have carried it out, or may still do so. */
export type Ending<Value> = { value: Value } | { failure: Failure; uncertain: boolean };

export interface Recovery<Value> {
	/** Reads what is there and decides; absent where reading cannot tell. */
	settle?: Settle<Value>;
	/** How an earlier attempt at this very write ended, if that left it in doubt: nothing is sent before it is settled. */
	doubt?: Failure;
	/** One attempt, whatever comes of it. */
	once?: boolean;
}

/**
 * Makes attempts until one succeeds or none is left. A write whose outcome is unknown is never repeated
 * blindly: `settle` reads what is there first, and again when a repeat is refused.
 */
export async function persist<Value>(
	route: Route,
	pace: Pace,
	attemptOnce: () => Promise<Outcome<Value>>,
	{ settle, doubt, once }: Recovery<Value> = {},
): Promise<Ending<Value>> {
	let failure = doubt;
	let unsure = doubt !== undefined;
	for (let repeats = 0; ; repeats++) {
		if (failure === undefined || repeats > 0) {
			const outcome = await repeated(route, pace, attemptOnce, once);
			if ('value' in outcome) return outcome;
			failure = outcome.failure;
			unsure ||= !isRead(route) && outcome.unsure;
		}
		if (!unsure) return { failure, uncertain: false };
		if (!settle) return { failure, uncertain: true };
		const settlement = await settle().catch(() => 'unknown' as const);
		if (typeof settlement === 'object') return { value: settlement.reply };
		// What was accepted has arrived: it may still be carried out, so a second request could be one too many.
		const mayRepeat = settlement === 'repeat' && failure.kind !== 'unproven' && repeats === 0;
		if (!mayRepeat) return { failure, uncertain: true };
	}
}

/** Attempts that cannot do harm: of a read, and of a write that provably had no effect. */
async function repeated<Value>(
	route: Route,
	pace: Pace,
	attemptOnce: () => Promise<Outcome<Value>>,
	once = false,
): Promise<{ value: Value } | { failure: Failure; unsure: boolean }> {
	const rules = { ...retryClass(route), ...(once && { attempts: 1 }) };
	let attempt = 0;
	let waited = 0;
	let limited = 0;
	let unsure = false;
	for (;;) {
		const place = await pace.turn();
		const outcome = await attemptOnce().catch(async (error: unknown) => {
			place.leave();
			return await Promise.reject(error);
		});
		// Told before the place is free: whoever is next has to wait as well.
		const mayWait =
			'failure' in outcome &&
			isLimited(outcome.failure) &&
			wait(outcome.failure, place, pace, ++limited);
		place.leave();
		if ('value' in outcome) {
			pace.succeeded();
			return outcome;
		}
		const { failure } = outcome;
		unsure ||= mayHaveActed(failure);
		if (mayWait) continue;
		if (isLimited(failure)) return { failure, unsure };
		attempt += 1;
		const delay = nextDelay(rules, failure, attempt);
		if (delay === undefined || waited + delay > LONGEST_WAIT || !pace.affordsRepeat()) {
			return { failure, unsure };
		}
		waited += delay;
		await pace.pause(delay);
	}
}

type Refused = Extract<Failure, { kind: 'refused' }>;

const isLimited = (failure: Failure): failure is Refused =>
	failure.kind === 'refused' && failure.status === 429;

/** Whether the request stands in line again; `turn` does the waiting, for all requests of the account. */
function wait({ retryAfter }: Refused, place: Place, pace: Pace, times: number): boolean {
	if (retryAfter !== undefined && retryAfter > LONGEST_WAIT) return false;
	return pace.limit.refused(place, { asked: retryAfter, times }) !== undefined;
}

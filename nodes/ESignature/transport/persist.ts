import { ENDPOINTS, type Route } from '../api';
import type { Outcome } from './exchange';
import type { Failure } from './wire/failure';
import type { Pace } from './pace';
import { LONGEST_WAIT, mayHaveActed, nextDelay, retryClass } from './retry';

/** What the service made of a write whose answer was lost, as far as reading tells. */
export type Settlement<Reply> = { reply: Reply } | 'repeat' | 'unknown';

export type Settle<Reply> = (failure: Failure) => Promise<Settlement<Reply>>;

/**
 * Makes attempts until one succeeds or none is left. A write whose outcome is unknown is never repeated
 * blindly: `settle` reads what is there first.
 */
export async function persist<Value>(
	route: Route,
	pace: Pace,
	attemptOnce: () => Promise<Outcome<Value>>,
	settle?: Settle<Value>,
): Promise<Outcome<Value>> {
	const rules = retryClass(route);
	let settled = false;
	let unsure = false;
	let waited = 0;
	for (let attempt = 1; ; attempt++) {
		await pace.turn();
		const outcome = await attemptOnce();
		if ('value' in outcome) {
			pace.succeeded();
			return outcome;
		}
		const { failure } = outcome;
		if (unsure && isGone(route, failure)) return { value: undefined as Value };
		unsure ||= mayHaveActed(failure);

		const delay = nextDelay(rules, failure, attempt);
		if (delay !== undefined && waited + delay <= LONGEST_WAIT && pace.affordsRepeat()) {
			waited += delay;
			if (failure.kind === 'refused' && failure.status === 429) pace.holdAll(delay);
			await pace.pause(delay);
			continue;
		}
		if (!settle || settled || !mayHaveActed(failure)) return outcome;
		settled = true;
		const settlement = await settle(failure).catch(() => 'unknown' as const);
		if (settlement === 'unknown') return outcome;
		if (settlement !== 'repeat') return { value: settlement.reply };
	}
}

/** A delete that is repeated finds nothing: the first one did it. */
const isGone = (route: Route, failure: Failure): boolean =>
	failure.kind === 'refused' &&
	failure.status === 404 &&
	ENDPOINTS[route].answer === 'nothing' &&
	route.startsWith('DELETE ');

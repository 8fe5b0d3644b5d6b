import type { Route } from '../api';
import { isTlsCode, type Failure } from './wire/failure';

/** How far an attempt got: what decides whether it may be made again (RFC 9110, 9.2.2). */
type Ending =
	/** It provably had no effect. */
	| 'notSent'
	/** The service answered that it is in trouble. For a write that means: perhaps applied. */
	| 'transient'
	/** The answer was lost. */
	| 'ambiguous'
	/** It would end the same way again. */
	| 'permanent';

interface RetryClass {
	attempts: number;
	repeatOn: readonly Ending[];
}

const READ: RetryClass = { attempts: 4, repeatOn: ['notSent', 'transient', 'ambiguous'] };
/** No endpoint takes an idempotency key, so a write is repeated only if it never arrived. */
const WRITE: RetryClass = { attempts: 4, repeatOn: ['notSent'] };

/** 408 and 499: the server gave up while it was reading or working. */
export const isTransient = (status: number): boolean =>
	status >= 500 || status === 408 || status === 499;
/** These ask to send the request again elsewhere; after any other redirect it may have been carried out. */
const NOT_CARRIED_OUT = new Set([301, 307, 308]);
/** A wrong host name or a broken file rarely gets better: one more try, not three. */
const TWO_ATTEMPTS = (failure: Failure) =>
	failure.kind === 'damaged' || (failure.kind === 'network' && failure.code === 'ENOTFOUND');
/** In all, for one request. */
export const LONGEST_WAIT = 120_000;
const WAIT = { base: 500, cap: 20_000 };

export const isRead = (route: Route): boolean => route.startsWith('GET ');

export const retryClass = (route: Route): RetryClass => (isRead(route) ? READ : WRITE);

export function ending(failure: Failure): Ending {
	switch (failure.kind) {
		case 'refused':
			if (failure.status === 429) return 'notSent';
			return isTransient(failure.status) ? 'transient' : 'permanent';
		case 'network':
			if (failure.sent) return 'ambiguous';
			return isTlsCode(failure.code) ? 'permanent' : 'notSent';
		case 'timeout':
		case 'malformed':
		case 'unproven':
		case 'cut':
		case 'damaged':
			return 'ambiguous';
		default:
			return 'permanent';
	}
}

/** Whether the service may have acted although no success was seen. */
export const mayHaveActed = (failure: Failure): boolean =>
	failure.kind === 'tooLarge' ||
	(failure.kind === 'redirect' && !NOT_CARRIED_OUT.has(failure.status)) ||
	['transient', 'ambiguous'].includes(ending(failure));

/**
 * How long to wait before the next attempt, or undefined when there is none: full jitter, so that
 * waiting clients do not return together, and never less than the service asked for.
 */
export function nextDelay(
	{ attempts, repeatOn }: RetryClass,
	failure: Failure,
	attempt: number,
	random: () => number = Math.random,
): number | undefined {
	const most = TWO_ATTEMPTS(failure) ? Math.min(2, attempts) : attempts;
	if (attempt >= most || !repeatOn.includes(ending(failure))) return undefined;
	const jittered = random() * Math.min(WAIT.cap, WAIT.base * 2 ** (attempt - 1));
	const asked = failure.kind === 'refused' ? failure.retryAfter : undefined;
	if (asked === undefined) return jittered;
	return asked > LONGEST_WAIT ? undefined : asked + jittered;
}

import { ENDPOINTS, isRead, type Route, TOKEN_ROUTE } from '../api/endpoints';
import { isTlsCode, isTransient, type Failure } from '../errors/failure';
import type { Result } from './attempt';
import type { Traffic } from './traffic';

/** What a failed attempt may have done, which decides whether it may be repeated (RFC 9110, 9.2.2). */
type Effect =
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
	repeatOn: readonly Effect[];
	/** Milliseconds. If the service asks for a longer delay, there is no retry. */
	maxDelay: number;
	isTimeoutFinal?: true;
}

/** In all, for one request. */
const MAX_RETRY_DELAY_MS = 120_000;

const READ: RetryClass = {
	attempts: 4,
	repeatOn: ['notSent', 'transient', 'ambiguous'],
	maxDelay: MAX_RETRY_DELAY_MS,
};
/**
 * No endpoint takes an idempotency key, so a write is repeated here only if it never arrived. It is also repeated by n8n,
 * after a 401 (session/session.ts: `signed`); by core/settle.ts, if reading shows that it was not done; by core/jobs.ts,
 * in parts, if it was refused; and in a new draft by actions/envelope/assemble.ts.
 */
const WRITE: RetryClass = { attempts: 4, repeatOn: ['notSent'], maxDelay: MAX_RETRY_DELAY_MS };
/** A second token does no harm, but requests wait for it. */
const SIGN_IN: RetryClass = {
	attempts: 3,
	repeatOn: ['notSent', 'transient', 'ambiguous'],
	maxDelay: 10_000,
	isTimeoutFinal: true,
};

/** These ask to send the request again elsewhere; after any other redirect it may have been carried out. */
const NOT_CARRIED_OUT = new Set([301, 307, 308]);
/** A host name that does not exist (ENOTFOUND) or a broken file rarely gets better: one more try, not three. */
const isRetriedOnce = (failure: Failure) =>
	failure.kind === 'damaged' || (failure.kind === 'network' && failure.code === 'ENOTFOUND');
const BACKOFF = { base: 500, cap: 20_000 };

/** Whether a file comes with the answer or goes with the request. */
const carriesFile = (route: Route): boolean =>
	ENDPOINTS[route].multipart === true || ENDPOINTS[route].answer.includes('/');

export function retryClass(route: Route): RetryClass {
	if (route === TOKEN_ROUTE) return SIGN_IN;
	return isRead(route) ? READ : WRITE;
}

export function effectOf(failure: Failure): Effect {
	switch (failure.kind) {
		case 'refused':
			if (failure.status === 429) return 'notSent';
			return isTransient(failure.status) ? 'transient' : 'permanent';
		case 'network':
			if (failure.sent) return 'ambiguous';
			return isTlsCode(failure.code) ? 'permanent' : 'notSent';
		case 'timeout':
		case 'malformed':
		case 'unconfirmed':
		case 'damaged':
			return 'ambiguous';
		default:
			return 'permanent';
	}
}

/** Whether the service may have acted although no success was seen. */
export const mayHaveTakenEffect = (failure: Failure): boolean =>
	failure.kind === 'tooLarge' ||
	(failure.kind === 'redirect' && !NOT_CARRIED_OUT.has(failure.status)) ||
	['transient', 'ambiguous'].includes(effectOf(failure));

/**
 * How long to wait before the next attempt, or undefined when there is none: full jitter, so that
 * waiting clients do not return together, and never less than the service asked for.
 */
export function nextDelay(
	{ attempts, repeatOn, maxDelay, isTimeoutFinal }: RetryClass,
	failure: Failure,
	attempt: number,
	random: () => number = Math.random,
): number | undefined {
	const maxAttempts = isRetriedOnce(failure) ? Math.min(2, attempts) : attempts;
	if (attempt >= maxAttempts || !repeatOn.includes(effectOf(failure))) return undefined;
	if (isTimeoutFinal && failure.kind === 'timeout') return undefined;
	const jittered = random() * Math.min(BACKOFF.cap, BACKOFF.base * 2 ** (attempt - 1));
	const asked = failure.kind === 'refused' ? failure.retryAfter : undefined;
	if (asked === undefined) return jittered;
	return asked > maxDelay ? undefined : asked + jittered;
}

/** `isUnknown`: the service may have carried out the write, or may still do so. */
type FinalResult<Value> = { value: Value } | { failure: Failure; isUnknown: boolean };

/**
 * Makes attempts until one succeeds or none is left, as far as they cannot do harm: of a read, and of a write that
 * provably had no effect. `singleAttempt`: it is not repeated.
 */
export async function withRetries<Value>(
	route: Route,
	traffic: Traffic,
	attemptOnce: () => Promise<Result<Value>>,
	{ singleAttempt = false }: { singleAttempt?: boolean } = {},
): Promise<FinalResult<Value>> {
	const rules = { ...retryClass(route), ...(singleAttempt && { attempts: 1 }) };
	let attempt = 0;
	let waited = 0;
	let isUnknown = false;
	for (;;) {
		const result = await withPermit(route, traffic, attemptOnce);
		if ('value' in result) {
			traffic.limit?.succeeded();
			return result;
		}
		const { failure } = result;
		isUnknown ||= !isRead(route) && mayHaveTakenEffect(failure);
		const { limit } = traffic;
		// A 429 uses up no attempt: the account waits, and this request with it.
		const accountWaits = limit !== undefined && isLimited(failure) && !singleAttempt;
		const delay = accountWaits
			? Math.max(limit.remaining, failure.retryAfter ?? 0)
			: nextDelay(rules, failure, ++attempt);
		if (delay === undefined || waited + delay > MAX_RETRY_DELAY_MS) return { failure, isUnknown };
		waited += delay;
		if (!accountWaits) await traffic.pause(delay);
	}
}

type Refused = Extract<Failure, { kind: 'refused' }>;

const isLimited = (failure: Failure): failure is Refused =>
	failure.kind === 'refused' && failure.status === 429;

async function withPermit<Value>(
	route: Route,
	traffic: Traffic,
	attemptOnce: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
	const release = await traffic.acquire(carriesFile(route));
	const sent = performance.now();
	try {
		const result = await attemptOnce();
		// Before the permit is released: the next request has to wait as well.
		if ('failure' in result && isLimited(result.failure)) {
			const { retryAfter: asked = 0 } = result.failure;
			if (asked <= MAX_RETRY_DELAY_MS) traffic.limit?.refused(sent, asked);
		}
		return result;
	} finally {
		release();
	}
}

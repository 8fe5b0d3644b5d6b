import { ENDPOINTS, isRead, type Route, TOKEN_ROUTE } from '../api/endpoints';
import { isTlsCode, type Failure } from '../errors/failure';
import { pause, type Result } from './attempt';

/** How far an attempt got: what decides whether it may be made again (RFC 9110, 9.2.2). */
type Reach =
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
	repeatOn: readonly Reach[];
	/** Longest wait before a repeat that the service may ask for. */
	longestWait: number;
	/** A timeout is not repeated. */
	silenceIsFinal?: true;
}

/** In all, for one request. */
const LONGEST_WAIT = 120_000;

const READ: RetryClass = {
	attempts: 4,
	repeatOn: ['notSent', 'transient', 'ambiguous'],
	longestWait: LONGEST_WAIT,
};
/** No endpoint takes an idempotency key, so a write is repeated only if it never arrived. */
const WRITE: RetryClass = { attempts: 4, repeatOn: ['notSent'], longestWait: LONGEST_WAIT };
/** A second token does no harm, but requests wait for it. */
const SIGN_IN: RetryClass = {
	attempts: 3,
	repeatOn: ['notSent', 'transient', 'ambiguous'],
	longestWait: 10_000,
	silenceIsFinal: true,
};

/** 408 and 499: the server gave up while it was reading or working. */
export const isTransient = (status: number): boolean =>
	status >= 500 || status === 408 || status === 499;
/** These ask to send the request again elsewhere; after any other redirect it may have been carried out. */
const NOT_CARRIED_OUT = new Set([301, 307, 308]);
/** A wrong host name or a broken file rarely gets better: one more try, not three. */
const isTriedTwice = (failure: Failure) =>
	failure.kind === 'damaged' || (failure.kind === 'network' && failure.code === 'ENOTFOUND');
const WAIT = { base: 500, cap: 20_000 };

/** Whether a file comes with the answer or goes with the request. */
const carriesFile = (route: Route): boolean =>
	ENDPOINTS[route].multipart === true || ENDPOINTS[route].answer.includes('/');

export function retryClass(route: Route): RetryClass {
	if (route === TOKEN_ROUTE) return SIGN_IN;
	return isRead(route) ? READ : WRITE;
}

export function ending(failure: Failure): Reach {
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
	{ attempts, repeatOn, longestWait, silenceIsFinal }: RetryClass,
	failure: Failure,
	attempt: number,
	random: () => number = Math.random,
): number | undefined {
	const most = isTriedTwice(failure) ? Math.min(2, attempts) : attempts;
	if (attempt >= most || !repeatOn.includes(ending(failure))) return undefined;
	if (silenceIsFinal && failure.kind === 'timeout') return undefined;
	const jittered = random() * Math.min(WAIT.cap, WAIT.base * 2 ** (attempt - 1));
	const asked = failure.kind === 'refused' ? failure.retryAfter : undefined;
	if (asked === undefined) return jittered;
	return asked > longestWait ? undefined : asked + jittered;
}

/** `uncertain`: the service may have carried out the write, or may still do so. */
type Ending<Value> = { value: Value } | { failure: Failure; uncertain: boolean };

/**
 * Makes attempts until one succeeds or none is left, as far as they cannot do harm: of a read, and of a write that
 * provably had no effect. `once`: a single attempt.
 */
export async function withRetries<Value>(
	route: Route,
	traffic: Traffic,
	attemptOnce: () => Promise<Result<Value>>,
	{ once = false }: { once?: boolean } = {},
): Promise<Ending<Value>> {
	const rules = { ...retryClass(route), ...(once && { attempts: 1 }) };
	let attempt = 0;
	let waited = 0;
	let uncertain = false;
	for (;;) {
		const outcome = await inTurn(route, traffic, attemptOnce);
		if ('value' in outcome) {
			traffic.limit?.succeeded();
			return outcome;
		}
		const { failure } = outcome;
		uncertain ||= !isRead(route) && mayHaveActed(failure);
		const { limit } = traffic;
		// A 429 uses up no attempt: the account waits, and this request with it.
		const accountWaits = limit !== undefined && isLimited(failure) && !once;
		const delay = accountWaits
			? Math.max(limit.remaining, failure.retryAfter ?? 0)
			: nextDelay(rules, failure, ++attempt);
		if (delay === undefined || waited + delay > LONGEST_WAIT) return { failure, uncertain };
		waited += delay;
		if (!accountWaits) await traffic.pause(delay);
	}
}

type Refused = Extract<Failure, { kind: 'refused' }>;

const isLimited = (failure: Failure): failure is Refused =>
	failure.kind === 'refused' && failure.status === 429;

/** One attempt, when it is this request's turn. */
async function inTurn<Value>(
	route: Route,
	traffic: Traffic,
	attemptOnce: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
	const leave = await traffic.turn(carriesFile(route));
	const sent = performance.now();
	try {
		const outcome = await attemptOnce();
		// Before the place is free: the next request has to wait as well.
		if ('failure' in outcome && isLimited(outcome.failure)) {
			const { retryAfter: asked = 0 } = outcome.failure;
			if (asked <= LONGEST_WAIT) traffic.limit?.refused(sent, asked);
		}
		return outcome;
	} finally {
		leave();
	}
}

/** Lets in so many at a time, in the order in which they came. */
export class Gate {
	private inside = 0;

	private readonly line: Array<() => void> = [];

	constructor(public most: number) {}

	/** Resolves when there is room, or at once when the execution is canceled. Call what it gives to leave, once. */
	async enter(cancel?: AbortSignal): Promise<() => void> {
		if (this.inside >= this.most && !cancel?.aborted) await this.wait(cancel);
		else this.inside += 1;
		return () => {
			this.inside -= 1;
			this.letIn();
		};
	}

	private async wait(cancel?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const go = () => {
				cancel?.removeEventListener('abort', leaveLine);
				this.inside += 1;
				resolve();
			};
			const leaveLine = () => {
				this.line.splice(this.line.indexOf(go), 1);
				go();
			};
			cancel?.addEventListener('abort', leaveLine);
			this.line.push(go);
		});
	}

	private letIn(): void {
		while (this.inside < this.most && this.line.length > 0) this.line.shift()?.();
	}
}

const LIMIT_WAIT = { base: 1_000, cap: 30_000 };

/**
 * When the service takes requests of one account again after it refused one with 429. Shared by all items and all
 * executions of this process: when one has to wait, all wait.
 */
export class RateLimit {
	private notBefore = 0;

	private refusalsInARow = 0;

	private lastRefusal = -Infinity;

	/** Milliseconds until a request may be sent. */
	get remaining(): number {
		return Math.max(0, this.notBefore - performance.now());
	}

	/** Resolves when a request may be sent, or at once when the execution is canceled. */
	async wait(cancel?: AbortSignal): Promise<void> {
		while (this.remaining > 0 && !cancel?.aborted) await pause(this.remaining, cancel);
	}

	succeeded(): void {
		this.refusalsInARow = 0;
	}

	/** Makes all wait: for as long as the service asks (in milliseconds), and twice as long each time at least. */
	refused(sent: number, asked = 0, random: () => number = Math.random): void {
		// Requests that were under way together are refused together: that counts once.
		if (sent > this.lastRefusal) {
			this.refusalsInARow += 1;
			this.lastRefusal = performance.now();
		}
		const ceiling = Math.min(LIMIT_WAIT.cap, LIMIT_WAIT.base * 2 ** (this.refusalsInARow - 1));
		const wait = Math.max(asked, ceiling / 2 + (random() * ceiling) / 2);
		this.notBefore = Math.max(this.notBefore, performance.now() + wait);
	}
}

/** In all executions of this process: a file that goes to n8n's database is in memory several times over. */
const files = new Gate(4);

/** For n8n's other stores. */
export function allowMoreFiles(): void {
	files.most = 8;
}

/** What the requests of one execution wait for. */
export class Traffic {
	/** Without a limit, a 429 is a failure like any other. `gate`: how many requests the user allows at a time. */
	constructor(
		readonly limit?: RateLimit,
		private readonly cancel?: AbortSignal,
		private readonly gate?: Gate,
	) {}

	/** Resolves when the next request may be sent; call what it gives when it was answered. */
	async turn(isFile: boolean): Promise<() => void> {
		const leave = await this.gate?.enter(this.cancel);
		await this.limit?.wait(this.cancel);
		// Only now: an account that has to wait must not keep the files of others waiting.
		const leaveFiles = isFile ? await files.enter(this.cancel) : undefined;
		return () => {
			leaveFiles?.();
			leave?.();
		};
	}

	/** Ends early when the execution is canceled; the next request then reports it. */
	async pause(milliseconds: number): Promise<void> {
		await pause(milliseconds, this.cancel);
	}
}

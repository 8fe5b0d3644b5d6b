import type {
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Failure } from '../errors/failure';
import { causes, failureOf } from './failureOf';
import { readBody, readProblem, readRetryAfter, type RawReply } from './reply';

/** A request, and how a success is read. */
export interface Exchange<Value> {
	method: IHttpRequestMethods;
	url: string;
	query?: IDataObject;
	body?: unknown;
	headers: Record<string, string>;
	limits: TimeLimits;
	/** Once it is on its way, a cancel does not cut it off: its outcome must be known. */
	ignoresCancel?: boolean;
	read: ReadSuccess<Value>;
}

/** Carries a request by one of n8n's helpers; throws if no answer came. */
export type Sender = (request: IHttpRequestOptions, timeLimit: TimeLimit) => Promise<RawReply>;

export type Result<Value> = { value: Value } | { failure: Failure };

type ReadSuccess<Value> = (reply: RawReply, timeLimit: TimeLimit) => Promise<Result<Value>>;

/** One request, one answer, no policy: for the service and its sign-in alike. */
export async function attempt<Value>(
	sender: Sender,
	exchange: Exchange<Value>,
	cancel?: AbortSignal,
): Promise<Result<Value>> {
	if (cancel?.aborted) return { failure: { kind: 'stopped' } };
	const timeLimit = new TimeLimit(exchange.limits, exchange.ignoresCancel ? undefined : cancel);
	try {
		const reply = await sender(requestOf(exchange), timeLimit);
		timeLimit.touch();
		const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300;
		const outcome = isSuccess
			? await exchange.read(reply, timeLimit)
			: { failure: await readRefusal(reply, timeLimit) };
		return 'value' in outcome ? outcome : { failure: ended(timeLimit) ?? outcome.failure };
	} catch (error) {
		return { failure: await failed(error, timeLimit, cancel) };
	} finally {
		timeLimit.stop();
	}
}

const requestOf = (exchange: Exchange<unknown>): IHttpRequestOptions => ({
	method: exchange.method,
	url: exchange.url,
	headers: exchange.headers,
	...(exchange.query && { qs: exchange.query }),
	...(exchange.body !== undefined && { body: exchange.body as IDataObject }),
	// Read piece by piece: neither a large nor an endless answer may fill the memory.
	encoding: 'stream',
	returnFullResponse: true,
	// So that the body of a refusal can be read.
	ignoreHttpStatusErrors: true,
	timeout: exchange.limits.total,
	// By default n8n follows redirects and takes token and client secret along (@n8n/backend-network, request.ts).
	disableFollowRedirect: true,
	sendCredentialsOnCrossOriginRedirect: false,
});

export type Requester = Pick<IHttpRequestHelper['helpers'], 'httpRequest'>;

/** Without the token: to sign in. */
export const unsigned =
	(requester: Requester): Sender =>
	async (request, { signal }) => {
		const reply = requester.httpRequest({ ...request, abortSignal: signal });
		return await unlessAborted(reply as Promise<RawReply>, signal);
	};

/** An abort looks like a broken connection; what caused it decides what to say. */
function ended({ cancel, expired }: TimeLimit): Failure | undefined {
	if (cancel?.aborted) return { kind: 'stopped' };
	return expired ? { kind: 'timeout' } : undefined;
}

async function failed(
	error: unknown,
	timeLimit: TimeLimit,
	cancel?: AbortSignal,
): Promise<Failure> {
	const failure = failureOf(error);
	// Nothing is on its way: the sign-in is what failed, or what took too long.
	if (failure.kind === 'session') return cancel?.aborted ? { kind: 'stopped' } : failure;
	const end = ended(timeLimit);
	if (end || failure.kind !== 'refused') return end ?? failure;
	// n8n throws a 401 with its body unread.
	const reading = readBeginning(rejectedBody(error), timeLimit);
	const text = await unlessAborted(reading, timeLimit.signal).catch(() => '');
	return { ...failure, problem: readProblem(text) };
}

const MAX_PROBLEM_BYTES = 64 * 1024;

async function readRefusal(reply: RawReply, timeLimit: TimeLimit): Promise<Failure> {
	const status = reply.statusCode;
	const text = await readBeginning(reply.body, timeLimit).catch(() => '');
	if (status < 400) return { kind: 'redirect', status };
	const problem = readProblem(text);
	return { kind: 'refused', status, problem, retryAfter: readRetryAfter(reply, problem) };
}

async function readBeginning(body: RawReply['body'], timeLimit: TimeLimit): Promise<string> {
	return (await readBody(body, MAX_PROBLEM_BYTES, timeLimit)).bytes.toString();
}

function rejectedBody(error: unknown): RawReply['body'] {
	const found = causes(error).find(({ response }) => response?.data !== undefined);
	return found?.response?.data as RawReply['body'];
}

export interface TimeLimits {
	/** Milliseconds of silence. */
	idle: number;
	/** Milliseconds for the whole exchange. */
	total: number;
}

/** Ends early when the signal is aborted. The `sleep` of n8n 2.11 takes no signal (n8n-workflow, utils.ts). */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	const over = sleep(milliseconds, signal);
	await (signal ? unlessAborted(over, signal) : over).catch(() => {});
}

/**
 * Ends an exchange that stalls or that is canceled. n8n's own `timeout` does not reach a streamed body when redirects
 * are off, and only an abort signal frees a pending read (measured with n8n 2.41 and axios 1.18).
 */
export class TimeLimit {
	readonly signal: AbortSignal;

	expired = false;

	private readonly abort = new AbortController();

	/** By `performance.now()`, which does not change when the clock is set. */
	private last = performance.now();

	private readonly deadline: number;

	private timer?: AbortSignal;

	constructor(
		private readonly limits: TimeLimits,
		readonly cancel?: AbortSignal,
	) {
		this.signal = this.abort.signal;
		this.deadline = this.last + limits.total;
		cancel?.addEventListener('abort', this.canceled);
		if (cancel?.aborted) this.canceled();
		this.startTimer();
	}

	/** Something arrived. */
	touch(): void {
		this.last = performance.now();
	}

	stop(): void {
		this.cancel?.removeEventListener('abort', this.canceled);
		this.timer?.removeEventListener('abort', this.ticked);
	}

	private remaining(): number {
		return Math.min(this.last + this.limits.idle, this.deadline) - performance.now();
	}

	private startTimer(): void {
		this.timer = AbortSignal.timeout(Math.max(1, Math.ceil(this.remaining())));
		this.timer.addEventListener('abort', this.ticked);
	}

	private readonly canceled = () => this.abort.abort();

	private readonly ticked = () => {
		// Something arrived meanwhile: the silence is counted from there.
		if (this.remaining() > 0) return this.startTimer();
		this.expired = true;
		this.abort.abort();
	};
}

/** One for all: an error that is made for each request records its stack, which costs more than all else here. */
const ABORTED = new Error('Aborted');

/** Rejects as soon as the signal is aborted, for promises that ignore it. */
export async function unlessAborted<Value>(
	promise: Promise<Value>,
	signal: AbortSignal,
): Promise<Value> {
	let leave = () => {};
	const aborted = new Promise<never>((_, reject) => {
		leave = () => reject(ABORTED);
		if (signal.aborted) leave();
		else signal.addEventListener('abort', leave);
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}

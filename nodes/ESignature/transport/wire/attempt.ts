import type {
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { failureOf, type Failure } from '../../errors/failure';
import { header, readText, type RawReply } from './body';
import { readProblem, readRetryAfter } from './problem';
import { TimeLimit, unlessAborted, type TimeLimits } from './time';

export interface Outgoing {
	method: IHttpRequestMethods;
	url: string;
	query?: IDataObject;
	body?: unknown;
	headers: Record<string, string>;
	limits: TimeLimits;
	/** A cancel does not cut it off once it is on its way: its outcome must be known. */
	finish?: boolean;
}

/** A request, the function that carries it, and what calls it off. */
export interface Question {
	sender: Sender;
	outgoing: Outgoing;
	cancel?: AbortSignal;
}

/** Carries a request by one of n8n's helpers; raises where no answer came. */
export type Sender = (request: IHttpRequestOptions, timeLimit: TimeLimit) => Promise<RawReply>;

export type Result<Value> = { value: Value } | { failure: Failure };

export type ReadSuccess<Value> = (reply: RawReply, timeLimit: TimeLimit) => Promise<Result<Value>>;

/** An answer of one kind: how it is asked for, and how it is read. */
export interface Format<Value> {
	headers: Record<string, string>;
	body?: unknown;
	limits(timeout: number): TimeLimits;
	read: ReadSuccess<Value>;
	/** Follows a redirect, if that is allowed for this kind of answer. */
	follow?(location: string, question: Question): Promise<Result<Value>>;
}

/** One request, one answer, no policy: for the service, its sign-in and its storage alike. */
export async function attempt<Value>(
	{ sender, outgoing, cancel }: Question,
	read: ReadSuccess<Value>,
): Promise<Result<Value>> {
	if (cancel?.aborted) return { failure: { kind: 'stopped' } };
	const timeLimit = new TimeLimit(outgoing.limits, outgoing.finish ? undefined : cancel);
	try {
		const reply = await sender(requestOf(outgoing), timeLimit);
		timeLimit.touch();
		const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300;
		const outcome = isSuccess
			? await read(reply, timeLimit)
			: { failure: await readRefusal(reply, timeLimit) };
		return 'value' in outcome ? outcome : { failure: ended(timeLimit) ?? outcome.failure };
	} catch (error) {
		return { failure: await failed(error, timeLimit, cancel) };
	} finally {
		timeLimit.stop();
	}
}

const requestOf = ({ query, body, limits, ...rest }: Outgoing): IHttpRequestOptions => ({
	method: rest.method,
	url: rest.url,
	headers: rest.headers,
	...(query && { qs: query }),
	...(body !== undefined && { body: body as IDataObject }),
	// Read piece by piece: neither a large nor an endless answer may fill the memory.
	encoding: 'stream',
	returnFullResponse: true,
	// So that the body of a refusal can be read.
	ignoreHttpStatusErrors: true,
	timeout: limits.total,
	// By default n8n follows redirects and takes token and client secret along.
	disableFollowRedirect: true,
	sendCredentialsOnCrossOriginRedirect: false,
});

export type Requester = Pick<IHttpRequestHelper['helpers'], 'httpRequest'>;

/** Without the token: to sign in, and to a storage that must not see it. */
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

const LARGEST_PROBLEM = 64 * 1024;

/** What an answer says that is no success. */
async function readRefusal(reply: RawReply, timeLimit: TimeLimit): Promise<Failure> {
	const status = reply.statusCode;
	const text = await readBeginning(reply.body, timeLimit).catch(() => '');
	if (status < 400) return { kind: 'redirect', status, location: header(reply, 'location') };
	const problem = readProblem(text);
	return { kind: 'refused', status, problem, retryAfter: readRetryAfter(reply, problem) };
}

async function readBeginning(body: RawReply['body'], timeLimit: TimeLimit): Promise<string> {
	return (await readText(body, LARGEST_PROBLEM, () => timeLimit.touch())).text;
}

function rejectedBody(error: unknown): RawReply['body'] {
	let next = error;
	for (let depth = 0; next instanceof Error && depth < 6; depth++) {
		const { response } = next as { response?: { data?: RawReply['body'] } };
		if (response?.data !== undefined) return response.data;
		next = next.cause;
	}
	return undefined;
}

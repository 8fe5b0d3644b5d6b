import type {
	ICredentialsDecrypted,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	INode,
} from 'n8n-workflow';

import { BodyTooLarge, failureOf, type Failure, type ProblemDetails } from '../errors/failure';
import { Signing, silence, type Account } from './session';
import { header, readText, type RawReply } from './wire/body';
import { readProblem, readRetryAfter } from './wire/problem';
import { unlessAborted, TimeLimit, type TimeLimits } from './wire/time';

const LARGEST_PROBLEM = 64 * 1024;

/** What an answer says that is no success. */
export async function readRefusal(reply: RawReply, timeLimit: TimeLimit): Promise<Failure> {
	const status = reply.statusCode;
	const text = await readText(reply.body, LARGEST_PROBLEM, () => timeLimit.touch()).catch(
		beginning,
	);
	if (status < 400) return { kind: 'redirect', status, location: header(reply, 'location') };
	const problem = readProblem(text);
	return { kind: 'refused', status, problem, retryAfter: readRetryAfter(reply, problem) };
}

/** What a 401 says: n8n throws it, with its body unread somewhere below the error. */
async function readRejection(error: unknown, timeLimit: TimeLimit): Promise<ProblemDetails> {
	const reading = readText(rejectedBody(error), LARGEST_PROBLEM, () => timeLimit.touch());
	return readProblem(await unlessAborted(reading, timeLimit.signal).catch(beginning));
}

/** Of a text that is too long, the first part says what there is to say. */
const beginning = (error: unknown): string =>
	error instanceof BodyTooLarge ? error.beginning : '';

function rejectedBody(error: unknown): RawReply['body'] {
	let next = error;
	for (let depth = 0; next instanceof Error && depth < 6; depth++) {
		const { response } = next as { response?: { data?: RawReply['body'] } };
		if (response?.data !== undefined) return response.data;
		next = next.cause;
	}
	return undefined;
}

/** What the transport needs of n8n: any node context has it. */
export interface Host {
	getNode(): INode;
	getExecutionCancelSignal?(): AbortSignal | undefined;
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
}

export interface Outgoing {
	method: IHttpRequestMethods;
	path: string;
	query?: IDataObject;
	body?: unknown;
	headers: Record<string, string>;
	limits: TimeLimits;
	/** A cancel does not cut it off once it is on its way: its outcome must be known. */
	finish?: boolean;
}

export type Result<Value> = { value: Value } | { failure: Failure };

export type ReadSuccess<Value> = (reply: RawReply, timeLimit: TimeLimit) => Promise<Result<Value>>;

const CREDENTIAL = 'eSignatureApi';

/**
 * One request, one answer, no policy. Everything but 401 comes back as an answer, so that its body can
 * be read; n8n itself renews the token on a 401 and sends the request once more.
 */
export async function attempt<Value>(
	host: Host,
	account: Account,
	outgoing: Outgoing,
	readSuccess: ReadSuccess<Value>,
): Promise<Result<Value>> {
	const cancel = host.getExecutionCancelSignal?.();
	if (cancel?.aborted) return { failure: { kind: 'stopped' } };
	const timeLimit = new TimeLimit(outgoing.limits, outgoing.finish ? undefined : cancel);
	const signing = new Signing(account, {
		// Whatever is to be finished: as long as it waits for a token it has not begun.
		signal:
			outgoing.finish && cancel ? AbortSignal.any([timeLimit.signal, cancel]) : timeLimit.signal,
		remaining: () => timeLimit.remaining(),
	});
	try {
		const reply = await send(host, account, outgoing, timeLimit, signing);
		timeLimit.touch();
		signing.answered(false);
		const success = reply.statusCode >= 200 && reply.statusCode < 300;
		const outcome = success
			? await readSuccess(reply, timeLimit)
			: { failure: await readRefusal(reply, timeLimit) };
		return 'value' in outcome ? outcome : { failure: ended(timeLimit) ?? outcome.failure };
	} catch (error) {
		if (signing.stage === 'waiting') return { failure: notSigned(account, error, cancel) };
		return { failure: ended(timeLimit) ?? (await rejected(error, timeLimit, signing)) };
	} finally {
		timeLimit.stop();
	}
}

/** An abort looks like a broken connection; whose it was decides what to say. */
function ended({ cancel, expired }: TimeLimit): Failure | undefined {
	if (cancel?.aborted) return { kind: 'stopped' };
	return expired ? { kind: 'timeout' } : undefined;
}

async function rejected(error: unknown, timeLimit: TimeLimit, signing: Signing): Promise<Failure> {
	const failure = failureOf(error);
	if (failure.kind !== 'refused') return failure;
	signing.answered(true);
	return { ...failure, problem: await readRejection(error, timeLimit) };
}

/** Nothing is on its way: the sign-in is what failed, or what took too long. */
function notSigned(account: Account, error: unknown, cancel?: AbortSignal): Failure {
	if (cancel?.aborted) return { kind: 'stopped' };
	const failure = failureOf(error);
	return failure.kind === 'session' ? failure : { kind: 'session', error: silence(account) };
}

async function send(
	host: Host,
	account: Account,
	{ method, path, query, body, headers, limits }: Outgoing,
	timeLimit: TimeLimit,
	signing: Signing,
): Promise<RawReply> {
	// n8n takes the abort signal from its caller, so the caller is one that knows our time limits.
	const caller = Object.create(host, {
		getExecutionCancelSignal: { value: () => timeLimit.signal },
	}) as IExecuteFunctions;
	const request = host.helpers.httpRequestWithAuthentication.call(
		caller,
		CREDENTIAL,
		{
			method,
			url: `${account.baseUrl}${path}`,
			...(query && { qs: query }),
			...(body !== undefined && { body: body as IDataObject }),
			headers,
			// Read piece by piece: neither a large nor an endless answer may fill the memory.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
			timeout: limits.total,
			// By default n8n follows redirects and takes the token along.
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: account.host,
		},
		{ credentialsDecrypted: pinned(host, signing) },
	) as Promise<RawReply>;
	// n8n's own steps before the request do not heed the signal; what is aborted is not sent afterwards.
	return await unlessAborted(request, timeLimit.signal);
}

/** Left alone, n8n reads the credential anew for each request, and for the first item only. */
function pinned(host: Host, { credentials }: Signing): ICredentialsDecrypted {
	const { id, name } = host.getNode().credentials?.[CREDENTIAL] ?? { id: null, name: '' };
	return { id: id ?? '', name, type: CREDENTIAL, data: credentials };
}

import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestHelper,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { BodyTooLarge, failureOf, type Failure, type ProblemDetails } from '../../errors/failure';
import { header, readText, type RawReply } from './body';
import { readProblem, readRetryAfter } from './problem';
import { TimeLimit, unlessAborted, type Patience, type TimeLimits } from './time';

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

/** A request, who carries it, and what calls it off. */
export interface Question {
	sender: Sender;
	outgoing: Outgoing;
	cancel?: AbortSignal;
}

/** Carries a request by one of n8n's helpers; raises where no answer came. */
export type Sender = (request: IHttpRequestOptions, timeLimit: TimeLimit) => Promise<RawReply>;

export type Result<Value> = { value: Value } | { failure: Failure };

export type ReadSuccess<Value> = (reply: RawReply, timeLimit: TimeLimit) => Promise<Result<Value>>;

/** An answer of one kind: how it is asked for, and how one attempt at it is made. */
export interface Format<Value> {
	headers: Record<string, string>;
	body?: unknown;
	limits(timeout: number): TimeLimits;
	attempt(question: Question): () => Promise<Result<Value>>;
}

/** The attempt itself, for whoever decides how often it is made. */
export const attemptOf =
	<Value>(question: Question, read: ReadSuccess<Value>) =>
	async (): Promise<Result<Value>> =>
		await attempt(question, read);

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
		const success = reply.statusCode >= 200 && reply.statusCode < 300;
		const outcome = success
			? await read(reply, timeLimit)
			: { failure: await readRefusal(reply, timeLimit) };
		return 'value' in outcome ? outcome : { failure: ended(timeLimit) ?? outcome.failure };
	} catch (error) {
		return { failure: await failed(error, timeLimit, cancel) };
	} finally {
		timeLimit.stop();
	}
}

const requestOf = ({
	method,
	url,
	query,
	body,
	headers,
	limits,
}: Outgoing): IHttpRequestOptions => ({
	method,
	url,
	...(query && { qs: query }),
	...(body !== undefined && { body: body as IDataObject }),
	headers,
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

/** What the transport needs of n8n: any node context has it. */
export interface Host {
	getNode(): INode;
	getExecutionCancelSignal?(): AbortSignal | undefined;
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
}

/** One request on its way through n8n's authentication. */
export interface Pass {
	readonly credentials: ICredentialDataDecryptedObject;
	/** The service answered; whether with 401 is all that says something about the token. */
	answered(rejected: boolean): void;
	/** What it means that n8n threw this. */
	explain(error: unknown): unknown;
}

const CREDENTIAL = 'eSignatureApi';

/** With the token. On a 401 n8n itself renews it and sends the request once more; a second one is thrown. */
export function signed(
	host: Host,
	allowedDomains: string,
	begin: (patience: Patience) => Pass,
): Sender {
	const cancel = host.getExecutionCancelSignal?.();
	let reference: Reference | undefined;
	return async (request, timeLimit) => {
		// Whatever is to be finished: as long as it waits for a token it has not begun.
		const both = cancel && cancel !== timeLimit.cancel ? [timeLimit.signal, cancel] : undefined;
		const pass = begin({
			signal: both ? AbortSignal.any(both) : timeLimit.signal,
			remaining: () => timeLimit.remaining(),
		});
		// n8n takes the abort signal from its caller, so the caller is one that knows our time limits.
		const caller = Object.create(host, {
			getExecutionCancelSignal: { value: () => timeLimit.signal },
		}) as IExecuteFunctions;
		reference ??= referenceOf(host);
		try {
			const reply = host.helpers.httpRequestWithAuthentication.call(
				caller,
				CREDENTIAL,
				{ ...request, ignoreHttpStatusErrors: { ignore: true, except: [401] }, allowedDomains },
				// Left alone, n8n reads the credential anew for each request, and for the first item only.
				{ credentialsDecrypted: { ...reference, data: pass.credentials } },
			) as Promise<RawReply>;
			// n8n's own steps before the request do not heed the signal; what is aborted is not sent afterwards.
			await unlessAborted(reply, timeLimit.signal);
			pass.answered(false);
			return await reply;
		} catch (error) {
			throw pass.explain(error);
		}
	};
}

type Reference = Omit<ICredentialsDecrypted, 'data'>;

/** Which credential the node has. n8n copies the whole node, with all its inputs, for whoever asks. */
function referenceOf(host: Host): Reference {
	const { id, name } = host.getNode().credentials?.[CREDENTIAL] ?? { id: null, name: '' };
	return { id: id ?? '', name, type: CREDENTIAL };
}

export type Requester = Pick<IHttpRequestHelper['helpers'], 'httpRequest'>;

/** Without the token: to sign in, and to a storage that must not see it. */
export const unsigned =
	(requester: Requester): Sender =>
	async (request, { signal }) => {
		const reply = requester.httpRequest({ ...request, abortSignal: signal });
		return await unlessAborted(reply as Promise<RawReply>, signal);
	};

/** An abort looks like a broken connection; whose it was decides what to say. */
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
	return { ...failure, problem: await readRejection(error, timeLimit) };
}

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

import type { IDataObject, IExecuteFunctions, IHttpRequestMethods, INode } from 'n8n-workflow';

import type { Account } from './session';
import { header, readText, type RawReply } from './wire/body';
import { failureOf, type Failure } from './wire/failure';
import { readProblem } from './wire/problem';
import { readRetryAfter } from './wire/retryAfter';
import { Watch, type TimeLimits } from './watch';

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

export type Outcome<Value> = { value: Value } | { failure: Failure };

export type ReadSuccess<Value> = (reply: RawReply, watch: Watch) => Promise<Outcome<Value>>;

const LARGEST_PROBLEM = 64 * 1024;

/**
 * One request, one answer, no policy. Everything but 401 comes back as an answer, so that its body can
 * be read; n8n itself renews the token on a 401 and sends the request once more.
 */
export async function exchange<Value>(
	host: Host,
	account: Account,
	outgoing: Outgoing,
	readSuccess: ReadSuccess<Value>,
): Promise<Outcome<Value>> {
	const cancel = host.getExecutionCancelSignal?.();
	if (cancel?.aborted) return { failure: { kind: 'stopped' } };
	const watch = new Watch(outgoing.limits, outgoing.finish ? undefined : cancel);
	try {
		const reply = await send(host, account, outgoing, watch);
		watch.touch();
		const success = reply.statusCode >= 200 && reply.statusCode < 300;
		const outcome = success
			? await readSuccess(reply, watch)
			: { failure: await readRefusal(reply, watch) };
		return 'value' in outcome ? outcome : { failure: ended(watch) ?? outcome.failure };
	} catch (error) {
		return { failure: ended(watch) ?? failureOf(error) };
	} finally {
		watch.stop();
	}
}

/** An abort looks like a broken connection; whose it was decides what to say. */
function ended({ cancel, expired }: Watch): Failure | undefined {
	if (cancel?.aborted) return { kind: 'stopped' };
	return expired ? { kind: 'timeout' } : undefined;
}

async function send(
	host: Host,
	account: Account,
	{ method, path, query, body, headers, limits }: Outgoing,
	watch: Watch,
): Promise<RawReply> {
	// n8n takes the abort signal from its caller, so the caller is one that knows our time limits.
	const caller = Object.create(host, {
		getExecutionCancelSignal: { value: () => watch.signal },
	}) as IExecuteFunctions;
	return (await host.helpers.httpRequestWithAuthentication.call(caller, 'eSignatureApi', {
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
	})) as RawReply;
}

async function readRefusal(reply: RawReply, watch: Watch): Promise<Failure> {
	const status = reply.statusCode;
	const text = await readText(reply.body, LARGEST_PROBLEM, () => watch.touch()).catch(() => '');
	if (status < 400) return { kind: 'redirect', status, location: header(reply, 'location') };
	const problem = readProblem(text);
	return { kind: 'refused', status, problem, retryAfter: readRetryAfter(reply, problem) };
}

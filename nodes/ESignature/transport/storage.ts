import type { IExecuteFunctions } from 'n8n-workflow';

import type { Host, Outcome, Outgoing, ReadSuccess } from './exchange';
import type { Account } from './session';
import { notFollowed, shownHost, storageAddress } from './storageAddress';
import { Watch } from './watch';
import { header, readText, type RawReply } from './wire/body';
import { failureOf, type Failure } from './wire/failure';
import { readRetryAfter } from './wire/retryAfter';

export type Requester = Pick<IExecuteFunctions['helpers'], 'httpRequest'>;

const MOST_HOPS = 3;
const LARGEST_REFUSAL = 64 * 1024;

/**
 * Fetches a file from where the service sends the request on to: a storage with an address that is its
 * own key. The request is a new one. Nothing of the first goes along: no token, no ID, no referrer.
 */
export async function fromStorage<Value>(
	{ host, account }: { host: Host; account: Account },
	requester: Requester,
	outgoing: Pick<Outgoing, 'path' | 'headers' | 'limits'>,
	location: string,
	read: ReadSuccess<Value>,
): Promise<Outcome<Value>> {
	const cancel = host.getExecutionCancelSignal?.();
	let from = new URL(`${account.baseUrl}${outgoing.path}`);
	let next = location;
	for (let hop = 0; ; hop++) {
		const url = storageAddress(next, from, account);
		if (hop === MOST_HOPS)
			throw notFollowed(shownHost(url), `it had been sent on ${MOST_HOPS} times before`);
		const watch = new Watch(outgoing.limits, cancel);
		const outcome = await visit(requester, url, { ...outgoing, watch }, read).finally(() =>
			watch.stop(),
		);
		if ('value' in outcome) return outcome;
		const { failure } = outcome;
		if (failure.kind !== 'redirect' || !failure.location)
			return { failure: ended(watch) ?? failure };
		next = failure.location;
		from = url;
	}
}

type Visit = Pick<Outgoing, 'headers' | 'limits'> & { watch: Watch };

async function visit<Value>(
	requester: Requester,
	url: URL,
	how: Visit,
	read: ReadSuccess<Value>,
): Promise<Outcome<Value>> {
	try {
		const reply = await ask(requester, url, how);
		how.watch.touch();
		if (reply.statusCode >= 200 && reply.statusCode < 300) return await read(reply, how.watch);
		const touch = () => how.watch.touch();
		await readText(reply.body, LARGEST_REFUSAL, touch).catch(() => '');
		return { failure: refusal(reply, url) };
	} catch (error) {
		return { failure: unreachable(failureOf(error), url) };
	}
}

async function ask(
	requester: Requester,
	url: URL,
	{ headers, limits, watch }: Visit,
): Promise<RawReply> {
	return (await requester.httpRequest({
		method: 'GET',
		url: url.href,
		headers,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: limits.total,
		// Each hop is looked at before it is made.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		abortSignal: watch.signal,
	})) as RawReply;
}

/** The storage is not the service: its 404 says nothing about the envelope. */
function refusal(reply: RawReply, url: URL): Failure {
	const status = reply.statusCode;
	if (status < 400) return { kind: 'redirect', status, location: header(reply, 'location') };
	// It wants the token, which it does not get: not a storage, but another address of the service.
	if (status === 401) return { kind: 'redirect', status };
	if (status === 429 || status >= 500 || status === 408) {
		const problem = { validationErrors: [] };
		return { kind: 'refused', status, problem, retryAfter: readRetryAfter(reply, {}) };
	}
	return {
		kind: 'damaged',
		reason: `its storage, ${shownHost(url)}, answered with status ${status}`,
	};
}

const unreachable = (failure: Failure, url: URL): Failure =>
	failure.kind === 'network' && !failure.sent
		? { kind: 'damaged', reason: `its storage, ${shownHost(url)}, could not be reached` }
		: failure;

/** An abort looks like a broken connection; whose it was decides what to say. */
function ended({ cancel, expired }: Watch): Failure | undefined {
	if (cancel?.aborted) return { kind: 'stopped' };
	return expired ? { kind: 'timeout' } : undefined;
}

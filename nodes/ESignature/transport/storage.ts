import type { IExecuteFunctions } from 'n8n-workflow';

import { failureOf, type Failure } from '../errors/failure';
import { printable } from '../errors/printable';
import { UserError } from '../errors/userError';
import type { Host, Result, Outgoing, ReadSuccess } from './attempt';
import type { Account } from './session';
import { header, readText, type RawReply } from './wire/body';
import { readRetryAfter } from './wire/problem';
import { TimeLimit } from './wire/time';

/**
 * Whether the credential lets a request go to this host: its own, or any, unless the user has limited it
 * to 'Specific Domains'. Read as n8n reads it: `*.example.com` is each subdomain, not the domain itself.
 * n8n's own function came with a later version than the oldest one supported.
 */
export function allowsHost(
	{ host, allowedDomains }: Pick<Account, 'host' | 'allowedDomains'>,
	asked: string,
): boolean {
	if (allowedDomains === undefined || asked === host) return true;
	const name = withoutDot(asked.toLowerCase());
	return allowedDomains
		.split(',')
		.map((domain) => withoutDot(domain.trim().toLowerCase()))
		.some((domain) =>
			domain.startsWith('*.') && domain.length > 2
				? name.endsWith(domain.slice(1))
				: domain !== '' && domain === name,
		);
}

const withoutDot = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The address, if it may be asked: https, on a host that the credential allows. */
export function storageAddress(location: string, from: URL, account: Account): URL {
	const url = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
	if (!url) throw notFollowed('another address', 'it is not a web address');
	const { protocol, hostname, username, password } = url;
	// What runs on this machine is for a service on this machine.
	const local = LOOPBACK.test(hostname);
	if (local && !LOOPBACK.test(account.host))
		throw notFollowed(shownHost(url), 'it is on this machine');
	if (protocol !== 'https:' && !(protocol === 'http:' && local)) {
		throw notFollowed(shownHost(url), 'it does not start with https://');
	}
	if (username !== '' || password !== '')
		throw notFollowed(shownHost(url), 'it has a user name or password');
	if (!allowsHost(account, hostname)) {
		throw notFollowed(shownHost(url), "it is not among the 'Allowed Domains' of the credential");
	}
	return url;
}

/** Never with the path or the query: they are the key to the file. */
const shownHost = ({ hostname }: URL): string => printable(hostname, 100) || 'another address';

const notFollowed = (target: string, why: string) =>
	new UserError(
		`The service sent the download on to ${target}, which was not followed, because ${why}`,
		"Ask the operator of the service. If only 'Allowed Domains' of the credential stand in the way, add this one.",
	);

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
): Promise<Result<Value>> {
	const cancel = host.getExecutionCancelSignal?.();
	let from = new URL(`${account.baseUrl}${outgoing.path}`);
	let next = location;
	for (let hop = 0; ; hop++) {
		const url = storageAddress(next, from, account);
		if (hop === MOST_HOPS)
			throw notFollowed(shownHost(url), `it had been sent on ${MOST_HOPS} times before`);
		const timeLimit = new TimeLimit(outgoing.limits, cancel);
		const outcome = await visit(requester, url, { ...outgoing, timeLimit }, read).finally(() =>
			timeLimit.stop(),
		);
		if ('value' in outcome) return outcome;
		const { failure } = outcome;
		if (failure.kind !== 'redirect' || !failure.location)
			return { failure: ended(timeLimit) ?? failure };
		next = failure.location;
		from = url;
	}
}

type Visit = Pick<Outgoing, 'headers' | 'limits'> & { timeLimit: TimeLimit };

async function visit<Value>(
	requester: Requester,
	url: URL,
	how: Visit,
	read: ReadSuccess<Value>,
): Promise<Result<Value>> {
	try {
		const reply = await ask(requester, url, how);
		how.timeLimit.touch();
		if (reply.statusCode >= 200 && reply.statusCode < 300) return await read(reply, how.timeLimit);
		const touch = () => how.timeLimit.touch();
		await readText(reply.body, LARGEST_REFUSAL, touch).catch(() => '');
		return { failure: refusal(reply, url) };
	} catch (error) {
		return { failure: unreachable(failureOf(error), url) };
	}
}

async function ask(
	requester: Requester,
	url: URL,
	{ headers, limits, timeLimit }: Visit,
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
		abortSignal: timeLimit.signal,
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
function ended({ cancel, expired }: TimeLimit): Failure | undefined {
	if (cancel?.aborted) return { kind: 'stopped' };
	return expired ? { kind: 'timeout' } : undefined;
}

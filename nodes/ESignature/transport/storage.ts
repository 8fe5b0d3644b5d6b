import type { Failure } from '../errors/failure';
import { printable } from '../errors/printable';
import { UserError } from '../errors/userError';
import { isLoopback, type Account } from './session/account';
import {
	attempt,
	type Question,
	type ReadSuccess,
	type Requester,
	type Result,
	unsigned,
} from './wire/attempt';
import { isTransient } from './wire/retry';

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

/** The address, if it may be asked: https, on a host that the credential allows. */
export function storageAddress(location: string, from: URL, account: Account): URL {
	const url = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
	if (!url) throw notFollowed('another address', 'it is not a web address');
	const { protocol, hostname, username, password } = url;
	// What runs on this machine is for a service on this machine.
	const local = isLoopback(hostname);
	if (local && !isLoopback(account.host))
		throw notFollowed(shownHost(url), 'this address is on the machine that runs n8n');
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
		`The service redirected the download to ${target}, and the redirect was not followed, because ${why}`,
		"If the credential limits 'Allowed Domains', add this domain there. Otherwise contact the service's support team.",
	);

const MOST_HOPS = 3;

/**
 * Fetches a file from where the service sends the request on to: a storage with an address that is its
 * own key. The request is a new one. Nothing of the first goes along: no token, no ID, no referrer.
 */
export async function fromStorage<Value>(
	{ outgoing, cancel }: Question,
	{ account, requester }: { account: Account; requester: Requester },
	location: string,
	read: ReadSuccess<Value>,
): Promise<Result<Value>> {
	const { headers, limits } = outgoing;
	const sender = unsigned(requester);
	let from = new URL(outgoing.url);
	let next = location;
	for (let hop = 0; ; hop++) {
		const url = storageAddress(next, from, account);
		if (hop === MOST_HOPS)
			throw notFollowed(shownHost(url), `there had already been ${MOST_HOPS} redirects`);
		const question: Question = {
			sender,
			outgoing: { method: 'GET', url: url.href, headers, limits },
			cancel,
		};
		const outcome = await attempt(question, read);
		if ('value' in outcome) return outcome;
		const failure = ofStorage(outcome.failure, url);
		if (failure.kind !== 'redirect' || !failure.location) return { failure };
		next = failure.location;
		from = url;
	}
}

/** The storage is not the service: its 404 says nothing about the envelope, its texts nothing to the user. */
function ofStorage(failure: Failure, url: URL): Failure {
	if (failure.kind === 'network' && !failure.sent) {
		return { kind: 'damaged', reason: `its storage, ${shownHost(url)}, could not be reached` };
	}
	if (failure.kind !== 'refused') return failure;
	const { status } = failure;
	// It wants the token, which it does not get: not a storage, but another address of the service.
	if (status === 401) return { kind: 'redirect', status };
	if (status === 429 || isTransient(status)) {
		return {
			...failure,
			// Its 429 is no limit of the account, which all requests would heed.
			status: status === 429 ? 503 : status,
			problem: { validationErrors: [] },
			// Nor does the workflow wait for as long as a stranger's text asks.
			retryAfter: undefined,
		};
	}
	return {
		kind: 'damaged',
		reason: `its storage, ${shownHost(url)}, answered with status ${status}`,
	};
}

import { allowsHost } from './allowedDomains';
import { Explained } from './explained';
import type { Account } from './session';
import { printable } from './wire/text';

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
export const shownHost = ({ hostname }: URL): string =>
	printable(hostname, 100) || 'another address';

export const notFollowed = (target: string, why: string) =>
	new Explained(
		`The service sent the download on to ${target}, which was not followed, because ${why}`,
		"Ask the operator of the service. If only 'Allowed Domains' of the credential stand in the way, add this one.",
	);

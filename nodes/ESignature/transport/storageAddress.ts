import { allowsHost } from './allowedDomains';
import { Explained } from './explained';
import type { Account } from './session';
import { printable } from './wire/text';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The address, if it may be asked: https, on a host that the credential allows. */
export function storageAddress(location: string, from: URL, account: Account): URL {
	const url = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
	if (!url) throw notFollowed(undefined, 'it is not a web address');
	const { protocol, hostname, username, password } = url;
	// What runs on this machine is for a service on this machine.
	const local = LOOPBACK.test(hostname);
	if (local && !LOOPBACK.test(account.host)) throw notFollowed(url, 'it is on this machine');
	if (protocol !== 'https:' && !(protocol === 'http:' && local)) {
		throw notFollowed(url, 'it does not start with https://');
	}
	if (username !== '' || password !== '') throw notFollowed(url, 'it has a user name or password');
	if (!allowsHost(account, hostname)) {
		throw notFollowed(url, "it is not among the 'Allowed Domains' of the credential");
	}
	return url;
}

/** Never with the path or the query: they are the key to the file. */
export const shownHost = (url: URL | undefined): string =>
	printable(url?.hostname, 100) || 'another address';

export const notFollowed = (url: URL | undefined, why: string) =>
	new Explained(
		`The service sent the download on to ${shownHost(url)}, which was not followed, because ${why}`,
		'Check the Base URL of the credential. If it is right, ask the operator of the service.',
	);

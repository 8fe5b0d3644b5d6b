import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parseBaseUrl } from './baseUrl';
import { SessionError } from '../wire/sessionError';

/** What the user typed into the credential, checked and normalised. */
export interface Account {
	/** No trailing slash; a path prefix is kept. */
	baseUrl: string;
	origin: string;
	host: string;
	clientId: string;
	clientSecret: string;
	/** As n8n resolved it: whatever is edited meanwhile, what was begun goes on with these values. */
	credentials: ICredentialDataDecryptedObject;
	/** Where the user has limited the credential to 'Specific Domains' (a setting of n8n): which. */
	allowedDomains?: string;
}

export function readAccount(credentials: ICredentialDataDecryptedObject): Account {
	const url = parseBaseUrl(credentials.baseUrl);
	return {
		baseUrl: withoutSlashes(url.href),
		origin: url.origin,
		host: url.hostname,
		clientId: required(credentials.clientId, 'Client ID'),
		clientSecret: required(credentials.clientSecret, 'Client Secret'),
		credentials,
		...(credentials.allowedHttpRequestDomains === 'domains' && {
			allowedDomains: String(credentials.allowedDomains ?? ''),
		}),
	};
}

/** Names one application at one address: a token is never used for another one. */
export function fingerprint({
	baseUrl,
	clientId,
	clientSecret,
}: Pick<Account, 'baseUrl' | 'clientId' | 'clientSecret'>): string {
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, clientId, clientSecret]))
		.digest('hex');
}

// Pasted values often carry a space or a line break at the end.
function required(value: unknown, label: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text !== '') return text;
	throw new SessionError(`The '${label}' of the E-Signature credential is empty`, {
		description: 'Open the credential, fill it in as the service shows it, and test it.',
	});
}

/** A pattern anchored at the end would try every slash on its way there. */
function withoutSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end--;
	return text.slice(0, end);
}

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

export interface Key {
	id: string;
	secret: string;
}

// Pasted values often carry a space or a line break at the end.
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What signs the events: the application itself, unless the credential names another key. */
export function signingKey(credentials: ICredentialDataDecryptedObject): Key | undefined {
	const secret = text(credentials.webhookSecret) || text(credentials.clientSecret);
	const id = text(credentials.webhookKeyId) || text(credentials.clientId);
	return secret === '' || id === '' ? undefined : { id, secret };
}

/** The client secret is no substitute: it would have to be written down wherever the header is added. */
export const sharedSecret = (credentials: ICredentialDataDecryptedObject): string | undefined =>
	text(credentials.webhookSecret) || undefined;

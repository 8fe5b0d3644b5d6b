import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { fingerprint, type Account } from './account';
import type { Patience } from './patience';
import { storedSession } from './storedSession';
import type { Session } from './tokenReply';
import { tokensOf } from './tokens';

const underWay = new WeakMap<ICredentialDataDecryptedObject, Signing>();

export const signingOf = (credentials: ICredentialDataDecryptedObject): Signing | undefined =>
	underWay.get(credentials);

const NONE: Session = {
	accessToken: '',
	sessionExpiresAt: 0,
	tokenIssuedFor: '',
	sessionIssuedAt: 0,
};

/**
 * One request on its way through n8n's authentication. n8n hands `credentials`, the very object, on to
 * both hooks of the credential, and writes a renewed session into it: so each request has its own.
 */
export class Signing {
	readonly credentials: ICredentialDataDecryptedObject;

	/**
	 * `waiting`: for a token, so that nothing is on its way; what was sent before was answered with 401.
	 * `signed`: the request is on its way.
	 */
	stage: 'begun' | 'waiting' | 'signed' = 'begun';

	private readonly key: string;

	constructor(
		account: Account,
		readonly patience: Patience,
	) {
		this.key = fingerprint(account);
		const stored = storedSession(account.credentials, this.key);
		const session = tokensOf(this.key).youngest(stored) ?? NONE;
		this.credentials = { ...account.credentials, ...session };
		underWay.set(this.credentials, this);
	}

	/** The service answered; whether with 401 is all that says something about the token. */
	answered(rejected: boolean): void {
		const tokens = tokensOf(this.key);
		if (rejected) tokens.rejected(this.credentials.accessToken);
		else tokens.accepted();
	}
}

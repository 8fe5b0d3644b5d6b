import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Session } from './tokenReply';

/** The session that the credential holds, if it is one of this account. */
export function storedSession(
	credentials: ICredentialDataDecryptedObject,
	key: string,
): Session | undefined {
	const { accessToken, sessionExpiresAt, tokenIssuedFor, sessionIssuedAt } = credentials;
	if (typeof accessToken !== 'string' || accessToken === '' || tokenIssuedFor !== key) {
		return undefined;
	}
	return {
		accessToken,
		sessionExpiresAt: Number(sessionExpiresAt),
		tokenIssuedFor: key,
		sessionIssuedAt: Number(sessionIssuedAt) || 0,
	};
}

/** By the local clock's date: another process may have stored it. */
export const isOver = ({ sessionExpiresAt }: Session): boolean => !(sessionExpiresAt > Date.now());

/** By what is stored. Versions before that field stored 0: of unknown age, neither younger nor older. */
export const isLater = (one: Session, other: Session): boolean =>
	other.sessionIssuedAt > 0 && one.sessionIssuedAt > other.sessionIssuedAt;

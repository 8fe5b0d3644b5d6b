import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';

import jwt from 'jsonwebtoken';

import type { TokenReply } from '../../nodes/ESignature/api';
import { Refusal, TokenRefusal } from '../http/problems';
import type { Settings } from './settings';

/** The sample value, read as seconds (docs/api.md, Authentication). */
const LIFETIME_SECONDS = 86_400;

/** Issues and checks bearer tokens (docs/api.md, Authentication). */
export class Tokens {
	/** As a key object: of bytes, the library would first try whether they are a public key. */
	private readonly key = createSecretKey(randomBytes(32));
	/** Milliseconds at which each token ends; a revoked one is not in here anymore. */
	private issued = new Map<string, number>();

	constructor(private readonly settings: Settings) {}

	issue(clientID: string, clientSecret: string): TokenReply {
		const { clientId, clientSecret: secret, now } = this.settings;
		if (clientID !== clientId || clientSecret !== secret) {
			throw new TokenRefusal(401, 'invalid_client', 'The client ID or the client secret is wrong.');
		}
		const jti = randomUUID();
		const iat = Math.floor(now() / 1000);
		this.issued.set(jti, now() + LIFETIME_SECONDS * 1000);
		const claims = { sub: clientID, jti, iat, exp: Math.ceil(iat + LIFETIME_SECONDS) };
		return {
			accessToken: jwt.sign(claims, this.key, { algorithm: 'HS256' }),
			tokenType: 'Bearer',
			expiresIn: LIFETIME_SECONDS,
		};
	}

	/** Throws a 401 unless the header carries a token that was issued here and is still good. */
	check(authorization: string | undefined): void {
		const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
		if (!token) throw new Refusal(401, 'The Authorization header with a bearer token is missing.');
		const ends = this.issued.get(this.idOf(token) ?? '');
		if (ends === undefined) throw new Refusal(401, 'The access token is not valid.');
		if (this.settings.now() >= ends) throw new Refusal(401, 'The access token has expired.');
	}

	/** Ends all that were issued. */
	revoke(): void {
		this.issued.clear();
	}

	expire(): void {
		for (const jti of this.issued.keys()) this.issued.set(jti, -Infinity);
	}

	private idOf(token: string): string | undefined {
		try {
			// The sandbox's own clock decides about expiry, not the library's.
			const claims = jwt.verify(token, this.key, {
				algorithms: ['HS256'],
				ignoreExpiration: true,
			});
			return typeof claims === 'string' ? undefined : claims.jti;
		} catch {
			return undefined;
		}
	}
}

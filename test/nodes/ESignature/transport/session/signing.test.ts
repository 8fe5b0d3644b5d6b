import {
	fingerprint,
	readAccount,
} from '../../../../../nodes/ESignature/transport/session/account';
import { Signing } from '../../../../../nodes/ESignature/transport/session/session';
import { tokensOf } from '../../../../../nodes/ESignature/transport/session/tokens';

let accounts = 0;
/** Answers to requests of a new account, each with a new token: whether it was rejected. */
function answering(...rejections: boolean[]) {
	const account = readAccount({
		baseUrl: 'https://api.example.com',
		clientId: `client-${++accounts}`,
		clientSecret: 'secret',
	});
	const key = fingerprint(account);
	const tokens = tokensOf(key);
	const patience = { signal: AbortSignal.any([]), remaining: () => 1_000 };
	const used = rejections.map((rejected, at) => {
		const times = { sessionExpiresAt: Date.now() + 60_000, sessionIssuedAt: Date.now() };
		tokens.issued({ accessToken: `token-${at}`, tokenIssuedFor: key, ...times });
		const signing = new Signing(account, patience);
		signing.answered(rejected);
		return signing.credentials.accessToken;
	});
	return { used, refused: tokens.refused?.message };
}

it('begins each request with the youngest token', () => {
	expect(answering(false, true, false).used).toEqual(['token-0', 'token-1', 'token-2']);
});

it('gives up when the service rejects three new tokens in a row', () => {
	expect(answering(true, true).refused).toBeUndefined();
	expect(answering(true, true, true).refused).toContain('rejects every access token');
});

it('does not give up while any token is accepted', () => {
	expect(answering(true, true, false, true, true).refused).toBeUndefined();
	expect(answering(true, true, true, false).refused).toBeUndefined();
});

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	fingerprint,
	readAccount,
} from '../../../../../nodes/ESignature/transport/session/account';
import { Signing, signRequest } from '../../../../../nodes/ESignature/transport/session/session';
import { tokensOf } from '../../../../../nodes/ESignature/transport/session/tokens';

let accounts = 0;
const newAccount = () =>
	readAccount({
		baseUrl: 'https://api.example.com',
		clientId: `tokens-${++accounts}`,
		clientSecret: 'secret',
	});

const sessionOf = (accessToken: string, key: string, issued = 0) => ({
	accessToken,
	tokenIssuedFor: key,
	sessionExpiresAt: Date.now() + 60_000,
	sessionIssuedAt: Date.now() + issued,
});

describe('a token that goes onto a request again', () => {
	it('is still the one that was issued here, before another one was met', () => {
		const key = fingerprint(newAccount());
		const tokens = tokensOf(key);
		const [ours, theirs] = [sessionOf('ours', key, 5_000), sessionOf('theirs', key)];
		tokens.issued(ours);
		tokens.meet(theirs.accessToken);
		tokens.meet(ours.accessToken);

		// By the clocks it looks younger, but the other one was met after it.
		expect(tokens.insteadOf(theirs)).toBeUndefined();
		expect([...tokens.all]).toEqual(['ours', 'theirs']);
	});

	it('stands in for others only if it was issued after they were met', () => {
		const key = fingerprint(newAccount());
		const tokens = tokensOf(key);
		const [ours, theirs] = [sessionOf('ours', key), sessionOf('theirs', key, 5_000)];
		tokens.meet(theirs.accessToken);
		tokens.issued(ours);

		expect(tokens.insteadOf(theirs)).toBe(ours);
		expect(tokens.insteadOf(ours)).toBeUndefined();
	});

	it('is not forgotten to be dropped', () => {
		const key = fingerprint(newAccount());
		const tokens = tokensOf(key);
		const stored = sessionOf('stored', key);
		tokens.meet(stored.accessToken);
		tokens.drop(stored);
		tokens.meet(stored.accessToken);

		expect(tokens.youngest(stored)).toBeUndefined();
	});
});

describe('a stored token', () => {
	const begun = (issued: number, isMet: boolean) => {
		const key = fingerprint(newAccount());
		const tokens = tokensOf(key);
		const stored = sessionOf('stored', key, issued);
		if (isMet) tokens.meet(stored.accessToken);
		tokens.issued(sessionOf('ours', key));
		return tokens.youngest(stored)?.accessToken;
	};

	it('is used if another process got it after ours', () => {
		expect(begun(5_000, false)).toBe('stored');
	});

	it('is not used if it is older than ours', () => {
		expect(begun(-5_000, false)).toBe('ours');
	});

	it('is not used if ours took its place, though by the clocks it looks younger', () => {
		expect(begun(5_000, true)).toBe('ours');
	});
});

describe('a request that was given up', () => {
	const signing = (signal: AbortSignal) => {
		const account = newAccount();
		tokensOf(fingerprint(account)).issued(sessionOf('token', fingerprint(account)));
		return new Signing(account, { signal, remaining: () => 1_000 });
	};
	const sign = (credentials: ICredentialDataDecryptedObject) =>
		signRequest(credentials, { url: 'https://api.example.com/sign/envelopes' });

	it('is not signed, so that it cannot happen later', () => {
		const one = signing(AbortSignal.abort());

		expect(() => sign(one.credentials)).toThrow('given up before it was sent');
		expect(one.stage).toBe('waiting');
	});

	it('is told from one that goes on', () => {
		const one = signing(AbortSignal.any([]));

		expect(sign(one.credentials).headers).toMatchObject({ Authorization: 'Bearer token' });
		expect(one.stage).toBe('signed');
	});
});

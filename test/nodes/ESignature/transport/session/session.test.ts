import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	readAccount,
	openSession,
	signRequest,
	TEST_PATH,
	knownOf,
	putNewest,
} from '../../../../../nodes/ESignature/transport/session/session';
import { newCredential, rejection, tokenAnswer, tokenEndpoint } from './service';

let now = 1_750_000_000_000;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const url = 'https://api.example.com/sign';

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

type Credential = ICredentialDataDecryptedObject;
const tokenOf = async (session: Promise<{ accessToken: string }>) => (await session).accessToken;

describe('a session', () => {
	it('is asked for once, however many wait for it', async () => {
		const { asked, helpers } = tokenEndpoint(tokenAnswer('one'));
		const credential = newCredential();
		const all = Array.from({ length: 50 }, () => tokenOf(openSession(helpers, credential)));
		expect(new Set(await Promise.all(all))).toEqual(new Set(['one']));
		expect(asked).toHaveLength(1);
	});

	it('has the three values that the credential stores, and no more', async () => {
		const { helpers } = tokenEndpoint(tokenAnswer('one'));
		expect(await openSession(helpers, newCredential())).toEqual({
			accessToken: 'one',
			sessionExpiresAt: now + HOUR - 60 * SECOND,
			tokenIssuedFor: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
	});

	it('is not shared between applications, secrets or regions', async () => {
		const { helpers } = tokenEndpoint(tokenAnswer('a'), tokenAnswer('b'), tokenAnswer('c'));
		const credential = newCredential();
		expect([
			await tokenOf(openSession(helpers, credential)),
			await tokenOf(openSession(helpers, { ...credential, clientSecret: 'rotated' })),
			await tokenOf(openSession(helpers, { ...credential, baseUrl: 'https://eu.example.com' })),
		]).toEqual(['a', 'b', 'c']);
	});

	it('lets the tokens that were sent be known, so that they can be hidden', async () => {
		const { helpers } = tokenEndpoint(tokenAnswer('one'));
		const credential = newCredential();
		const session = await openSession(helpers, credential);
		signRequest({ ...credential, ...session }, { url });
		expect([...knownOf(readAccount(credential)).used]).toEqual(['one']);
	});

	it('is kept for the accounts used last, not for all for ever', async () => {
		const { asked, helpers } = tokenEndpoint(tokenAnswer('one'));
		const credentials = Array.from({ length: 201 }, () => newCredential());
		for (const credential of credentials) await openSession(helpers, credential);
		await openSession(helpers, credentials[1] as Credential);
		expect(asked).toHaveLength(201);
		await openSession(helpers, credentials[0] as Credential);
		expect(asked).toHaveLength(202);
	});
});

describe('a token that was rejected', () => {
	const begin = async () => {
		const endpoint = tokenEndpoint(tokenAnswer('one'), tokenAnswer('two'), tokenAnswer('three'));
		const credential = newCredential();
		const first = { ...credential, ...(await openSession(endpoint.helpers, credential)) };
		now += SECOND;
		return { ...endpoint, first };
	};

	it('is replaced once, for all requests that had it', async () => {
		const { asked, helpers, first } = await begin();
		const renewed = Array.from({ length: 20 }, () => tokenOf(openSession(helpers, first)));
		expect(new Set(await Promise.all(renewed))).toEqual(new Set(['two']));
		// One that comes late gets the same.
		expect(await tokenOf(openSession(helpers, first))).toBe('two');
		expect(asked).toHaveLength(2);
	});

	it('is replaced once also by one that expires earlier', async () => {
		const { asked, helpers } = tokenEndpoint(tokenAnswer('one'), tokenAnswer('two', 60));
		const credential = newCredential();
		const first = { ...credential, ...(await openSession(helpers, credential)) };
		const renewed = [await openSession(helpers, first), await openSession(helpers, first)];
		expect(renewed.map(({ accessToken }) => accessToken)).toEqual(['two', 'two']);
		expect(asked).toHaveLength(2);
	});

	it('is not replaced by an older one, which would not work either', async () => {
		const { helpers, first } = await begin();
		const byAnother = { ...first, accessToken: 'newer', sessionExpiresAt: now + 2 * HOUR };
		expect(await tokenOf(openSession(helpers, byAnother))).toBe('two');
	});

	it('is replaced by a new one when the known one is over, too', async () => {
		const { helpers, first } = await begin();
		now += 2 * HOUR;
		expect(await tokenOf(openSession(helpers, first))).toBe('two');
	});
});

describe('a sign-in that is refused', () => {
	it('is not tried again for a few seconds, then once more', async () => {
		const { asked, helpers } = tokenEndpoint({ status: 401 });
		const credential = newCredential();
		const first = await rejection(openSession(helpers, credential));
		for (let item = 0; item < 100; item++) {
			expect(await rejection(openSession(helpers, credential))).toBe(first);
		}
		expect(asked).toHaveLength(1);
		now += 6 * SECOND;
		await rejection(openSession(helpers, credential));
		expect(asked).toHaveLength(2);
	});

	it('by a service in trouble is tried again at once', async () => {
		const trouble = { status: 503 };
		const { helpers } = tokenEndpoint(trouble, trouble, trouble, tokenAnswer('one'));
		const credential = newCredential();
		await rejection(openSession(helpers, credential));
		expect(await tokenOf(openSession(helpers, credential))).toBe('one');
	});
});

describe('the credential test', () => {
	const test = { url: TEST_PATH, baseURL: 'https://api.example.com' };
	/** What n8n does: it renews the token if there is none, and once more after a 401. */
	const tested = async (credential: Credential, helpers: Parameters<typeof openSession>[0]) => {
		const data = { ...credential };
		if (!data.accessToken) Object.assign(data, await openSession(helpers, data));
		try {
			return signRequest(data, test).headers?.Authorization;
		} catch {
			Object.assign(data, await openSession(helpers, data));
			return signRequest(data, test).headers?.Authorization;
		}
	};

	it('makes a new exchange each time, although the token is still good', async () => {
		const answers = [tokenAnswer('one'), tokenAnswer('two'), tokenAnswer('three')] as const;
		const { asked, helpers } = tokenEndpoint(...answers);
		const credential = newCredential();
		expect(await tested(credential, helpers)).toBe('Bearer one');
		expect(await tested(credential, helpers)).toBe('Bearer two');
		const session = await openSession(helpers, credential);
		expect(await tested({ ...credential, ...session }, helpers)).toBe('Bearer three');
		expect(asked).toHaveLength(3);
	});

	it('asks again although the last sign-in was refused a moment ago', async () => {
		const { helpers } = tokenEndpoint(tokenAnswer('one'), { status: 401 }, tokenAnswer('two'));
		const credential = newCredential();
		const stored = { ...credential, ...(await openSession(helpers, credential)) };
		await expect(tested(stored, helpers)).rejects.toThrow('did not accept the Client ID');
		expect(await tested(stored, helpers)).toBe('Bearer two');
	});
});

it('remembers what was put in last, up to a bound', () => {
	const kept = new Map(Object.entries({ a: 1, b: 2, c: 3 }));
	expect(putNewest(kept, ['a', 4], 3)).toBe(4);
	putNewest(kept, ['d', 5], 3);
	expect([...kept.keys()]).toEqual(['c', 'a', 'd']);
});

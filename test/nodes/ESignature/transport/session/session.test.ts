import {
	fingerprint,
	readAccount,
} from '../../../../../nodes/ESignature/transport/session/account';
import {
	openSession,
	signRequest,
	tokensInUse,
} from '../../../../../nodes/ESignature/transport/session/session';
import { newCredential, rejection, tokenAnswer, tokenEndpoint } from './service';

let now = 1_750_000_000_000;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

describe('a session', () => {
	it('is asked for once, however many wait for it', async () => {
		const { asked, helpers } = tokenEndpoint(tokenAnswer('one'));
		const credential = newCredential();
		const all = await Promise.all(
			Array.from({ length: 50 }, async () => await openSession(helpers, credential)),
		);

		expect(asked).toHaveLength(1);
		expect(new Set(all.map(({ accessToken }) => accessToken))).toEqual(new Set(['one']));
	});

	it('has the four values that the credential stores, and no more', async () => {
		const { helpers } = tokenEndpoint(tokenAnswer('one'));

		expect(await openSession(helpers, newCredential())).toEqual({
			accessToken: 'one',
			sessionExpiresAt: now + HOUR - 60 * SECOND,
			tokenIssuedFor: expect.stringMatching(/^[0-9a-f]{64}$/),
			sessionIssuedAt: now,
		});
	});

	it('is not shared between applications, secrets or regions', async () => {
		const { asked, helpers } = tokenEndpoint(tokenAnswer('a'), tokenAnswer('b'), tokenAnswer('c'));
		const credential = newCredential();
		const sessions = [
			await openSession(helpers, credential),
			await openSession(helpers, { ...credential, clientSecret: 'rotated' }),
			await openSession(helpers, { ...credential, baseUrl: 'https://eu.example.com' }),
		];

		expect(sessions.map(({ accessToken }) => accessToken)).toEqual(['a', 'b', 'c']);
		expect(new Set(sessions.map(({ tokenIssuedFor }) => tokenIssuedFor)).size).toBe(3);
		expect(asked.map(({ url }) => url)).toEqual([
			'https://api.example.com/oauth/token',
			'https://api.example.com/oauth/token',
			'https://eu.example.com/oauth/token',
		]);
	});

	it('lets its token be known to those who must hide it', async () => {
		const { helpers } = tokenEndpoint(tokenAnswer('one'));
		const credential = newCredential();
		const inUse = (of = credential) => [...tokensInUse(readAccount(of))];
		expect(inUse()).toEqual([]);
		await openSession(helpers, credential);

		expect(inUse()).toEqual(['one']);
		expect(inUse({ ...credential, clientSecret: 'x' })).toEqual([]);
	});

	it('that another process has stored is known, too, once a request goes out with it', () => {
		const credential = newCredential();
		const account = readAccount(credential);
		const stored = { tokenIssuedFor: fingerprint(account), sessionExpiresAt: now + HOUR };
		const url = 'https://api.example.com/sign';
		for (let token = 1; token <= 60; token++) {
			signRequest({ ...credential, ...stored, accessToken: `token-${token}` }, { url });
		}

		expect([...tokensInUse(account)]).toHaveLength(50);
		expect([...tokensInUse(account)].at(-1)).toBe('token-60');
	});

	it('is kept for the accounts used last, not for all for ever', async () => {
		const { asked, helpers } = tokenEndpoint(tokenAnswer('one'));
		const credentials = Array.from({ length: 201 }, () => newCredential());
		for (const credential of credentials) await openSession(helpers, credential);
		await openSession(helpers, credentials[200]!);
		await openSession(helpers, credentials[1]!);
		expect(asked).toHaveLength(201);
		await openSession(helpers, credentials[0]!);

		expect(asked).toHaveLength(202);
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

	it('is tried again after those seconds although the clock of the computer was set back', async () => {
		const { asked, helpers } = tokenEndpoint({ status: 401 });
		const credential = newCredential();
		await rejection(openSession(helpers, credential));
		jest.spyOn(Date, 'now').mockReturnValue(now - 2 * HOUR);
		now += 6 * SECOND;
		await rejection(openSession(helpers, credential));

		expect(asked).toHaveLength(2);
	});

	it('does not hold up another secret', async () => {
		const { helpers } = tokenEndpoint({ status: 401 }, tokenAnswer('one'));
		const credential = newCredential();
		await rejection(openSession(helpers, credential));
		const corrected = openSession(helpers, { ...credential, clientSecret: 'corrected' });

		await expect(corrected).resolves.toMatchObject({ accessToken: 'one' });
	});

	it('by a service in trouble is tried again at once', async () => {
		const trouble = { status: 503 };
		const { helpers } = tokenEndpoint(trouble, trouble, trouble, tokenAnswer('one'));
		const credential = newCredential();
		await rejection(openSession(helpers, credential));

		await expect(openSession(helpers, credential)).resolves.toMatchObject({ accessToken: 'one' });
	});

	it('is one failure for all who wait for it', async () => {
		const { asked, helpers } = tokenEndpoint({ status: 400 });
		const credential = newCredential();
		const errors = await Promise.all(
			Array.from({ length: 50 }, async () => await rejection(openSession(helpers, credential))),
		);

		expect(asked).toHaveLength(1);
		expect(new Set(errors).size).toBe(1);
	});
});

import type { ICredentialDataDecryptedObject, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { readAccount } from '../../../../../nodes/ESignature/transport/session/account';
import {
	openSession,
	signRequest,
	TEST_PATH,
} from '../../../../../nodes/ESignature/transport/session/session';
import {
	foreignRequest,
	newCredential,
	ownRequest,
	requestBy,
	rejection,
	tokenAnswer,
	tokenEndpoint,
} from './service';
import { node } from '../../sampleNode';
import { newSignal } from '../../../../support/until';

describe('sessions', () => {
	let now = 1_750_000_000_000;
	const SECOND = 1_000;
	const HOUR = 3_600 * SECOND;

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

		it('is kept for the accounts used last, not for all forever', async () => {
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
		/** A service that takes these tokens. */
		const taking = (...tokens: string[]) => {
			const came: string[] = [];
			const judge = (token: string) => {
				came.push(token);
				return tokens.includes(token) ? 200 : 401;
			};
			return { came, judge };
		};

		const begin = async (lifetime?: number) => {
			const endpoint = tokenEndpoint(
				tokenAnswer('one'),
				tokenAnswer('two', lifetime),
				tokenAnswer('three'),
			);
			const credential = newCredential();
			const session = await openSession(endpoint.helpers, credential);
			now += SECOND;
			return { ...endpoint, credential, first: { ...credential, ...session } };
		};

		it.each([
			['a new one', 3_600],
			['one that expires earlier', 60],
		])('is replaced once, by %s, for all requests that had it', async (_, lifetime) => {
			const { asked, helpers, first } = await begin(lifetime);
			const { came, judge } = taking('two');
			const sendOne = async () => await ownRequest(first, helpers, judge);
			const late = newSignal();
			const isLate = async (token: string) => {
				if (token === 'one') await late.given;
				return token === 'one' ? 401 : judge(token);
			};
			const last = ownRequest(first, helpers, isLate);
			await Promise.all(Array.from({ length: 20 }, sendOne));
			late.give();
			await last;
			await sendOne();
			expect(came.filter((token) => token === 'two')).toHaveLength(22);
			expect(came.filter((token) => token === 'one')).toHaveLength(20);
			expect(asked).toHaveLength(2);
		});

		it('is not replaced by an older one, which would not work either', async () => {
			const { helpers, first } = await begin();
			const byAnother = { ...first, accessToken: 'newer', sessionExpiresAt: now + 2 * HOUR };
			const { came, judge } = taking('two');
			await ownRequest(byAnother, helpers, judge);
			expect(came).toEqual(['newer', 'two']);
		});

		it('is replaced by a new one when the known one is over, too', async () => {
			const { helpers, credential } = await begin();
			now += 2 * HOUR;
			expect(await tokenOf(openSession(helpers, credential))).toBe('two');
		});

		it('is not used again while signing in fails', async () => {
			const { helpers } = tokenEndpoint(tokenAnswer('one'), { status: 401 });
			const credential = newCredential();
			const first = { ...credential, ...(await openSession(helpers, credential)) };
			const { came, judge } = taking();
			for (let run = 0; run < 3; run++) await rejection(ownRequest(first, helpers, judge));
			expect(came).toEqual(['one']);
		});

		it('is used again if the service gives it out again', async () => {
			const { asked, helpers } = tokenEndpoint(tokenAnswer('one'));
			const credential = newCredential();
			const first = { ...credential, ...(await openSession(helpers, credential)) };
			const { came, judge } = taking('one');
			const answers = [401];
			const once = async (token: string) => answers.shift() ?? judge(token);
			await ownRequest(first, helpers, once);
			await ownRequest(first, helpers, once);
			expect(came).toEqual(['one', 'one']);
			expect(asked).toHaveLength(2);
		});
	});

	describe('a token that is still good', () => {
		const FAILURES = [{ status: 503 }, { status: 401 }];

		it.each(FAILURES)(
			'outlives an error in the HTTP Request node after which signing in fails: %j',
			async (failure) => {
				const { helpers } = tokenEndpoint(tokenAnswer('one'), failure);
				const credential = newCredential();
				const stored = { ...credential, ...(await openSession(helpers, credential)) };
				await rejection(foreignRequest(stored, helpers, () => 404));
				const tokens: string[] = [];
				const judge = (token: string) => (tokens.push(token), 200);
				await ownRequest(stored, helpers, judge);
				// This run began before the token was stored.
				await ownRequest(credential, helpers, judge);
				expect(tokens).toEqual(['one', 'one']);
			},
		);

		it.each([
			['where this process knows it', {}],
			['where another process stored it', { clientSecret: 'another-secret' }],
		])('outlives a sign-in that fails in its last minute: %s', async (_, change) => {
			const { asked, helpers } = tokenEndpoint(tokenAnswer('one'), { status: 503 });
			const credential = newCredential();
			const session = await openSession(helpers, credential);
			const other = { ...credential, ...change };
			const stored = { ...other, ...session, tokenIssuedFor: readAccount(other).key };
			const tokens: string[] = [];
			const judge = (token: string) => (tokens.push(token), 200);
			now += HOUR - SECOND;
			await ownRequest(stored, helpers, judge);
			expect(await foreignRequest(stored, helpers, judge)).toBe(200);
			expect(tokens).toEqual(['one', 'one']);
			expect(asked.length).toBeGreaterThan(2);
			now += SECOND;
			await expect(ownRequest(stored, helpers, judge)).rejects.toThrow('status 503');
			expect(tokens).toHaveLength(2);
		});

		it('is not used again in its last minute once it was rejected', async () => {
			const { helpers } = tokenEndpoint(tokenAnswer('one'), { status: 503 });
			const credential = newCredential();
			const stored = { ...credential, ...(await openSession(helpers, credential)) };
			const tokens: string[] = [];
			const judge = (token: string) => (tokens.push(token), 401);
			now += HOUR - SECOND;
			for (let run = 0; run < 2; run++) await rejection(ownRequest(stored, helpers, judge));
			expect(tokens).toEqual(['one']);
		});

		it('is replaced for the HTTP Request node once there is a new one', async () => {
			const { helpers } = tokenEndpoint(tokenAnswer('one'), tokenAnswer('two'));
			const credential = newCredential();
			const stored = { ...credential, ...(await openSession(helpers, credential)) };
			now += SECOND;
			const judge = (token: string) => (token === 'two' ? 200 : 401);
			expect(await foreignRequest(stored, helpers, judge)).toBe(200);
		});
	});

	it("gives n8n's own reason if n8n does not even ask for a token, as its new engine", async () => {
		const reason = 'Engine 2.0 does not support credentials with an expirable property yet';
		const refused = async () => {
			throw new NodeApiError(node, new Error(reason) as unknown as JsonObject);
		};
		const error = await rejection(requestBy(refused, newCredential()));
		expect(error.message).toBe(`n8n refused to use the credential: '${reason}'`);
	});

	describe('the credential test', () => {
		const test = { url: TEST_PATH, baseURL: 'https://api.example.com' };
		/** As n8n: renews the token if there is none, and once more after a 401. */
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

		it.each([{ status: 503 }, { status: 401 }])(
			'leaves the token to the runs when it fails, since it says nothing about it: %j',
			async (failure) => {
				const { helpers } = tokenEndpoint(tokenAnswer('one'), failure);
				const credential = newCredential();
				const stored = { ...credential, ...(await openSession(helpers, credential)) };
				await rejection(tested(stored, helpers));
				const tokens: string[] = [];
				const judge = (token: string) => (tokens.push(token), 200);
				await ownRequest(stored, helpers, judge);
				await ownRequest(credential, helpers, judge);
				expect(tokens).toEqual(['one', 'one']);
			},
		);

		it('goes to the address of the service, however it was typed', async () => {
			const { helpers } = tokenEndpoint(tokenAnswer('one'));
			const baseUrl = ' api.example.com/oauth/token';
			const data = newCredential({ baseUrl, accessToken: '' });
			Object.assign(data, await openSession(helpers, data));
			expect(signRequest(data, { url: TEST_PATH, baseURL: baseUrl })).toMatchObject({
				baseURL: 'https://api.example.com',
			});
		});

		it('asks again although the last sign-in was refused a moment ago', async () => {
			const { helpers } = tokenEndpoint(tokenAnswer('one'), { status: 401 }, tokenAnswer('two'));
			const credential = newCredential();
			const stored = { ...credential, ...(await openSession(helpers, credential)) };
			await expect(tested(stored, helpers)).rejects.toThrow('did not accept the Client ID');
			expect(await tested(stored, helpers)).toBe('Bearer two');
		});
	});
});

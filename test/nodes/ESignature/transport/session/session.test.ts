import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import fc from 'fast-check';

import {
	readAccount,
	openSession,
	signRequest,
	TEST_PATH,
	knownOf,
	parseBaseUrl,
} from '../../../../../nodes/ESignature/transport/session/session';
import { setNewest } from '../../../../../nodes/ESignature/values/collections';
import {
	foreignRequest,
	newCredential,
	ownRequest,
	rejection,
	tokenAnswer,
	tokenEndpoint,
} from './service';
import { UserError } from '../../../../../nodes/ESignature/errors/userError';
import { draws } from '../../../../support/draws';
import { newSignal } from '../../../../support/until';

describe('sessions', () => {
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

		it('lets the tokens that were sent be known, so that they can be hidden', async () => {
			const { helpers } = tokenEndpoint(tokenAnswer('one'));
			const credential = newCredential();
			const session = await openSession(helpers, credential);
			signRequest({ ...credential, ...session }, { url });
			expect([...knownOf(readAccount(credential)).used]).toEqual(['one']);
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

		it('is replaced for the HTTP Request node once there is a new one', async () => {
			const { helpers } = tokenEndpoint(tokenAnswer('one'), tokenAnswer('two'));
			const credential = newCredential();
			const stored = { ...credential, ...(await openSession(helpers, credential)) };
			now += SECOND;
			const judge = (token: string) => (token === 'two' ? 200 : 401);
			expect(await foreignRequest(stored, helpers, judge)).toBe(200);
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
		expect(setNewest(kept, ['a', 4], 3)).toBe(4);
		setNewest(kept, ['d', 5], 3);
		expect([...kept.keys()]).toEqual(['c', 'a', 'd']);
	});
});

const typed = { baseUrl: 'https://api.example.com', clientId: 'client', clientSecret: 'secret' };

describe('an account', () => {
	it('is what the user typed, without the blanks of a paste', () => {
		const credentials = {
			baseUrl: ' https://api.example.com:8443/eu/// ',
			clientId: ' client\n',
			clientSecret: '\tsecret ',
		};
		const account = readAccount(credentials);

		expect(account).toEqual({
			baseUrl: 'https://api.example.com:8443/eu',
			origin: 'https://api.example.com:8443',
			host: 'api.example.com',
			clientId: 'client',
			clientSecret: 'secret',
			credentials,
			key: expect.any(String),
		});
	});

	it.each([
		['clientId', "The 'Client ID' of the E-Signature credential is empty"],
		['clientSecret', "The 'Client Secret' of the E-Signature credential is empty"],
	])('needs a %s', (name, message) => {
		for (const value of ['', '  \n', undefined, 7]) {
			expect(() => readAccount({ ...typed, [name]: value })).toThrow(new UserError(message));
		}
	});
});

describe('the key of an account', () => {
	const keyOf = (more: object) => readAccount({ ...typed, ...more }).key;

	it('is the same for the same address, client and secret, and for nothing else', () => {
		const keys = [
			keyOf({}),
			keyOf({ baseUrl: 'https://b.example' }),
			keyOf({ clientId: 'b' }),
			keyOf({ clientSecret: 'b' }),
			keyOf({ clientId: 'a', clientSecret: 'bc' }),
			keyOf({ clientId: 'ab', clientSecret: 'c' }),
			keyOf({ clientId: 'a","b', clientSecret: 'c' }),
			keyOf({ clientId: 'a', clientSecret: 'b","c' }),
		];

		expect(new Set(keys).size).toBe(keys.length);
		expect(keyOf({ accessToken: 'a' })).toBe(keys[0]);
	});

	it('does not give the secret away', () => {
		const secret = 'canary-client-secret';
		const key = readAccount({ ...typed, clientSecret: secret }).key;

		expect(key).toMatch(/^[0-9a-f]{64}$/);
		expect(Buffer.from(key, 'hex').toString('latin1')).not.toContain(secret);
	});
});

/** The address, or what was raised instead. */
function attempt(value: unknown): unknown {
	try {
		return parseBaseUrl(value);
	} catch (error) {
		return error;
	}
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

describe('the base URL', () => {
	it.each([
		['  https://api.example.com/ \n', 'https://api.example.com/'],
		['https://api.example.com/eu/v1', 'https://api.example.com/eu/v1'],
		['https://api.example.com/signing', 'https://api.example.com/signing'],
		['http://localhost:3000', 'http://localhost:3000/'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000/'],
		['http://127.10.0.255', 'http://127.10.0.255/'],
		['http://[::1]:3000', 'http://[::1]:3000/'],
	])('may be %j', (given, expected) => {
		expect(parseBaseUrl(given).href).toBe(expected);
	});

	it.each([
		['is empty', ['', '  ', undefined, 7]],
		['is not a web address', ['api.example.com', 'https:api.example.com', 'https://a:99999']],
		['does not start with https://', ['http://api.example.com', 'ftp://localhost']],
		['does not start with https://', ['http://localhost.evil.example', 'http://notlocalhost']],
		['does not start with https://', ['http://127.0.0.1.evil.example', 'http://0.0.0.0']],
		['contains a user name', ['https://user@a.example', 'https://:p@a.example']],
		["contains a '?' or '#'", ['https://a.example?x=1', 'https://a.example/#x']],
		["contains a '?' or '#'", ['https://a.example?']],
		['contains spaces or backslashes', ['https://a.example\\@evil.example', 'https://a\0']],
		['contains spaces or backslashes', ['https://a.exa\tmple', 'https://a b']],
		['includes the path of an endpoint', ['https://a.example/oauth/token']],
		['includes the path of an endpoint', ['https://a.example/eu/sign/envelopes']],
	])('is refused when it %s: %j', (why, values) => {
		for (const value of values) {
			expect(attempt(value)).toMatchObject({ message: expect.stringContaining(why) });
			expect(attempt(value)).toBeInstanceOf(UserError);
		}
	});

	it('leads to one https origin, or to this machine, or is refused', () => {
		const pieces = fc.oneof(
			fc.constantFrom('https://', 'http://', '//', '/', '\\', '@', ':', '?', '#', '.', '[', ']'),
			fc.constantFrom('\t', '\n', '\0', ' ', '\u3002', '\u00ad', '%2f', '%40', '..', '::ffff:'),
			fc.constantFrom('a.example', '127.1', '0x7f.1', 'localhost', '::1', '2130706433'),
			fc.string({ unit: 'binary', maxLength: 2 }),
		);
		const addresses = fc.oneof(
			fc.webUrl({ withQueryParameters: true, withFragments: true }),
			fc.webAuthority({ withUserInfo: true, withPort: true }).map((host) => `https://${host}`),
			fc.array(pieces, { maxLength: 8 }).map((parts) => `https://${parts.join('')}`),
			fc.array(pieces, { maxLength: 8 }).map((parts) => `http://${parts.join('')}`),
			fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
		);
		let taken = 0;
		fc.assert(
			fc.property(addresses, (address) => {
				const url = attempt(address);
				if (!(url instanceof URL)) return url instanceof UserError;
				taken++;
				const safe = url.protocol === 'https:' || LOOPBACK.test(url.hostname);
				const bare = url.username + url.password + url.search + url.hash === '';
				// Read again, alone or with a path behind it, it is still the same place.
				const joined = new URL(`${url.href.replace(/\/+$/, '')}/oauth/token`);
				return safe && bare && joined.origin === url.origin && !/[\\\s?#@]/.test(url.origin);
			}),
			{ numRuns: draws(15_000) },
		);
		expect(taken).toBeGreaterThan(draws(500));
	});

	it('does not appear in the error, since it may hold a password', () => {
		expect(JSON.stringify(attempt('https://user:hunter22@a.example'))).not.toContain('hunter22');
	});
});

describe('signing a request', () => {
	const TOKEN = 'canary-token';
	const HOME = 'https://api.example.com';

	function signedIn(
		values: ICredentialDataDecryptedObject = {},
		credential = newCredential(),
	): ICredentialDataDecryptedObject {
		return {
			...credential,
			accessToken: TOKEN,
			sessionExpiresAt: Date.now() + 60_000,
			tokenIssuedFor: readAccount(credential).key,
			...values,
		};
	}

	type Request = Partial<IHttpRequestOptions> & { uri?: string };
	const sign = (request: Request, credential = signedIn()) =>
		signRequest(credential, request as IHttpRequestOptions);

	function errorOf(run: () => unknown): Error & { response?: { status: number } } {
		try {
			run();
		} catch (error) {
			return error as Error;
		}
		throw new Error('Nothing was raised');
	}

	describe('a request to the address of the credential', () => {
		it.each<[string, Request]>([
			['an absolute URL', { url: `${HOME}/sign/envelopes` }],
			['a base URL and a path', { baseURL: HOME, url: '/sign/envelopes' }],
			['a base URL and no path', { baseURL: HOME, url: '' }],
			['the older name of the URL', { uri: `${HOME}/sign` }],
			['an absolute URL that overrides a base URL', { baseURL: 'https://x.example', url: HOME }],
		])('gets the token: %s', (_, request) => {
			expect(sign(request).headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
		});

		it('keeps all it had, and is not sent on even if the node asks for that', () => {
			const request = {
				url: `${HOME}/sign`,
				qs: { a: 1 },
				headers: { Accept: 'x' },
				disableFollowRedirect: false,
				followRedirect: true,
				followAllRedirects: true,
				maxRedirects: 9,
				sendCredentialsOnCrossOriginRedirect: true,
			};

			expect(sign(request)).toEqual({
				url: `${HOME}/sign`,
				qs: { a: 1 },
				headers: { Accept: 'x', Authorization: `Bearer ${TOKEN}` },
				disableFollowRedirect: true,
				followRedirect: false,
				followAllRedirects: false,
				maxRedirects: 0,
				sendCredentialsOnCrossOriginRedirect: false,
			});
			expect(request.headers).toEqual({ Accept: 'x' });
		});
	});

	const ELSEWHERE: Array<[string, Request]> = [
		['another host', { url: 'https://evil.example/sign' }],
		['another host by the older name', { uri: 'https://evil.example/sign' }],
		['another host, though the older name is right', { url: 'https://evil.example', uri: HOME }],
		['a host that begins alike', { url: `${HOME}.evil.example/` }],
		['another port', { url: `${HOME}:8443/` }],
		['no encryption', { url: 'http://api.example.com/' }],
		['a user name that looks like the host', { url: 'https://api.example.com@evil.example/' }],
		['a path that begins with two slashes', { baseURL: HOME, url: '//evil.example/x' }],
		['a slash and a backslash', { baseURL: HOME, url: '/\\evil.example' }],
		['a blank before the URL', { baseURL: HOME, url: ' https://evil.example' }],
		['a tab inside the scheme', { baseURL: HOME, url: 'ht\ttps://evil.example' }],
		['a base URL elsewhere', { baseURL: 'https://evil.example', url: '/sign' }],
		['an absolute URL that overrides the base', { baseURL: HOME, url: 'https://evil.example/' }],
		['no address', {}],
		['a path alone', { url: '/sign' }],
	];

	it.each(ELSEWHERE)(
		'is not done, nor a reason to sign in, where it goes elsewhere: %s',
		(_, request) => {
			const error = errorOf(() => sign(request));

			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toContain('is only for https://api.example.com.');
			expect(error.response).toBeUndefined();
			expect(JSON.stringify(error) + error.message + error.stack).not.toContain(TOKEN);
			expect(errorOf(() => sign(request, newCredential())).response).toBeUndefined();
		},
	);

	const CONTROLLED: Array<[string, object]> = [
		['a proxy', { proxy: 'http://evil.example:3128' }],
		['certificates unchecked', { skipSslCertificateValidation: true }],
		['certificates unchecked by the older name', { rejectUnauthorized: false }],
		['another authority', { agentOptions: { ca: 'PEM' } }],
		['a Host header', { headers: { Host: 'evil.example' } }],
		['a Host header in small letters', { headers: { 'host ': 'evil.example' } }],
	];

	describe('a request whose way somebody else controls', () => {
		const controlled = (more: object) => ({ url: `${HOME}/sign`, ...more });

		it.each(CONTROLLED)('is not sent: %s', (_, more) => {
			const error = errorOf(() => sign(controlled(more)));

			expect(error).toBeInstanceOf(UserError);
			expect(error.response).toBeUndefined();
			expect(JSON.stringify(error) + error.message + error.stack).not.toContain(TOKEN);
		});

		it('does not cost a sign-in, whatever n8n does next', async () => {
			const credential = signedIn();
			const refusal = errorOf(() => sign(controlled({ proxy: 'http://a.example' }), credential));
			const httpRequest = jest.fn();

			await expect(openSession({ httpRequest }, credential)).rejects.toBe(refusal);
			expect(httpRequest).not.toHaveBeenCalled();
			sign({ url: `${HOME}/sign` }, credential);
			httpRequest.mockRejectedValue(new Error('Asked'));
			await expect(openSession({ httpRequest }, credential)).rejects.not.toBe(refusal);
		});

		it('is not one with what the form of the HTTP Request node leaves', () => {
			const left = {
				rejectUnauthorized: true,
				proxy: '',
				agentOptions: {},
				skipSslCertificateValidation: false,
				headers: { 'X-Forwarded-Host': 'a.example' },
			};
			expect(sign(controlled(left)).headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
		});
	});

	describe('a session that is over', () => {
		const request = { url: `${HOME}/sign` };

		it.each<[string, ICredentialDataDecryptedObject]>([
			['by time', { sessionExpiresAt: Date.now() - 1 }],
			['since it never began', { accessToken: '' }],
			['since it is for another secret', { clientSecret: 'rotated' }],
			['since its end is unreadable', { sessionExpiresAt: 'tomorrow' }],
		])('asks n8n for a new one with a 401: %s', (_, values) => {
			const error = errorOf(() => sign(request, signedIn(values)));

			expect(error.response).toEqual({ status: 401 });
			expect(error).not.toBeInstanceOf(UserError);
		});
	});

	describe('a Base URL with a path', () => {
		const at = (url: string, baseURL?: string) => {
			const tenant = newCredential({ baseUrl: 'https://gw.example.com/tenant-a' });
			return sign({ url, ...(baseURL && { baseURL }) }, signedIn({}, tenant)).headers;
		};

		it.each([
			['https://gw.example.com/tenant-a/sign/envelopes', undefined],
			['https://gw.example.com/tenant-a', undefined],
			['/sign/envelopes', 'https://gw.example.com/tenant-a/'],
		])('is where the token goes: %s %s', (url, baseURL) => {
			expect(at(url, baseURL)).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
		});

		it.each([
			['https://gw.example.com/tenant-abc', undefined],
			['https://gw.example.com/', undefined],
			['https://gw.example.com/tenant-a/%2e%2e/tenant-evil', undefined],
			['../tenant-evil', 'https://gw.example.com/tenant-a'],
		])('is the only place: %s %s', (url, baseURL) => {
			expect(() => at(url, baseURL)).toThrow('The request goes to another address');
		});
	});
});

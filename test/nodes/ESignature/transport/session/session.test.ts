import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import fc from 'fast-check';

import {
	readAccount,
	openSession,
	signRequest,
	TEST_PATH,
	knownOf,
	putNewest,
	parseBaseUrl,
} from '../../../../../nodes/ESignature/transport/session/session';
import { newCredential, rejection, tokenAnswer, tokenEndpoint } from './service';
import { UserError } from '../../../../../nodes/ESignature/errors/userError';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../../growth';
import { draws } from '../../../../support/draws';

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
});

const typed = { baseUrl: 'https://api.example.com', clientId: 'client', clientSecret: 'secret' };

describe('an account', () => {
	it('is what the user typed, without the blanks of a paste', () => {
		const credentials = {
			baseUrl: ' https://api.example.com:8443/eu/ ',
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

	it('has no slash at the end of its address, however many were typed', () => {
		const { baseUrl } = readAccount({ ...typed, baseUrl: 'https://api.example.com/eu///' });

		expect(baseUrl).toBe('https://api.example.com/eu');
	});

	it('is read in linear time, even from an address of slashes', () => {
		const worst = (size: number) =>
			readAccount({ ...typed, baseUrl: `https://a.example/${'/'.repeat(size)}x` });

		expect(growth(worst, 2_000)).toBeLessThan(CLEARLY_MORE_THAN_LINEAR);
	});

	it.each([
		['clientId', "The 'Client ID' of the E-Signature credential is empty"],
		['clientSecret', "The 'Client Secret' of the E-Signature credential is empty"],
	])('needs a %s', (name, message) => {
		for (const value of ['', '  \n', undefined, null, 7, ['x'], { x: 1 }, false]) {
			expect(() => readAccount({ ...typed, [name]: value as string })).toThrow(
				new UserError(message),
			);
		}
	});
});

describe('the key of an account', () => {
	const account = fc.record({
		baseUrl: fc.constantFrom('https://a.example', 'https://b.example'),
		clientId: fc.constantFrom('a', 'b', 'ab', 'a","b'),
		clientSecret: fc.constantFrom('c', 'bc', 'b","c', '","'),
		accessToken: fc.constantFrom('a', 'b'),
	});
	const same = (one: typeof typed, other: typeof typed) =>
		one.baseUrl === other.baseUrl &&
		one.clientId === other.clientId &&
		one.clientSecret === other.clientSecret;

	it('is the same for the same address, client and secret, and for nothing else', () => {
		fc.assert(
			fc.property(
				account,
				account,
				(one, other) => (readAccount(one).key === readAccount(other).key) === same(one, other),
			),
			{ numRuns: draws(5_000) },
		);
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
		['https://api.example.com', 'https://api.example.com/'],
		['  https://api.example.com/ \n', 'https://api.example.com/'],
		['HTTPS://API.Example.COM', 'https://api.example.com/'],
		['https://api.example.com:8443', 'https://api.example.com:8443/'],
		['https://api.example.com:443', 'https://api.example.com/'],
		['https://api.example.com/eu/v1', 'https://api.example.com/eu/v1'],
		['https://api.example.com/signing', 'https://api.example.com/signing'],
		['http://localhost:3000', 'http://localhost:3000/'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000/'],
		['http://[::1]:3000', 'http://[::1]:3000/'],
	])('may be %j', (given, expected) => {
		expect(parseBaseUrl(given).href).toBe(expected);
	});

	it.each([
		['is empty', ['', '  ', undefined, null, 7, [], ['https://api.example.com'], {}]],
		[
			'is not a web address',
			['api.example.com', 'https:api.example.com', 'https:/a', '//a.example'],
		],
		['is not a web address', ['https://', 'https://[::1', 'https://a:99999', 'https://%', 'https']],
		['does not start with https://', ['http://api.example.com', 'ftp://a.example', 'file:///etc']],
		['does not start with https://', ['http://localhost.', 'http://localhost.evil.example']],
		['does not start with https://', ['http://127.0.0.1.evil.example', 'http://0.0.0.0']],
		['does not start with https://', ['http://[::ffff:127.0.0.1]', 'http://169.254.169.254']],
		['does not start with https://', ['http://localhost@evil.example', 'javascript://a']],
		[
			'contains a user name',
			['https://user@a.example', 'https://u:p@a.example', 'https://:p@a.example'],
		],
		[
			"contains a '?' or '#'",
			['https://a.example?x=1', 'https://a.example/#x', 'https://a.example?'],
		],
		['contains spaces or backslashes', ['https://a.example\\@evil.example', 'https:\\\\a.example']],
		[
			'contains spaces or backslashes',
			['https://a.exa\tmple', 'https://a.exa\nmple', 'https://a b'],
		],
		['contains spaces or backslashes', ['https://a.example\0', 'https://a.example\u00a0/x']],
		[
			'includes the path of an endpoint, such as /oauth/token',
			['https://a.example/oauth/token', 'https://a.example/sign/'],
		],
		[
			'includes the path of an endpoint, such as /oauth/token',
			['https://a.example/eu/sign/envelopes', 'https://a.example/sign'],
		],
	])('is refused when it %s: %j', (why, values) => {
		for (const value of values) {
			expect(attempt(value)).toMatchObject({ message: expect.stringContaining(why) });
			expect(attempt(value)).toBeInstanceOf(UserError);
		}
	});

	it('leads to one https origin, or to this machine, or is refused', () => {
		const pieces = fc.oneof(
			fc.constantFrom('https://', 'http://', '//', '/', '\\', '@', ':', '?', '#', '.', '[', ']'),
			fc.constantFrom(
				'\t',
				'\n',
				'\0',
				' ',
				'\u3002',
				'\u00ad',
				'%2f',
				'%40',
				'..',
				';',
				'::ffff:',
			),
			fc.constantFrom(
				'a.example',
				'evil.example',
				'127.1',
				'0x7f.1',
				'localhost',
				'::1',
				'2130706433',
			),
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

	function signedIn(values: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject {
		const credential = newCredential();
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
			['capitals and the default port', { url: 'HTTPS://API.EXAMPLE.COM:443/sign' }],
			['a base URL and a path', { baseURL: HOME, url: '/sign/envelopes' }],
			['a base URL and no path', { baseURL: HOME, url: '' }],
			['a base URL and a relative path', { baseURL: `${HOME}/eu/`, url: 'sign' }],
			['the older name of the URL', { uri: `${HOME}/sign` }],
			[
				'an absolute URL that overrides a base URL',
				{ baseURL: 'https://x.example', url: `${HOME}/a` },
			],
			['a URL whose query names another host', { url: `${HOME}/sign?next=https://evil.example` }],
			['a URL whose path holds an at sign', { url: `${HOME}/sign/@evil.example` }],
		])('gets the token: %s', (_, request) => {
			expect(sign(request).headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
		});

		const straight = {
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
			sendCredentialsOnCrossOriginRedirect: false,
		};

		it('keeps all it had, and is not sent on', () => {
			const request = { url: `${HOME}/sign`, qs: { a: 1 }, headers: { Accept: 'x' } };

			expect(sign(request)).toEqual({
				...request,
				headers: { Accept: 'x', Authorization: `Bearer ${TOKEN}` },
				...straight,
			});
			expect(request.headers).toEqual({ Accept: 'x' });
		});

		it('is not sent on even if the node asks for that', () => {
			const asking = {
				disableFollowRedirect: false,
				followRedirect: true,
				followAllRedirects: true,
				maxRedirects: 9,
				sendCredentialsOnCrossOriginRedirect: true,
			};

			expect(sign({ url: `${HOME}/sign`, ...asking })).toMatchObject(straight);
		});
	});

	const ELSEWHERE: Array<[string, Request]> = [
		['another host', { url: 'https://evil.example/sign' }],
		['another host by the older name', { uri: 'https://evil.example/sign' }],
		['another host, though the older name is right', { url: 'https://evil.example', uri: HOME }],
		['a subdomain', { url: 'https://sub.api.example.com/' }],
		['the parent domain', { url: 'https://example.com/' }],
		['a host that begins alike', { url: `${HOME}.evil.example/` }],
		['a trailing dot', { url: 'https://api.example.com./' }],
		['another port', { url: `${HOME}:8443/` }],
		['no encryption', { url: 'http://api.example.com/' }],
		['another scheme', { url: 'ftp://api.example.com/' }],
		['a user name that looks like the host', { url: 'https://api.example.com@evil.example/' }],
		['a user name with a port', { url: 'https://api.example.com:443@evil.example/' }],
		['a backslash before the at sign', { url: 'https://evil.example\\@api.example.com/' }],
		['backslashes instead of slashes', { baseURL: HOME, url: 'https:\\\\evil.example' }],
		['a path that begins with two slashes', { baseURL: HOME, url: '//evil.example/x' }],
		['two slashes and no base', { url: '//api.example.com/x' }],
		['a slash and a backslash', { baseURL: HOME, url: '/\\evil.example' }],
		['two backslashes', { baseURL: HOME, url: '\\\\evil.example' }],
		['a blank before the URL', { baseURL: HOME, url: ' https://evil.example' }],
		['a tab inside the scheme', { baseURL: HOME, url: 'ht\ttps://evil.example' }],
		['a tab between the slashes', { baseURL: HOME, url: '/\t/evil.example' }],
		['a line break before the slashes', { baseURL: HOME, url: '\n//evil.example' }],
		['a base URL elsewhere', { baseURL: 'https://evil.example', url: '/sign' }],
		['a base URL elsewhere and no path', { baseURL: 'https://evil.example', url: '' }],
		['an absolute URL that overrides the base', { baseURL: HOME, url: 'https://evil.example/' }],
		['a scheme without slashes', { url: 'https:evil.example' }],
		['no address', {}],
		['an empty address', { url: '' }],
		['a path alone', { url: '/sign' }],
		['no host', { url: 'https://' }],
		['data', { url: 'data:text/plain,x' }],
	];

	describe('a request to anywhere else', () => {
		it.each(ELSEWHERE)('is not sent, nor a reason to sign in: %s', (_, request) => {
			const error = errorOf(() => sign(request));

			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toContain('is only for https://api.example.com.');
			expect(error.response).toBeUndefined();
			expect(JSON.stringify(error) + error.message + error.stack).not.toContain(TOKEN);
			expect(errorOf(() => sign(request, newCredential())).response).toBeUndefined();
		});
	});

	const CONTROLLED: Array<[string, string, object]> = [
		['a proxy', 'Proxy', { proxy: 'http://evil.example:3128' }],
		['a proxy in parts', 'Proxy', { proxy: { host: 'evil.example', port: 3128 } }],
		['certificates unchecked', 'Ignore SSL', { skipSslCertificateValidation: true }],
		['certificates unchecked by the older name', 'Ignore SSL', { rejectUnauthorized: false }],
		['another authority', 'SSL Certificates', { agentOptions: { ca: 'PEM' } }],
		[
			'certificates unchecked by the agent',
			'SSL Certificates',
			{ agentOptions: { rejectUnauthorized: false } },
		],
		['a Host header', "'Host' header", { headers: { Host: 'evil.example' } }],
		['a Host header in small letters', "'Host' header", { headers: { host: 'evil.example' } }],
	];

	describe('a request whose way somebody else controls', () => {
		const controlled = (more: object) => ({ url: `${HOME}/sign`, ...more });

		it.each(CONTROLLED)('is not sent: %s', (_, named, more) => {
			const error = errorOf(() => sign(controlled(more)));

			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toMatch(
				/^The E-Signature credential cannot be used with .* not sent\. ./,
			);
			expect(error.message).toContain(named);
			expect(error.response).toBeUndefined();
			expect(JSON.stringify(error) + error.message + error.stack).not.toContain(TOKEN);
		});

		it.each(CONTROLLED)(
			'does not cost a sign-in, whatever n8n does next: %s',
			async (_, __, more) => {
				const credential = signedIn();
				const refusal = errorOf(() => sign(controlled(more), credential));
				const httpRequest = jest.fn();

				await expect(openSession({ httpRequest }, credential)).rejects.toBe(refusal);
				expect(httpRequest).not.toHaveBeenCalled();
				expect(sign({ url: `${HOME}/sign` }, credential).headers).toMatchObject({
					Authorization: `Bearer ${TOKEN}`,
				});
			},
		);

		it.each<[string, object]>([
			['what the form of the HTTP Request node leaves', { rejectUnauthorized: true, proxy: '' }],
			['no certificates in its settings', { agentOptions: {} }],
			['no proxy, in so many words', { proxy: false, skipSslCertificateValidation: false }],
			['other headers', { headers: { 'X-Forwarded-Host': 'a.example', accept: 'x' } }],
		])('is not one with %s', (_, more) => {
			expect(sign(controlled(more)).headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
		});
	});

	describe('a session that is over', () => {
		const request = { url: `${HOME}/sign` };

		it.each<[string, ICredentialDataDecryptedObject]>([
			['by time', { sessionExpiresAt: Date.now() - 1 }],
			['since it never began', { sessionExpiresAt: 0, accessToken: '', tokenIssuedFor: '' }],
			['since it is for another secret', { clientSecret: 'rotated' }],
			['since it is for another client', { clientId: 'another' }],
			['since its end is unreadable', { sessionExpiresAt: 'tomorrow' }],
		])('asks n8n for a new one with a 401: %s', (_, values) => {
			const error = errorOf(() => sign(request, signedIn(values)));

			expect(error.response).toEqual({ status: 401 });
			expect(error).not.toBeInstanceOf(UserError);
		});

		it('is not what a wrong credential is called', () => {
			for (const name of ['baseUrl', 'clientId', 'clientSecret']) {
				const error = errorOf(() => sign(request, signedIn({ [name]: ' ' })));

				expect(error).toBeInstanceOf(UserError);
				expect(error.response).toBeUndefined();
			}
		});
	});

	describe('a Base URL with a path', () => {
		const credentials = () => {
			const baseUrl = 'https://gw.example.com/tenant-a';
			const account = { baseUrl, clientId: 'i', clientSecret: 's' };
			return {
				...account,
				accessToken: 'TOKEN',
				sessionExpiresAt: Date.now() + 1e6,
				tokenIssuedFor: readAccount(account).key,
			};
		};
		const at = (url: string, baseURL?: string) =>
			signRequest(credentials(), { url, ...(baseURL && { baseURL }) }).headers;

		it.each([
			['https://gw.example.com/tenant-a/sign/envelopes', undefined],
			['https://gw.example.com/tenant-a', undefined],
			['/sign/envelopes', 'https://gw.example.com/tenant-a'],
			['/sign/envelopes', 'https://gw.example.com/tenant-a/'],
		])('is where the token goes: %s %s', (url, baseURL) => {
			expect(at(url, baseURL)).toMatchObject({ Authorization: 'Bearer TOKEN' });
		});

		it.each([
			['https://gw.example.com/tenant-evil/x', undefined],
			['https://gw.example.com/tenant-abc', undefined],
			['https://gw.example.com/', undefined],
			['https://gw.example.com/tenant-a/../tenant-evil', undefined],
			['https://gw.example.com/tenant-a/%2e%2e/tenant-evil', undefined],
			['/x', 'https://gw.example.com/tenant-evil'],
			['../tenant-evil', 'https://gw.example.com/tenant-a'],
		])('is the only place: %s %s', (url, baseURL) => {
			expect(() => at(url, baseURL)).toThrow('The request goes to another address');
		});
	});
});

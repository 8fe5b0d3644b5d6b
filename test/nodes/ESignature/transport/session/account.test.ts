import fc from 'fast-check';

import { UserError } from '../../../../../nodes/ESignature/errors/userError';
import {
	parseBaseUrl,
	readAccount,
} from '../../../../../nodes/ESignature/transport/session/account';
import { draws } from '../../../../support/draws';

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
		['https://api.example.com/oauth/token', 'https://api.example.com/'],
		[' https://api.example.com/eu/oauth/token/ ', 'https://api.example.com/eu'],
		['api.example.com', 'https://api.example.com/'],
		['api.example.com:8443/oauth/token', 'https://api.example.com:8443/'],
		['http://localhost:3000/oauth/token', 'http://localhost:3000/'],
	])('may be %j', (given, expected) => {
		expect(parseBaseUrl(given).href).toBe(expected);
	});

	it.each([
		['is empty', ['', '  ', undefined, 7]],
		[
			'is not a web address',
			['client-id', 'https:api.example.com', 'https:/a.b', 'https://a:99999'],
		],
		['is not a web address', ['//api.example.com', 'localhost:3000', 'mailto:a@b.example']],
		['does not start with https://', ['http://api.example.com', 'ftp://localhost']],
		['does not start with https://', ['http://localhost.evil.example', 'http://notlocalhost']],
		['does not start with https://', ['http://127.0.0.1.evil.example', 'http://0.0.0.0']],
		['contains a user name', ['https://user@a.example', 'https://:p@a.example']],
		["contains a '?' or '#'", ['https://a.example?x=1', 'https://a.example/#x']],
		["contains a '?' or '#'", ['https://a.example?']],
		['contains spaces or backslashes', ['https://a.example\\@evil.example', 'https://a\0']],
		['contains spaces or backslashes', ['https://a.exa\tmple', 'https://a b']],
		['includes the path of an endpoint', ['https://a.example/oauth//token']],
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

	it('is quoted in the error', () => {
		expect(attempt('http://api.example.com')).toMatchObject({
			message: expect.stringContaining("https://: 'http://api.example.com'."),
		});
	});

	it('does not appear in the error with an @, since it may hold a password', () => {
		expect(String(attempt('https://user:hunter22@a.example'))).not.toContain('hunter22');
		expect(String(attempt('https://user:hunter22 @a.example'))).not.toContain('hunter22');
	});
});

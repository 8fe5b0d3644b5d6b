import fc from 'fast-check';

import { parseBaseUrl } from '../../../../../nodes/ESignature/transport/session/session';
import { UserError } from '../../../../../nodes/ESignature/errors/userError';
import { draws } from '../../../../support/draws';

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

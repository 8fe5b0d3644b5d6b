import fc from 'fast-check';

import { readAccount } from '../../../../../nodes/ESignature/transport/session/session';
import { UserError } from '../../../../../nodes/ESignature/errors/userError';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../../growth';
import { draws } from '../../../../support/draws';

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

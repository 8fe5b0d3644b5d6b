import fc from 'fast-check';

import { expiry, readToken } from '../../../../../nodes/ESignature/transport/session/tokenExchange';
import { draws } from '../../../../support/draws';

const NOW = 1_750_000_000_000;
const HOUR = 3_600_000;

const lifetimeOf = (reply: unknown, token = 'opaque') => expiry(reply, token, NOW) - NOW;

function jwt(claims: unknown): string {
	const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
	return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}

describe('a token', () => {
	it('is read in both spellings', () => {
		expect(readToken({ accessToken: 'a.b-c_d~e+f/g=' })).toBe('a.b-c_d~e+f/g=');
		expect(readToken({ access_token: 'abc' })).toBe('abc');
		expect(readToken({ accessToken: 'first', access_token: 'second' })).toBe('first');
	});

	it.each<unknown>([
		...[undefined, null, '', 'abc', 7, [], {}, { token: 'abc' }, { accessToken: '' }],
		...[{ accessToken: 7 }, { accessToken: ['abc'] }, { accessToken: { a: 1 } }],
		...[{ accessToken: 'a b' }, { accessToken: 'a\r\nX-Header: 1' }, { accessToken: 'a\0' }],
		...[{ accessToken: ' abc' }, { accessToken: 'abc\n' }, { accessToken: '\u00e4bc' }],
	])('is not found in %j', (reply) => {
		expect(readToken(reply)).toBeUndefined();
	});
});

describe('the life of a token', () => {
	it.each([
		['seconds', { expiresIn: 86_400 }, 86_400_000 - 60_000],
		['seconds in words', { expiresIn: '3600' }, HOUR - 60_000],
		['the other spelling', { expires_in: 3600 }, HOUR - 60_000],
		['milliseconds, when it could be nothing else', { expiresIn: 86_400_000 }, 86_400_000 - 60_000],
		['as many seconds as could be meant', { expiresIn: 10_000_000 }, 1e10 - 60_000],
		['a trillion', { expiresIn: 1e12 }, 1e12 - 60_000],
		['a short time', { expiresIn: 10 }, 9_000],
		['one second', { expiresIn: 1 }, 900],
	])('is counted from now: %s', (_, reply, expected) => {
		expect(lifetimeOf(reply)).toBe(expected);
	});

	it.each<unknown>([
		...[{}, null, 'text', { expiresIn: 0 }, { expiresIn: -1 }, { expiresIn: '-5' }],
		...[{ expiresIn: 'soon' }, { expiresIn: null }, { expiresIn: '' }, { expiresIn: {} }],
		...[{ expiresIn: Infinity }, { expiresIn: [1, 2] }, { expiresIn: { toString: 1, valueOf: 1 } }],
	])('is an hour when the service says %j', (reply) => {
		expect(lifetimeOf(reply)).toBe(HOUR - 60_000);
	});

	it('is never over when the token arrives', () => {
		const reply = fc.record(
			{
				expiresIn: fc.oneof(fc.integer(), fc.double({ min: 1 }), fc.integer().map(String)),
				expires_in: fc.jsonValue(),
			},
			{ requiredKeys: [] },
		);
		const token = fc.oneof(
			fc.string(),
			fc.record({ exp: fc.integer(), iat: fc.integer() }).map(jwt),
		);
		fc.assert(
			fc.property(reply, token, (said, given) => {
				const life = lifetimeOf(said, given);
				return Number.isFinite(life) && life > 0;
			}),
			{ numRuns: draws(10_000) },
		);
	});

	it('is shortened by what the token says itself, never made longer', () => {
		const minutes = (count: number) => jwt({ iat: 5_000, exp: 5_000 + count * 60 });

		expect(lifetimeOf({ expiresIn: 3600 }, minutes(10))).toBe(600_000 - 60_000);
		expect(lifetimeOf({ expiresIn: 3600 }, minutes(600))).toBe(HOUR - 60_000);
		expect(lifetimeOf({}, minutes(600))).toBe(HOUR - 60_000);
	});

	it.each([
		['is no JWT', 'opaque'],
		['has no claims', jwt({})],
		['has claims of another kind', jwt(null)],
		['ends before it begins', jwt({ iat: 9, exp: 5 })],
		['cannot be decoded', 'a.%%%.c'],
		['is all dots', '...'],
	])('does not depend on a token that %s', (_, token) => {
		expect(lifetimeOf({ expiresIn: 3600 }, token)).toBe(HOUR - 60_000);
	});
});

import { onThings, renamed, without } from '../changes';
import type { Dialect } from '../dialect';

const LIFETIME = 'Authentication 3: "the unit is therefore ambiguous"';
const SNAKE = { accessToken: 'access_token', tokenType: 'token_type', expiresIn: 'expires_in' };

const TEXT =
	'Authentication 3: "expiresIn: <integer>", which the supplement shows in a second form of the reply';

/** What the token endpoint answers. */
export const token: Dialect[] = [
	{
		name: 'token-expires-text',
		changes: '`expiresIn` is a text',
		leftOpenBy: TEXT,
		group: 'token life',
		answer: onThings(['token'], (reply) => ({ ...reply, expiresIn: String(reply.expiresIn) })),
	},
	{
		name: 'token-expires-missing',
		changes: 'There is no `expiresIn`: the token itself says when it ends',
		leftOpenBy: 'Authentication 4: "The token is a JWT", which has a lifetime of its own',
		group: 'token life',
		answer: onThings(['token'], (reply) => without(reply, 'expiresIn')),
	},
	{
		name: 'token-milliseconds',
		changes: '`expiresIn` is in milliseconds',
		leftOpenBy: LIFETIME,
		group: 'token life',
		answer: onThings(['token'], (reply) => ({
			...reply,
			expiresIn: Number(reply.expiresIn) * 1000,
		})),
	},
	{
		name: 'token-type-lower',
		changes: '`tokenType` is `bearer`',
		leftOpenBy:
			'Authentication 3: "tokenType: `Bearer`"; RFC 6749, 5.1: "Value is case insensitive"',
		answer: onThings(['token'], (reply) => ({ ...reply, tokenType: 'bearer' })),
	},
	{
		name: 'token-snake-case',
		changes: '`access_token`, `token_type`, `expires_in`',
		leftOpenBy: 'Supplement: "The answer may also be spelt `access_token, token_type, expires_in`"',
		answer: onThings(['token'], (reply) => renamed(reply, SNAKE)),
	},
];

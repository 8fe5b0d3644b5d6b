import jwt from 'jsonwebtoken';

import type { Problem, TokenError } from '../../nodes/ESignature/api';
import { createSandbox, type Sandbox } from '../../sandbox';
import { Client, JSON_TYPE } from './client';

let clock = Date.UTC(2026, 7, 1);
let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
	sandbox = await createSandbox({ tokenLifetimeSeconds: 60, now: () => clock });
});
beforeEach(async () => {
	await sandbox.reset();
	client = new Client(sandbox);
});
afterAll(async () => await sandbox.close());

const list = async () => await client.call<Problem>('GET /sign/envelopes');

it('issues a JWT with its lifetime in seconds, never the same twice', async () => {
	const first = await client.login();
	const second = await client.login();
	expect(first).toEqual({
		accessToken: expect.any(String),
		tokenType: 'Bearer',
		expiresIn: 60,
	});
	expect(second.accessToken).not.toBe(first.accessToken);
	const claims = jwt.decode(first.accessToken) as { iat: number; exp: number };
	expect(claims.exp - claims.iat).toBe(60);
	expect((await list()).status).toBe(200);
});

it.each([
	['a wrong secret', { clientID: 'sandbox-client', clientSecret: 'wrong' }, 401, 'invalid_client'],
	['an unknown client', { clientID: 'nobody', clientSecret: 'x' }, 401, 'invalid_client'],
	['a missing secret', { clientID: 'sandbox-client' }, 400, 'invalid_request'],
	['an empty body', undefined, 400, 'invalid_request'],
])('answers %s in the manner of OAuth, not with a problem', async (_, body, status, error) => {
	const answer = await client.call<TokenError>('POST /oauth/token', body);
	expect(answer).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
	expect(answer.headers.get('content-type')).toMatch('application/json');
});

it('calls a token request that is not JSON an invalid one', async () => {
	const init = { headers: JSON_TYPE, body: '{"clientID":' };
	const response = await client.raw('POST /oauth/token', init);
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({ error: 'invalid_request' });
});

it('lets a token expire by the clock of the sandbox', async () => {
	await client.login();
	clock += 59_999;
	expect((await list()).status).toBe(200);
	clock += 1;
	expect(await list()).toMatchObject({ status: 401, body: { title: 'Unauthorized' } });
});

it.each(['revokeTokens', 'expireTokens'] as const)(
	'%s ends every token issued so far, but none that follows',
	async (end) => {
		await client.login();
		sandbox.control[end]();
		expect((await list()).status).toBe(401);
		await client.login();
		expect((await list()).status).toBe(200);
	},
);

it.each(['', 'Bearer', 'Bearer not-a-token', 'Basic abc'])(
	'refuses the authorization "%s" with a problem',
	async (Authorization) => {
		const response = await client.raw('GET /sign/envelopes', { headers: { Authorization } });
		expect(response.status).toBe(401);
		expect(response.headers.get('content-type')).toBe('application/problem+json');
		expect(await response.json()).toMatchObject({
			type: expect.stringMatching(/#401-unauthorized$/),
			instance: '/sign/envelopes',
		});
	},
);

it('refuses a token that another sandbox has signed', async () => {
	const other = await createSandbox();
	const { accessToken } = await new Client(other).login();
	await other.close();
	const headers = { Authorization: `Bearer ${accessToken}` };
	expect((await client.raw('GET /sign/envelopes', { headers })).status).toBe(401);
});

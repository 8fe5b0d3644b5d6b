/* eslint-disable @n8n/community-nodes/no-restricted-imports -- shows what JSON would hide */
import { inspect } from 'node:util';

import { UserError } from '../../../../../nodes/ESignature/errors/userError';
import { SECRET, tokenAnswer, type Answer } from './service';
import { problem, signIn } from './signIn';

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const coded = (code: string) =>
	Object.assign(new Error(`${code} ${SECRET}`), { code, config: { data: SECRET } });
const endless = (async function* () {
	for (;;) yield Buffer.alloc(16_384, 'x');
})() as unknown as Extract<Answer, { status: number }>['body'];

/** As the contract writes errors. */
const stumbled = (status: number) => problem({ type: 'about:blank', title: 'No' }, status);

const PASSING: Array<[string, Answer, RegExp]> = [
	['status 500', stumbled(500), /cannot sign you in at the moment \(status 500\)/],
	[
		'status 502 as a web page',
		{ status: 502, body: '<html>' },
		/^Check the 'Base URL': .* status 502, .* try again later\.$/,
	],
	['status 503', stumbled(503), /\(status 503\)/],
	['status 503 of nobody knows whom', { status: 503 }, /^Check the 'Base URL': .* try again later/],
	['status 504', stumbled(504), /\(status 504\)/],
	['status 504 of nobody knows whom', { status: 504 }, /^Check the 'Base URL': .* try again later/],
	['status 429', stumbled(429), /limits sign-in attempts/],
	[
		'status 500 of another server',
		problem({ message: 'Internal error' }, 500),
		/^Check the 'Base URL': .* try again later/,
	],
	['status 408', { status: 408 }, /Try again|try again/],
	['no name server', coded('EAI_AGAIN'), /No server was found at https:\/\/api\.example\.com/],
	['a refused connection', coded('ECONNREFUSED'), /did not answer the sign-in request/],
	['a reset connection', coded('ECONNRESET'), /did not answer/],
];

/** As for every request: a wrong host name rarely gets better. */
const UNKNOWN: [string, Answer, RegExp] = [
	'an unknown name',
	coded('ENOTFOUND'),
	/No server was found/,
];

const SILENT: Array<[string, Answer, RegExp]> = [
	['a timeout', coded('ETIMEDOUT'), /did not answer/],
	['a timeout of axios', coded('ECONNABORTED'), /did not answer/],
];

const FINAL: Array<[string, Answer, RegExp]> = [
	['status 400', problem({ error: 'invalid_request' }, 400), /did not accept the Client ID/],
	['status 401', problem({ error: 'invalid_client' }), /did not accept the Client ID/],
	['status 403', stumbled(403), /does not let this application sign in/],
	[
		'status 403 in capitals',
		problem({ Title: 'No', Status: 403 }, 403),
		/does not let this application/,
	],
	...[{ detail: 'Not authenticated' }, { title: 'No' }, { error: 'not_found' }].map(
		(body): [string, Answer, RegExp] => [
			`status 401 with ${JSON.stringify(body)}, as other servers write it`,
			problem(body),
			/^Check the 'Base URL': .* status 401, .* check the Client ID/,
		],
	),
	['status 403 without a word', { status: 403 }, /^Check the 'Base URL': .* the administrator/],
	[
		'status 403 of another server',
		problem({ message: 'Missing Authentication Token' }, 403),
		/^Check the 'Base URL': .* status 403, .* ask the administrator/,
	],
	['status 401 without a word', { status: 401 }, /^Check the 'Base URL': .* the Client ID/],
	[
		'status 403 as a web page',
		{ status: 403, body: '<!doctype html><p>Forbidden' },
		/^Check the 'Base URL': .* status 403, .* ask the administrator/,
	],
	[
		'status 401 as text',
		{ status: 401, body: 'Unauthorized' },
		/^Check the 'Base URL': .* status 401, .* check the Client ID/,
	],
	[
		'status 404',
		{ status: 404, body: 'Not found' },
		/does not answer like the e-signature service/,
	],
	['status 405', { status: 405 }, /^Check the 'Base URL': .* does not answer like/],
	['status 301', { status: 301 }, /^Check the 'Base URL': .* redirects requests/],
	['status 308', { status: 308 }, /^Check the 'Base URL': .* redirects requests/],
	[
		'a web page',
		{ status: 200, body: '<!doctype html><p>Welcome' },
		/^Check the 'Base URL': .* does not answer like/,
	],
	['an empty answer', { status: 200, body: '' }, /^Check the 'Base URL': .* does not answer like/],
	['no content', { status: 204 }, /^Check the 'Base URL': .* does not answer like/],
	[
		'no token',
		{ status: 200, body: '{"expiresIn":3600}' },
		/^Check the 'Base URL': .* does not answer like/,
	],
	['an empty token', tokenAnswer(''), /^Check the 'Base URL': .* does not answer like/],
	[
		'a token that would split a header',
		tokenAnswer('a\r\nb: c'),
		/^Check the 'Base URL': .* does not answer like/,
	],
	['a list', { status: 200, body: '["token"]' }, /^Check the 'Base URL': .* does not answer like/],
	[
		'JSON cut short',
		{ status: 200, body: '{"accessToken":"a' },
		/^Check the 'Base URL': .* does not answer like/,
	],
	[
		'an answer without end',
		{ status: 200, body: endless },
		/^Check the 'Base URL': .* does not answer like/,
	],
	['an expired certificate', coded('CERT_HAS_EXPIRED'), /certificate of .* is not trusted/],
	['a certificate of its own', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), /is not trusted/],
	['a certificate of another host', coded('ERR_TLS_CERT_ALTNAME_INVALID'), /is not trusted/],
];

describe('a sign-in', () => {
	it.each([...PASSING.map((one) => [3, ...one] as const), [2, ...UNKNOWN] as const])(
		'is tried %d times, then explained: %s',
		async (times, _, answer, message) => {
			const { error, asked } = await signIn(answer);

			expect(asked).toHaveLength(times);
			expect(error).toBeInstanceOf(UserError);
			expect(error).toMatchObject({
				facts: { passing: true },
				message: expect.stringMatching(message),
			});
		},
	);

	it.each(SILENT)('is tried once when nobody answers: %s', async (_, answer, message) => {
		const { error, asked } = await signIn(answer);

		expect(asked).toHaveLength(1);
		expect(error).toMatchObject({
			facts: { passing: true },
			message: expect.stringMatching(message),
		});
	});

	it.each(FINAL)('is tried once, then explained: %s', async (_, answer, message) => {
		const { error, asked } = await signIn(answer);

		expect(asked).toHaveLength(1);
		expect(error).toBeInstanceOf(UserError);
		expect(error).toMatchObject({ message: expect.stringMatching(message) });
		expect(error).not.toHaveProperty('facts.passing', true);
	});

	it.each([...PASSING, UNKNOWN, ...SILENT, ...FINAL])(
		'that ends badly shows neither a secret nor a status that n8n would act on: %s',
		async (_, answer) => {
			const { error } = await signIn(answer);

			expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(SECRET);
			expect(error).not.toHaveProperty('response');
			expect(error).not.toHaveProperty('httpCode');
			expect(error).not.toHaveProperty('status');
			expect(error.cause).toBeUndefined();
		},
	);

	it.each([500, 429, 503])('succeeds when a passing %d is over', async (status) => {
		const { session, asked } = await signIn({ status }, coded('ECONNRESET'), tokenAnswer('one'));

		await expect(session).resolves.toMatchObject({ accessToken: 'one', tokenIssuedFor: 'key' });
		expect(asked).toHaveLength(3);
	});

	it('that is refused on the second try is not tried a third time', async () => {
		const { asked } = await signIn({ status: 500 }, { status: 401 });

		expect(asked).toHaveLength(2);
	});

	it('sends the secret to the address of the credential, in the body, and follows nobody', async () => {
		const { asked, account } = await signIn(tokenAnswer('one'));

		expect(asked[0]).toMatchObject({
			method: 'POST',
			url: 'https://api.example.com/oauth/token',
			body: { clientID: account.clientId, clientSecret: SECRET },
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			encoding: 'stream',
			abortSignal: expect.any(AbortSignal),
		});
		expect(asked[0]).toHaveProperty('headers', {
			Accept: 'application/json, application/problem+json',
		});
	});

	it('has a time limit of its own that is longer than any of those who wait for it', async () => {
		const { asked } = await signIn(tokenAnswer('one'));

		expect(asked[0]?.timeout).toBeGreaterThan(3_600_000);
	});

	it('understands the other spelling', async () => {
		const body = '{"access_token":"two","token_type":"Bearer","expires_in":60}';

		await expect((await signIn({ status: 200, body })).session).resolves.toMatchObject({
			accessToken: 'two',
		});
	});

	it.each(['3600', 0, -1, 1e12, null, {}])(
		'does not stumble over expiresIn %j',
		async (expiresIn) => {
			const { sessionExpiresAt } = await (await signIn(tokenAnswer('one', expiresIn))).session;

			expect(sessionExpiresAt).toBeGreaterThan(Date.now());
		},
	);
});

import { inspect } from 'node:util';

import { UserError } from '../../../../../nodes/ESignature/errors/userError';
import { readAccount } from '../../../../../nodes/ESignature/transport/session/account';
import {
	signIn,
	expiry,
	readToken,
} from '../../../../../nodes/ESignature/transport/session/signIn';
import {
	newCredential,
	rejection,
	SECRET,
	tokenAnswer,
	tokenEndpoint,
	type Answer,
} from './service';

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

/** One sign-in at an endpoint that gives these answers. */
async function signInAt(...answers: [Answer, ...Answer[]]) {
	const { asked, helpers } = tokenEndpoint(...answers);
	const account = readAccount(newCredential({ baseUrl: 'https://api.example.com/eu' }));
	const session = signIn(helpers, account);
	const error = (await rejection(session)) as UserError;
	return { session, error, asked, account };
}

const coded = (code: string) => Object.assign(new Error(`${code} ${SECRET}`), { code });
const answer = (status: number, body: object | string = ''): Answer => ({
	status,
	body: typeof body === 'string' ? body : JSON.stringify(body),
});
const NOT_THE_SERVICE = /^Check the 'Base URL': .* does not respond like/;

const ENDS: Array<[times: number, name: string, answer: Answer, message: RegExp]> = [
	[3, 'trouble', answer(503), /cannot sign you in at the moment \(status 503\)/],
	[3, 'too many requests', answer(429), /limits sign-in attempts/],
	[3, 'a lost connection', coded('ECONNRESET'), /did not answer the sign-in request/],
	[2, 'an unknown host', coded('ENOTFOUND'), /^No server was found at/],
	[1, 'silence', coded('ETIMEDOUT'), /did not answer the sign-in request/],
	[1, 'a refusal', answer(401, { error: 'invalid_client' }), /did not accept the Client ID/],
	[1, 'a refusal of another form', answer(400, { title: 'No' }), /did not accept the Client ID/],
	[1, 'a ban', answer(403), /does not let this application sign in/],
	[1, 'another address', answer(404, 'Not found'), NOT_THE_SERVICE],
	[1, 'a redirect', answer(308), /^Check the 'Base URL': .* redirects requests/],
	[1, 'a web page', answer(200, '<!doctype html><p>Welcome'), NOT_THE_SERVICE],
	[1, 'no token', answer(200, { expiresIn: 3600 }), NOT_THE_SERVICE],
	[1, 'a token that would split a header', tokenAnswer('a\r\nb: c'), NOT_THE_SERVICE],
	[1, 'an untrusted certificate', coded('CERT_HAS_EXPIRED'), /certificate of .* is not trusted/],
];

describe('a sign-in', () => {
	it.each(ENDS)('is tried %d times, then explained: %s', async (times, _, given, message) => {
		const { error, asked } = await signInAt(given);
		expect(asked).toHaveLength(times);
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(message);
		// n8n would act on a status, and keeps what is below an error.
		expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(SECRET);
		for (const key of ['response', 'httpCode', 'status']) expect(error).not.toHaveProperty(key);
		expect(error.cause).toBeUndefined();
	});

	it('shows what the service says, without the secret', async () => {
		const { error } = await signInAt(
			answer(401, { error: 'invalid_client', error_description: `No such secret: ${SECRET}` }),
		);
		expect(error.description).toBe('The service says: No such secret: [hidden]');
	});

	it('succeeds when trouble is over', async () => {
		const { session } = await signInAt(answer(500), coded('ECONNRESET'), tokenAnswer('one'));
		await expect(session).resolves.toMatchObject({ accessToken: 'one' });
	});

	it('does not wait for as long as a service in trouble may ask', async () => {
		const { asked } = await signInAt({ status: 503, headers: { 'retry-after': '60' } });
		expect(asked).toHaveLength(1);
	});

	it('sends the secret to the address of the credential, in the body, and follows no redirect', async () => {
		const { asked, account } = await signInAt(tokenAnswer('one'));
		expect(asked[0]).toMatchObject({
			method: 'POST',
			url: 'https://api.example.com/eu/oauth/token',
			body: { clientID: account.clientId, clientSecret: SECRET },
			disableFollowRedirect: true,
			abortSignal: expect.any(AbortSignal),
			timeout: 30_000,
		});
	});
});

describe('a token', () => {
	it('is read in both spellings', () => {
		expect(readToken({ accessToken: 'a.b-c_d~e+f/g=' })).toBe('a.b-c_d~e+f/g=');
		expect(readToken({ access_token: 'abc' })).toBe('abc');
	});

	it.each<unknown>([
		undefined,
		{},
		{ accessToken: 7 },
		{ accessToken: 'a b' },
		{ accessToken: '\u00e4' },
	])('is not found in %j', (reply) => {
		expect(readToken(reply)).toBeUndefined();
	});
});

describe('the life of a token', () => {
	const HOUR = 3_600_000;
	const lifeOf = (reply: unknown) => expiry(reply, 5_000).sessionExpiresAt - 5_000;

	it.each([
		['seconds', { expiresIn: 86_400 }, 86_400_000 - 60_000],
		['seconds as text', { expiresIn: '3600' }, HOUR - 60_000],
		['the other spelling', { expires_in: 3600 }, HOUR - 60_000],
		['milliseconds, when it could be nothing else', { expiresIn: 86_400_000 }, 86_400_000 - 60_000],
		['a short time', { expiresIn: 10 }, 9_000],
		['nothing', {}, HOUR - 60_000],
		['no time at all', { expiresIn: 0 }, HOUR - 60_000],
		['a word', { expiresIn: 'soon' }, HOUR - 60_000],
	])('is counted from now, less a margin: %s', (_, reply, expected) => {
		expect(lifeOf(reply)).toBe(expected);
	});
});

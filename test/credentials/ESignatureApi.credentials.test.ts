import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { credentialFor, envelopeParameters, prepareHarness } from '../support/harness';
import { localServer, type LocalServer } from '../support/localServer';

const harness = prepareHarness();
const TOKEN = 'POST /oauth/token';

describe('the credential test', () => {
	it('passes with the right secret', async () => {
		expect(await harness.engine.testCredential()).toMatchObject({ status: 'OK' });
	});

	it('passes when the address ends with a slash or has spaces around it', async () => {
		const baseUrl = `  ${harness.sandbox.url}/  `;
		expect(await harness.engine.testCredential({ baseUrl })).toMatchObject({ status: 'OK' });
	});

	it('fails with a wrong secret and says what to check', async () => {
		expect(await harness.engine.testCredential({ clientSecret: 'wrong' })).toEqual({
			status: 'Error',
			message: expect.stringContaining('did not accept the Client ID and Client Secret'),
		});
	});

	it('fails with a wrong secret although a good token is stored', async () => {
		const { ID } = harness.sandbox.control.envelope();
		await harness.engine.run(envelopeParameters('get', ID));
		expect(harness.engine.credential.data.accessToken).not.toBe('');
		expect(await harness.engine.testCredential({ clientSecret: 'wrong' })).toMatchObject({
			status: 'Error',
		});
	});

	it('fails with a secret that was changed at the service, although the stored token is still good', async () => {
		const { ID } = harness.sandbox.control.envelope();
		await harness.engine.run(envelopeParameters('get', ID));
		expect(await harness.engine.testCredential()).toMatchObject({ status: 'OK' });
		expect(harness.sandbox.log.count(TOKEN)).toBe(2);
		harness.sandbox.faults.always(TOKEN, { kind: 'status', status: 401 });
		for (let press = 1; press <= 2; press++) {
			expect(await harness.engine.testCredential()).toEqual({
				status: 'Error',
				message: expect.stringContaining('did not accept the Client ID and Client Secret'),
			});
			expect(harness.sandbox.log.count(TOKEN)).toBe(2 + press);
		}
	});

	it('signs in once for a credential that is new', async () => {
		await harness.engine.testCredential();
		expect(harness.sandbox.log.count(TOKEN)).toBe(1);
	});

	it('fails with a token that the service no longer accepts and a secret it no longer knows', async () => {
		harness.engine.credential.edit({
			accessToken: 'stale',
			sessionExpiresAt: Date.now() + 60_000,
			tokenIssuedFor: '0'.repeat(64),
			clientSecret: 'changed at the service',
		});
		expect(await harness.engine.testCredential()).toMatchObject({ status: 'Error' });
		expect(harness.sandbox.log.count(TOKEN)).toBe(1);
	});

	it.each([
		['http://127.0.0.1:9', 'did not answer the sign-in request'],
		['http://api.example.com', 'does not start with https://'],
		['https://user:pass@api.example.com', 'user name or password'],
		['https://api.example.com?x=1', "'?'"],
		['api.example.com', 'is not a web address'],
		['https://api.example.com/oauth/token', 'the path of an endpoint'],
		['', 'is empty'],
	])('fails with the address %j and says what is wrong with it', async (baseUrl, text) => {
		expect(await harness.engine.testCredential({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringContaining(text),
		});
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('is not held up by an address of many slashes', async () => {
		const baseUrl = `${harness.sandbox.url}${'/'.repeat(200_000)}x`;
		expect(await harness.engine.testCredential({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringContaining('does not respond like the e-signature service'),
		});
	});

	it.each([403, 429, 503])(
		'fails while the service answers with %d, which proves nothing',
		async (status) => {
			harness.sandbox.faults.always('GET /sign/envelopes/{envelopeID}', { kind: 'status', status });
			expect(await harness.engine.testCredential()).toMatchObject({ status: 'Error' });
		},
	);

	it('does not follow a redirect with the token', async () => {
		const asked: Array<string | undefined> = [];
		const elsewhere = await localServer((_, response) => {
			asked.push('elsewhere');
			response.end('{}');
		});
		const server = await localServer(({ url }, response) => {
			asked.push(url);
			if (url === '/oauth/token') response.end('{"accessToken":"a.b.c","expiresIn":60}');
			else response.writeHead(307, { location: elsewhere.url }).end();
		});
		await harness.engine.testCredential({ baseUrl: server.url });
		expect(asked).toEqual(['/oauth/token', '/sign/envelopes/00000000-0000-4000-8000-000000000000']);
		await Promise.all([server.close(), elsewhere.close()]);
	});
});

describe('the credential test at an address that is not the service', () => {
	let server: LocalServer;
	let answer: { status: number; type: string; body: string; headers?: Record<string, string> };

	beforeEach(async () => {
		server = await localServer((_, response) => {
			response.writeHead(answer.status, { 'content-type': answer.type, ...answer.headers });
			response.end(answer.body);
		});
	});
	afterEach(async () => await server.close());

	it.each([
		[
			'a web page',
			{ status: 200, type: 'text/html', body: '<html>Welcome</html>' },
			'does not respond like',
		],
		[
			'an empty answer',
			{ status: 200, type: 'application/json', body: '' },
			'does not respond like',
		],
		[
			'other JSON',
			{ status: 200, type: 'application/json', body: '{"ok":true}' },
			'does not respond like',
		],
		[
			'not found',
			{ status: 404, type: 'text/html', body: '<h1>Not Found</h1>' },
			'does not respond like',
		],
		[
			'problem+json',
			{
				status: 401,
				type: 'application/problem+json',
				body: '{"title":"Unauthorized","detail":"No."}',
			},
			'did not accept the Client ID',
		],
		[
			'a redirect',
			{
				status: 307,
				type: 'text/plain',
				body: '',
				headers: { location: 'http://127.0.0.1:9/oauth/token' },
			},
			'another address',
		],
	])('fails: %s', async (_, reply, text) => {
		answer = reply;
		expect(await harness.engine.testCredential({ baseUrl: server.url })).toEqual({
			status: 'Error',
			message: expect.stringContaining(text),
		});
	});
});

describe('the form', () => {
	const { properties } = new ESignatureApi();

	it('asks for the address, the two parts of the application and the key of its events', () => {
		expect(properties.filter(({ type }) => type !== 'hidden').map(({ name }) => name)).toEqual([
			'baseUrl',
			'clientId',
			'clientSecret',
			'webhookSecret',
			// By n8n's names, with texts that say what holds.
			'allowedHttpRequestDomains',
			'allowedDomains',
		]);
	});

	it('demands only what every node needs', () => {
		expect(properties.filter(({ required }) => required).map(({ name }) => name)).toEqual([
			'baseUrl',
			'clientId',
			'clientSecret',
		]);
	});

	it('never shows a secret or the token', () => {
		const masked = properties.filter(({ typeOptions }) => typeOptions?.password);
		expect(masked.map(({ name }) => name)).toEqual([
			'clientSecret',
			'webhookSecret',
			'accessToken',
			'tokenIssuedFor',
		]);
	});
});

describe('a path prefix', () => {
	it('is kept in front of every path', async () => {
		const ID = '123e4567-e89b-42d3-a456-426614174000';
		const paths: string[] = [];
		const server = await localServer((request, response) => {
			paths.push(request.url ?? '');
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(
				JSON.stringify({ accessToken: 'a.b.c', expiresIn: 60, ID, name: 'n', status: 'sent' }),
			);
		});
		const credentials = harness.engine.addCredential({
			...credentialFor(harness.sandbox),
			baseUrl: `${server.url}/eu/v0/`,
		});
		await harness.engine.run(envelopeParameters('get', ID), { credentials });
		expect(paths).toEqual(['/eu/v0/oauth/token', `/eu/v0/sign/envelopes/${ID}`]);
		await server.close();
	});
});

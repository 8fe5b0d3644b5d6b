import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { credentialFor, envelopeParameters, prepareHarness } from '../support/harness';
import { localServer } from '../support/localServer';

const harness = prepareHarness();
const TOKEN = 'POST /oauth/token';

describe('the credential test', () => {
	it('passes with the right secret', async () => {
		expect(await harness.engine.testCredential()).toMatchObject({ status: 'OK' });
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

	it.each([
		['http://127.0.0.1:9', 'did not answer the sign-in request'],
		['http://api.example.com', 'does not start with https://'],
	])('fails with the address %j and says what is wrong with it', async (baseUrl, text) => {
		expect(await harness.engine.testCredential({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringContaining(text),
		});
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('fails while the service refuses the request, which proves nothing', async () => {
		harness.sandbox.faults.always('GET /sign/envelopes/{envelopeID}', {
			kind: 'status',
			status: 403,
		});
		expect(await harness.engine.testCredential()).toMatchObject({ status: 'Error' });
	});

	it('fails at an address that is not the service', async () => {
		const server = await localServer((_, response) => response.end('<html>Welcome</html>'));
		expect(await harness.engine.testCredential({ baseUrl: server.url })).toEqual({
			status: 'Error',
			message: expect.stringContaining('does not respond like'),
		});
		await server.close();
	});

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

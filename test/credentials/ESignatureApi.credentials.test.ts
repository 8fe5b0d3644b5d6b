import { credentialFor, envelopeParameters, prepareHarness } from '../support/harness';
import { localServer } from '../support/localServer';

const harness = prepareHarness();

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

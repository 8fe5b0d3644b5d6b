import { startHost, type OwnHost } from '../../../host/host';
import type { Sandbox } from '../../../sandbox';
import { envelopeParameters } from '../../support/harness';
import { bodyOf, localServer, type LocalServer } from '../../support/localServer';
import { byHand, newCredential, newSandbox, NODE } from '../support/harness';
import { HTTP_REQUEST, httpRequest } from '../support/httpRequest';
import { sharedTarball } from '../support/shared';

let sandbox: Sandbox;
let proxy: LocalServer;
let host: OwnHost | undefined;
const passed: string[] = [];

beforeAll(async () => {
	sandbox = await newSandbox();
	// Clients of a proxy ask it for whole addresses.
	proxy = await localServer(async (request, response) => {
		passed.push(`${request.method} ${request.url}`);
		const { authorization = '', 'content-type': type = '' } = request.headers;
		const reply = await fetch(String(request.url), {
			method: request.method,
			headers: { authorization, 'content-type': type },
			...(request.method !== 'GET' && { body: await bodyOf(request) }),
		});
		response.writeHead(reply.status, { 'content-type': 'application/json' });
		response.end(await reply.text());
	});
	host = await startHost({ tarball: sharedTarball(), env: { HTTP_PROXY: proxy.url } });
});
afterAll(async () => {
	await host?.stop();
	await proxy.close();
	await sandbox.close();
});

it('goes through the proxy that the environment of n8n names, with our node and the HTTP Request node', async () => {
	const { ID } = sandbox.control.envelope();
	const url = `${sandbox.url}/sign/envelopes/${ID}`;
	const credential = await newCredential(host as OwnHost, sandbox);
	const ours = await host?.execute(byHand(envelopeParameters('get', ID), credential));
	const theirs = await host?.execute(httpRequest(url, credential));

	expect(ours?.json(NODE)).toMatchObject([{ ID }]);
	expect(theirs?.json(HTTP_REQUEST)).toMatchObject([{ ID }]);
	expect(passed).toEqual([`POST ${sandbox.url}/oauth/token`, `GET ${url}`, `GET ${url}`]);
});

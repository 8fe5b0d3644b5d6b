import { randomUUID } from 'crypto';

import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { createEngine, type Engine } from '../support/engine';
import { newToken } from '../support/scriptedService';
import { localServer, type LocalServer } from '../support/localServer';
import { OtherNode, type HelperName } from './otherNode';

const HELPERS: HelperName[] = [
	'httpRequestWithAuthentication',
	'requestWithAuthentication',
	'requestWithAuthenticationPaginated',
];

let heard: Array<{ path: string; token: boolean }>;
let service: LocalServer;
let engine: Engine;

beforeEach(async () => {
	heard = [];
	service = await localServer((request, response) => {
		if (request.url === '/oauth/token') return void response.end(JSON.stringify(newToken(1)));
		const token = request.headers.authorization !== undefined;
		heard.push({ path: request.url ?? '', token });
		const location = `${service.url}/end`;
		response.writeHead(request.url === '/start' ? 307 : 200, { location }).end('{}');
	});
	engine = await createEngine({
		credential: { baseUrl: service.url, clientId: 'client', clientSecret: randomUUID() },
		types: { nodes: [new OtherNode()], credentials: [new ESignatureApi()] },
	});
});
afterEach(async () => {
	await engine.close();
	await service.close();
});

const ASKING = {
	disableFollowRedirect: false,
	followRedirect: true,
	followAllRedirects: true,
	maxRedirects: 21,
	sendCredentialsOnCrossOriginRedirect: true,
};

it.each(HELPERS)('the token does not follow a redirect, with %s', async (helper) => {
	const url = `${service.url}/start`;
	for (const options of [{}, ASKING]) {
		for (const method of ['GET', 'POST']) {
			heard = [];
			// The older functions call it by another name.
			const address = helper === 'httpRequestWithAuthentication' ? { url } : { uri: url };
			const request = JSON.stringify({ method, ...address, ...options });
			await engine.run({ helper, request }, { nodeType: 'other' });

			expect(heard.length).toBeGreaterThan(0);
			expect(heard.filter(({ path }) => path !== '/start')).toEqual([]);
			expect(heard.every(({ token }) => token)).toBe(true);
		}
	}
});

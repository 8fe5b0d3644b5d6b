import { randomUUID } from 'crypto';
import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { createEngine, type Engine } from '../support/engine';
import { newToken } from '../support/scriptedService';
import { localServer, type LocalServer } from '../support/localServer';

/** A node of another package that uses our credential, with each helper that n8n has. */
class Other implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Other',
		name: 'other',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Other' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: [
			{ displayName: 'Helper', name: 'helper', type: 'string', default: '' },
			{ displayName: 'Request', name: 'request', type: 'json', default: '' },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const options = JSON.parse(String(this.getNodeParameter('request', 0))) as object;
		const helper = this.getNodeParameter('helper', 0) as HelperName;
		const helpers = this.helpers as unknown as Record<
			HelperName,
			(...all: unknown[]) => Promise<unknown>
		>;
		const pages = { continue: false, request: {}, requestInterval: 0 };
		const more = helper.endsWith('Paginated') ? [0, pages, 'eSignatureApi'] : [];
		await (more.length > 0
			? helpers[helper].call(this, options, ...more)
			: helpers[helper].call(this, 'eSignatureApi', options));
		return [[{ json: {} }]];
	}
}

type HelperName =
	| 'httpRequestWithAuthentication'
	| 'requestWithAuthentication'
	| 'requestWithAuthenticationPaginated';
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
		types: { nodes: [new Other()], credentials: [new ESignatureApi()] },
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

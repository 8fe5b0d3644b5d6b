/* eslint-disable @n8n/community-nodes/no-restricted-imports -- decides where names lead */
import { randomUUID } from 'crypto';
import dns from 'node:dns';
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

/** A node of another package that uses our credential, in every way that n8n has. */
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
			{ displayName: 'Way', name: 'way', type: 'string', default: '' },
			{ displayName: 'Request', name: 'request', type: 'json', default: '' },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const options = JSON.parse(String(this.getNodeParameter('request', 0))) as object;
		const way = this.getNodeParameter('way', 0) as Way;
		const helpers = this.helpers as unknown as Record<Way, (...all: unknown[]) => Promise<unknown>>;
		const pages = { continue: false, request: {}, requestInterval: 0 };
		const more = way.endsWith('Paginated') ? [0, pages, 'eSignatureApi'] : [];
		await (more.length > 0
			? helpers[way].call(this, options, ...more)
			: helpers[way].call(this, 'eSignatureApi', options));
		return [[{ json: {} }]];
	}
}

type Way =
	| 'httpRequestWithAuthentication'
	| 'requestWithAuthentication'
	| 'requestWithAuthenticationPaginated';
const WAYS: Way[] = [
	'httpRequestWithAuthentication',
	'requestWithAuthentication',
	'requestWithAuthenticationPaginated',
];

let heard: Array<{ host: string; path: string; token: boolean }>;
let location: string;
let service: LocalServer;
let engine: Engine;

beforeEach(async () => {
	// Names below localhost are this machine's, but not every machine knows that.
	const lookup = dns.lookup as (...all: unknown[]) => unknown;
	jest
		.spyOn(dns, 'lookup')
		.mockImplementation(((name: string, ...rest: unknown[]) =>
			lookup(name.endsWith('.localhost') ? 'localhost' : name, ...rest)) as typeof dns.lookup);
	heard = [];
	service = await localServer((request, response) => {
		const { host = '', authorization } = request.headers;
		if (request.url === '/oauth/token') return void response.end(JSON.stringify(newToken(1)));
		heard.push({ host, path: request.url ?? '', token: authorization !== undefined });
		response.writeHead(request.url === '/start' ? 307 : 200, { location }).end('{}');
	});
	const baseUrl = service.url.replace('127.0.0.1', 'localhost');
	engine = await createEngine({
		credential: { baseUrl, clientId: 'client', clientSecret: randomUUID() },
		types: { nodes: [new Other()], credentials: [new ESignatureApi()] },
	});
});
afterEach(async () => {
	jest.restoreAllMocks();
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

describe.each(WAYS)('with %s', (way) => {
	it.each([
		['a subdomain', 'http://evil.localhost'],
		['the service itself', 'http://localhost'],
		['another host', 'http://127.0.0.1'],
	])('the token does not follow a redirect to %s', async (_, origin) => {
		const { port } = new URL(service.url);
		location = `${origin}:${port}/end`;
		for (const options of [{}, ASKING]) {
			for (const method of ['GET', 'POST']) {
				heard = [];
				const url = `http://localhost:${port}/start`;
				// The older functions call it by another name.
				const address = way === 'httpRequestWithAuthentication' ? { url } : { uri: url };
				const request = JSON.stringify({ method, ...address, ...options });
				await engine.run({ way, request }, { nodeType: 'other' });

				expect(heard.length).toBeGreaterThan(0);
				expect(heard.filter(({ path }) => path !== '/start')).toEqual([]);
				expect(heard.every(({ token }) => token)).toBe(true);
			}
		}
	});
});

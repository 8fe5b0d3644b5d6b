import type { INode } from 'n8n-workflow';

import { localServer, type LocalServer } from '../support/localServer';
import { prepareHarness } from './support/harness';
import { HTTP_REQUEST, httpRequest } from './support/httpRequest';

const harness = prepareHarness();

type Settings = Partial<INode['parameters']>;

/** Runs n8n's own node with our credential, for any address. */
const request = async (url: string, parameters?: Settings, more?: Partial<INode>) =>
	await harness.host.execute(httpRequest(url, harness.credential, parameters, more));

/** Someone who waits for a token, as a server or as a proxy. */
let foreign: LocalServer;
let heard: string[];

beforeEach(async () => {
	heard = [];
	foreign = await localServer((req, res) => {
		heard.push(`${req.method} ${req.url} ${req.headers.authorization}`);
		res.end('{}');
	});
});
afterEach(async () => await foreign.close());

const envelopeUrl = () =>
	`${harness.sandbox.url}/sign/envelopes/${harness.sandbox.control.envelope().ID}`;

describe('the E-Signature credential in the HTTP Request node', () => {
	it('reaches any endpoint of the service', async () => {
		const { ID } = harness.sandbox.control.envelope();
		const run = await request(`${harness.sandbox.url}/sign/envelopes/${ID}`);
		expect(run.json(HTTP_REQUEST)).toMatchObject([{ ID }]);
	});

	it('reaches it with headers, a time limit and pages, too', async () => {
		const run = await request(`${harness.sandbox.url}/sign/envelopes`, {
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'Accept-Language', value: 'en' }] },
			options: {
				timeout: 10_000,
				redirect: { redirect: {} },
				pagination: {
					pagination: {
						paginationMode: 'responseContainsNextURL',
						nextURL: `${harness.sandbox.url}/sign/envelopes?pageAfter={{ $response.body.nextPage }}`,
						limitPagesFetched: true,
						maxRequests: 1,
					},
				},
			},
		});
		expect(run.error).toBeUndefined();
		expect(run.json(HTTP_REQUEST)).toHaveLength(1);
	});

	it('is refused for any other origin, which hears nothing', async () => {
		const run = await request(`${foreign.url}/sign/envelopes`);
		expect(run.status).toBe('error');
		expect(run.error?.message).toMatch(/another address.*not sent/);
		expect(heard).toEqual([]);
	});

	it.each<[string, RegExp, (proxy: string) => Settings, Partial<INode>?]>([
		['a proxy', /a proxy.*Remove 'Proxy'/, (proxy) => ({ options: { proxy } })],
		[
			'unchecked certificates',
			/certificate checks.*'Ignore SSL Issues'/,
			() => ({ options: { allowUnauthorizedCerts: true } }),
		],
		[
			'unchecked certificates in an old version of the node',
			/certificate checks.*'Ignore SSL Issues'/,
			() => ({ allowUnauthorizedCerts: true }),
			{ typeVersion: 2 },
		],
		[
			'a Host header',
			/'Host' header/,
			() => ({
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'hOsT', value: 'evil.example' }] },
				options: { lowercaseHeaders: false },
			}),
		],
		[
			'pages that are elsewhere',
			/another address.*not sent/,
			(elsewhere) => ({
				options: {
					pagination: {
						pagination: { paginationMode: 'responseContainsNextURL', nextURL: elsewhere },
					},
				},
			}),
		],
	])('is refused with %s, and the token is not sent', async (_, message, parameters, more = {}) => {
		const url = envelopeUrl();
		await request(url);
		harness.sandbox.log.clear();
		const run = await request(url, parameters(foreign.url), more);
		expect(run.status).toBe('error');
		expect(run.error?.message).toMatch(message);
		expect(heard).toEqual([]);
		expect(harness.sandbox.log.requests).toEqual([]);
	});

	it('is refused with certificates of the request', async () => {
		const ca = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
		const httpSslAuth = await harness.host.createCredential('Authority', { ca }, 'httpSslAuth');
		const run = await request(
			envelopeUrl(),
			{ provideSslCertificates: true },
			{ credentials: { eSignatureApi: harness.credential, httpSslAuth } },
		);
		expect(run.error?.message).toMatch(/Turn off 'SSL Certificates'/);
	});
});

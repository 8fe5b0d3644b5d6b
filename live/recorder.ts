import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';

import { bytesOf, messageOf, routeOf, type Exchange } from './exchange';

/** Stands between the node and a service, on loopback, and keeps what passes. */
export interface Recorder {
	/** The base URL for the node. */
	url: string;
	exchanges: Exchange[];
	/** What the coming exchanges are part of. */
	during: string;
	close(): Promise<void>;
}

/** After so long a silence the connection counts as broken. */
const MAX_SILENCE_MS = 60_000;

/** Hop by hop (RFC 9110, 7.6.1), and what is decided anew for the way to the service. */
const NOT_FORWARDED = ['host', 'connection', 'keep-alive', 'transfer-encoding'];

export async function startRecorder(
	baseUrl: string,
	maxSilenceMs = MAX_SILENCE_MS,
): Promise<Recorder> {
	const target = baseUrl.replace(/\/+$/, '');
	const { request: open, Agent } = target.startsWith('https:') ? https : http;
	// Node.js 24 takes the proxy of the environment.
	const agent = new Agent({ keepAlive: true, proxyEnv: process.env });

	const forward = async (request: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
		await new Promise((resolve, reject) => {
			// Compressed answers would have to be unpacked to be recorded.
			const headers = { ...without(request.headers), 'accept-encoding': 'identity' };
			const outgoing = open(target + request.url, { method: request.method, headers, agent });
			outgoing.setTimeout(maxSilenceMs, () => outgoing.destroy(new Error('silence')));
			outgoing.on('response', resolve).on('error', reject).end(body);
		});

	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const started = performance.now();
		const { method = '', url = '' } = request;
		const { pathname: path, searchParams } = new URL(url, 'http://localhost');
		const body = await bytesOf(request);
		const exchange: Exchange = {
			during: recorder.during,
			method,
			path,
			query: Object.fromEntries(searchParams),
			route: routeOf(method, path),
			sent: await messageOf(request.headers, body),
			milliseconds: 0,
		};
		recorder.exchanges.push(exchange);
		try {
			const answer = await forward(request, body);
			const bytes = await bytesOf(answer);
			const status = answer.statusCode ?? 0;
			exchange.answer = { status, ...(await messageOf(answer.headers, bytes)) };
			response.writeHead(status, without(answer.headers)).end(bytes);
		} catch {
			response.destroy();
		} finally {
			exchange.milliseconds = performance.now() - started;
		}
	};

	const server = createServer((request, response) => {
		serve(request, response).catch(() => response.destroy());
	});
	// A connection that is closed while it is idle would look like a fault of the service.
	server.keepAliveTimeout = 0;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const recorder: Recorder = {
		url: `http://127.0.0.1:${port}`,
		exchanges: [],
		during: '',
		close: async () => {
			agent.destroy();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return recorder;
}

const without = (headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.includes(name)));

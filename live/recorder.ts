import * as http from 'node:http';
import * as https from 'node:https';
import { buffer } from 'node:stream/consumers';

import { ENDPOINTS, type Route } from '../nodes/ESignature/api';
import { parseJson } from '../nodes/ESignature/values/parse';
import { localServer } from '../test/support/localServer';

/** A request as it left the node, and what came back. */
export interface Exchange {
	/** What was being done: an operation or a probe. */
	during: string;
	method: string;
	/** Without the query. */
	path: string;
	query: Record<string, string>;
	/** Undefined for a request that docs/api.md does not have. */
	route?: Route;
	sent: Message;
	/** Undefined if no whole answer came. */
	answer?: Answer;
}

interface Message {
	headers: http.IncomingHttpHeaders;
	bytes: Buffer;
	/** The parsed body; of an upload, what its part `metadata` says. Undefined if it is not JSON. */
	json?: unknown;
}

export type Answer = Message & { status: number };

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
	const { request: open, Agent } = baseUrl.startsWith('https:') ? https : http;
	// Node.js 24 takes the proxy of the environment.
	const agent = new Agent({ keepAlive: true, proxyEnv: process.env });

	const forward = async ({ method, url, headers }: http.IncomingMessage, body: Buffer) =>
		await new Promise<http.IncomingMessage>((resolve, reject) => {
			// Compressed answers would have to be unpacked to be recorded.
			const forwarded = { ...without(headers), 'accept-encoding': 'identity' };
			const outgoing = open(baseUrl + url, { method, headers: forwarded, agent });
			outgoing.setTimeout(maxSilenceMs, () => outgoing.destroy(new Error('silence')));
			outgoing.on('response', resolve).on('error', reject).end(body);
		});

	const serve = async (request: http.IncomingMessage, response: http.ServerResponse) => {
		const body = await buffer(request);
		const sent = await messageOf(request, body);
		const exchange: Exchange = { during: recorder.during, ...targetOf(request), sent };
		recorder.exchanges.push(exchange);
		const answer = await forward(request, body);
		const bytes = await buffer(answer);
		const status = answer.statusCode ?? 0;
		exchange.answer = { status, ...(await messageOf(answer, bytes)) };
		// A connection that is closed while it is idle would look like a fault of the service.
		response.writeHead(status, { ...without(answer.headers), connection: 'close' }).end(bytes);
	};
	const server = await localServer((request, response) => {
		serve(request, response).catch(() => response.destroy());
	});
	const recorder: Recorder = {
		url: server.url,
		exchanges: [],
		during: '',
		close: async () => {
			agent.destroy();
			await server.close();
		},
	};
	return recorder;
}

const without = (headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.includes(name)));

const PATTERNS = (Object.keys(ENDPOINTS) as Route[]).map((route) => {
	const [method, path = ''] = route.split(' ');
	return { route, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/:]+')}$`) };
});

export function targetOf({ method = '', url = '' }: http.IncomingMessage) {
	const { pathname: path, searchParams } = new URL(url, 'http://localhost');
	const known = PATTERNS.find((one) => one.method === method && one.pattern.test(path));
	return { method, path, query: Object.fromEntries(searchParams), route: known?.route };
}

export async function messageOf(
	{ headers }: http.IncomingMessage,
	bytes: Buffer,
): Promise<Message> {
	const type = headers['content-type'] ?? '';
	if (!type.startsWith('multipart/form-data'))
		return { headers, bytes, json: parseJson(bytes.toString()) };
	const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
	const metadata = form.get('metadata');
	return { headers, bytes, json: parseJson(await new Response(metadata).text()) };
}

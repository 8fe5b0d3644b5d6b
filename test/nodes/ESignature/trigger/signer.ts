import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

import { createSignatureSync, type SignatureParameters } from 'http-message-sig';
import { createSigner, httpbis } from 'http-message-signatures';

import { bodyOf, localServer } from '../../../support/localServer';
import { digestOf } from '../lib/http-signature/signing';
import { itemOf } from './delivery';
import { handled, type Given, type Seen } from './plainHost';

export type Headers = Record<string, string | string[]>;

/** How somebody signs an event, and what happens to it on its way. All but the body is optional. */
export interface Way {
	/** The address that is registered in the service. */
	url?: string;
	body?: string;
	secret?: string;
	fields?: string[];
	params?: Record<string, string | number | boolean>;
	/** The value of `Content-Digest`. */
	digest?: string | string[];
	headers?: Headers;
	/** Changes to the signed headers; `undefined` removes one. */
	change?: (headers: Headers) => Record<string, string | string[] | undefined>;
	/** Replaces the body that was sent. */
	arrives?: { host?: string; path?: string; body?: string; method?: string };
	/** Of n8n: its own address, what the user entered, and the credential. */
	own?: string;
	publicUrls?: unknown;
	given?: Partial<Given>;
}

export const REGISTERED = 'https://n8n.example.com/webhook/1/webhook';
export const SECRET = 'canary-known-to-both';
const KEY_ID = 'client-1';
/** Covered by the service's signatures. */
export const FIELDS = ['@method', '@path', 'host', 'date', 'content-digest'];
/** No signature is accepted that covers less. */
export const REQUIRED = ['@method', '@path', 'content-digest'];
export const BODY = '{"id":"1","type":"EnvelopeSealed"}';
export const now = () => Math.floor(Date.now() / 1000);

export const put =
	(more: Record<string, string | string[] | undefined>) =>
	(headers: Headers): ReturnType<NonNullable<Way['change']>> => ({ ...headers, ...more });

export const without = (...names: string[]) =>
	put(Object.fromEntries(names.map((name) => [name, undefined])));

const mac = (secret: string, data: Uint8Array) =>
	createHmac('sha256', secret).update(data).digest();

/** The address as it is written, not as `URL` normalizes it. */
function partsOf(url: string) {
	const [, host = '', target = ''] = /^https?:\/\/([^/?]*)(.*)$/.exec(url) ?? [];
	return { host, target };
}

function unsigned(way: Way) {
	const { url = REGISTERED, body = BODY, digest, headers = {} } = way;
	const content = Buffer.from(body);
	const all: Headers = {
		Host: partsOf(url).host,
		Date: new Date().toUTCString(),
		'Content-Type': 'application/json',
		'Content-Length': String(content.length),
		'Content-Digest': digest ?? digestOf(content),
		...headers,
	};
	return { url, method: 'POST', headers: all };
}

type Sign = (way: Way) => Promise<Headers>;

/** The same event signed by two programs that know nothing of each other. */
export const SIGNERS: Record<string, Sign> = {
	'http-message-sig': async (way) => {
		const { url, method, headers } = unsigned(way);
		const { secret = SECRET, fields = FIELDS } = way;
		const signed = createSignatureSync(
			{
				kind: 'request',
				method,
				targetUri: url,
				requestTarget: partsOf(url).target,
				fields: Object.entries(headers).flatMap(([name, values]) =>
					[values].flat().map((value) => ({ name, value })),
				),
			},
			{
				components: fields,
				parameters: (way.params ?? {
					created: now(),
					keyid: KEY_ID,
				}) as SignatureParameters,
				signer: { algorithm: 'hmac-sha256', sign: (data) => mac(secret, data) },
			},
		);
		return {
			...headers,
			'Signature-Input': signed.signatureInput,
			Signature: signed.signature,
		};
	},
	'http-message-signatures': async (way) => {
		const { url, method, headers } = unsigned(way);
		const { secret = SECRET, fields = FIELDS, params } = way;
		const times = Object.entries(params ?? {}).filter(([name]) => /created|expires/.test(name));
		const asDates = times.map(([name, time]) => [name, new Date(Number(time) * 1000)] as const);
		const message = await httpbis.signMessage(
			{
				key: createSigner(secret, 'hmac-sha256', KEY_ID),
				fields,
				params: params ? Object.keys(params) : ['created', 'keyid', 'alg'],
				paramValues: { ...(params as Record<string, string>), ...Object.fromEntries(asDates) },
			},
			{ url, method, headers },
		);
		return message.headers as Headers;
	},
};

/** Sends an event over a connection, so that Node reads it as in n8n. Gives `run`, or the answer. */
export async function outcome(way: Way, headers: Headers): Promise<string> {
	const { url = REGISTERED, body = BODY, own = REGISTERED, arrives = {} } = way;
	const { host, target } = partsOf(url);
	let seen: Promise<Seen> | undefined;
	const server = await localServer(async (incoming, answer) => {
		seen = handled({
			url: own,
			headers: incoming.headers as Record<string, string>,
			originalUrl: incoming.url,
			method: incoming.method,
			body: Buffer.from(await bodyOf(incoming)),
			credentials: { clientSecret: SECRET },
			...way.given,
			parameters: { options: { publicUrls: way.publicUrls } },
		});
		await seen;
		answer.end();
	});
	const content = Buffer.from(arrives.body ?? body);
	const changed = {
		...(way.change?.(headers) ?? headers),
		Host: arrives.host ?? host,
		'Content-Length': String(content.length),
	};
	const sent = request(server.url, {
		method: arrives.method ?? 'POST',
		path: arrives.path ?? (target || '/'),
		headers: Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)),
	});
	sent.end(content);
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	answer.resume();
	await server.close();
	const { status, text, ...rest } = await (seen as Promise<Seen>);
	return itemOf(rest as Seen) ? 'run' : `${status} ${text}`;
}

/* eslint-disable @n8n/community-nodes/no-restricted-imports -- sends real requests */
import { createHash, createHmac, randomUUID } from 'crypto';
import { request } from 'node:http';

/** A component as a list names it, and its value as the sender knows it. */
export type Line = readonly [component: string, value: string];
export type Header = readonly [name: string, value: string];

/** A sender that follows the standard in its own way. Everything has the usual form unless said otherwise. */
export interface Manner {
	/** The bytes of the key. */
	key?: Buffer | string;
	host?: string;
	path?: string;
	body?: string;
	digest?: string;
	/** Replaces the usual list: method, path, host, date and digest. */
	lines?: (usual: Usual) => Line[];
	/** Behind the list, in its one spelling. */
	parameters?: string;
	label?: string;
	/** Further members of the two fields, before and after ours. */
	before?: Array<[input: string, value: string]>;
	after?: Array<[input: string, value: string]>;
	type?: string | undefined;
	/** Sent beside the usual ones. */
	headers?: Header[];
	/** What a proxy makes of the headers and of the path on the way to n8n. */
	proxy?: (headers: Header[]) => Header[];
	arrivesAt?: string;
}

export interface Usual {
	method: Line;
	path: Line;
	host: Line;
	date: Line;
	digest: Line;
}

export const KEY = { id: 'client-1', secret: 'The secret of an application' };
export const HOST = 'n8n.example.com';

export const sha = (algorithm: '256' | '512', text: string): string =>
	`sha-${algorithm}=:${createHash(`sha${algorithm}`).update(text).digest('base64')}:`;

export const bytes = (text: string): string => `:${Buffer.from(text).toString('base64')}:`;

export const newBody = (): string =>
	JSON.stringify({ id: randomUUID(), type: 'EnvelopeSealed', data: {} });

/** A request as it arrives, written after the standard alone: nothing of the node's code is in it. */
export function signed(path: string, manner: Manner = {}) {
	const { key = KEY.secret, host = HOST, body = newBody(), label = 'sig' } = manner;
	const digest = manner.digest ?? sha('256', body);
	const now = new Date();
	const usual: Usual = {
		method: ['"@method"', 'POST'],
		path: ['"@path"', manner.path ?? path],
		host: ['"host"', host],
		date: ['"date"', now.toUTCString()],
		digest: ['"content-digest"', digest],
	};
	const lines = manner.lines?.(usual) ?? Object.values(usual);
	const created = Math.floor(now.getTime() / 1000);
	const parameters = manner.parameters ?? `;created=${created};keyid="${KEY.id}";alg="hmac-sha256"`;
	const list = `(${lines.map(([component]) => component).join(' ')})${parameters}`;
	const base = [...lines.map((line) => line.join(': ')), `"@signature-params": ${list}`].join('\n');
	const mac = createHmac('sha256', key).update(base).digest('base64');
	const { before = [], after = [] } = manner;
	const members = [...before, [`${label}=${list}`, `${label}=:${mac}:`], ...after];
	const type = 'type' in manner ? manner.type : 'application/json';
	const headers: Header[] = [
		['Host', host],
		['Date', now.toUTCString()],
		...(type === undefined ? [] : [['Content-Type', type] as const]),
		['Content-Length', String(Buffer.byteLength(body))],
		['Content-Digest', digest],
		['Signature-Input', members.map(([input]) => input).join(', ')],
		['Signature', members.map(([, value]) => value).join(', ')],
		...(manner.headers ?? []),
	];
	return { headers: manner.proxy?.(headers) ?? headers, body };
}

/** Sends the lines as they are, in their order; gives the status of the answer. */
export async function post(
	origin: string,
	path: string,
	{ headers, body }: { headers: Header[]; body: string },
): Promise<number> {
	const { hostname, port } = new URL(origin);
	return await new Promise((resolve, reject) => {
		const options = { hostname, port, path, method: 'POST', agent: false };
		const outgoing = request({ ...options, headers: headers.flat() }, (incoming) => {
			incoming.resume();
			incoming.once('end', () => resolve(incoming.statusCode ?? 0));
		});
		outgoing.once('error', reject);
		outgoing.end(body);
	});
}

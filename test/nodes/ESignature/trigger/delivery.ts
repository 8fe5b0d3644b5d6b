/* eslint-disable @n8n/community-nodes/no-restricted-imports -- sends real requests */

import { randomUUID } from 'crypto';
import { request } from 'node:http';

import { signedHeaders } from '../../../../sandbox/webhooks/signature';

export interface Reply {
	status: number;
	text: string;
	headers: Record<string, string | string[] | undefined>;
}

export const KEY = { id: 'client-1', secret: `canary-${randomUUID()}` };
export const CREDENTIAL = {
	baseUrl: 'http://127.0.0.1:9',
	clientId: KEY.id,
	clientSecret: KEY.secret,
};

export const ENVELOPE_ID = '123e4567-e89b-42d3-a456-426614174000';

export const eventOf = (type: string, more: object = {}) => ({
	id: randomUUID(),
	type,
	created: '2026-08-01T10:00:00.000Z',
	data: { envelopeID: ENVELOPE_ID },
	...more,
});

/** Any request, sent as it is. */
export async function sendTo(
	url: string,
	{
		method = 'POST',
		headers = {},
		body = '',
	}: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Reply> {
	return await new Promise((resolve, reject) => {
		const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
			const chunks: Buffer[] = [];
			incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
			incoming.once('error', reject);
			incoming.once('end', () =>
				resolve({
					status: incoming.statusCode ?? 0,
					text: Buffer.concat(chunks).toString(),
					headers: incoming.headers,
				}),
			);
		});
		outgoing.once('error', reject);
		outgoing.end(body);
	});
}

/** A delivery signed as the service signs it, for `signedFor` or for where it goes. */
export async function deliver(
	url: string,
	event: unknown,
	{
		key = KEY,
		at = Date.now(),
		signedFor = url,
		headers = {},
	}: {
		key?: typeof KEY;
		at?: number;
		signedFor?: string;
		headers?: Record<string, string>;
	} = {},
): Promise<Reply> {
	const body = typeof event === 'string' ? event : JSON.stringify(event);
	const signed = await signedHeaders(new URL(signedFor), body, key, at);
	return await sendTo(url, { headers: { ...signed, Host: new URL(url).host, ...headers }, body });
}

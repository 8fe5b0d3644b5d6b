import type { IDataObject } from 'n8n-workflow';

import { signedHeaders } from '../../../../sandbox/webhooks/signature';
import { handled, type Given, type Seen } from './plainHost';

export const KEY = { id: 'client-1', secret: 'canary-known-to-both' };
export const URL_OF_NODE = 'https://n8n.example.com/webhook/1/webhook';

export interface Sent extends Partial<Given> {
	/** Another address, key or time than the right one. */
	signedFor?: string;
	key?: typeof KEY;
	at?: number;
	/** Replace what was signed. */
	changed?: Record<string, string>;
}

/** An event, signed as the service signs it. */
export async function deliver(
	body: string,
	{ signedFor = URL_OF_NODE, key = KEY, at = Date.now(), changed, ...given }: Sent = {},
): Promise<Seen> {
	const signed = await signedHeaders(new URL(signedFor), body, key, at);
	const lower = Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]);
	return await handled({
		url: URL_OF_NODE,
		headers: { ...(Object.fromEntries(lower) as Record<string, string>), ...changed },
		body: Buffer.from(body),
		credentials: { clientId: KEY.id, clientSecret: KEY.secret },
		...given,
	});
}

/** The event that started a run, if one did. */
export const itemOf = ({ result }: Seen): IDataObject | undefined =>
	result?.workflowData?.[0]?.[0]?.json;

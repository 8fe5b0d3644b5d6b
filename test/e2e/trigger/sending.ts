import type { Sandbox } from '../../../sandbox';
import { signedHeaders } from '../../../sandbox/webhooks/signature';
import { fetchUnpooled } from '../support/fetchUnpooled';

/** Sends an event as the service signs it; gives the status of the answer. */
export async function sendEvent(
	{ clientId, clientSecret }: Sandbox,
	url: string,
	id: string,
	signal?: AbortSignal,
): Promise<number> {
	const body = JSON.stringify({ id, type: 'EnvelopeSealed', data: {} });
	const key = { id: clientId, secret: clientSecret };
	const headers = await signedHeaders(new URL(url), body, key, Date.now());
	const answer = await fetchUnpooled(url, { method: 'POST', headers, body, signal });
	await answer.arrayBuffer();
	return answer.status;
}

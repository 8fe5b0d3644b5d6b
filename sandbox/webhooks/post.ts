/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { request } from 'node:http';

/** One POST on a connection of its own; resolves with the status. Redirects are not followed. */
export async function post(
	url: URL,
	headers: Record<string, string>,
	body: string,
	signal: AbortSignal,
): Promise<number> {
	return await new Promise((resolve, reject) => {
		const outgoing = request(url, { method: 'POST', headers, signal, agent: false }, (incoming) => {
			incoming.resume();
			incoming.once('error', reject);
			incoming.once('end', () => resolve(incoming.statusCode ?? 0));
		});
		outgoing.once('error', reject);
		outgoing.end(body);
	});
}

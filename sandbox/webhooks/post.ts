/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { request } from 'node:http';

/** The start of an answer is enough to see who gave it. */
const KEPT_CHARACTERS = 200;

export interface Answer {
	status: number;
	text: string;
}

/** One POST on a connection of its own; redirects are not followed. */
export async function post(
	url: URL,
	headers: Record<string, string>,
	body: string,
	signal: AbortSignal,
): Promise<Answer> {
	return await new Promise((resolve, reject) => {
		const outgoing = request(url, { method: 'POST', headers, signal, agent: false }, (incoming) => {
			let text = '';
			incoming.setEncoding('utf8');
			incoming.on('data', (piece: string) => (text = (text + piece).slice(0, KEPT_CHARACTERS)));
			incoming.once('error', reject);
			incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
		});
		outgoing.once('error', reject);
		outgoing.end(body);
	});
}

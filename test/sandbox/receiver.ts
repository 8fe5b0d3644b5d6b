import { createHash } from 'node:crypto';

import express from 'express';
import { createVerifier, httpbis } from 'http-message-signatures';

import type { WebhookEvent } from '../../sandbox';

export interface Received {
	event: WebhookEvent;
	headers: Record<string, string>;
	path: string;
	raw: Buffer;
}

/** Someone who listens to webhooks and answers them one by one as told, in the end with 200. */
export async function listen() {
	const received: Received[] = [];
	const answers: Array<number | 'hang up' | 'silence'> = [];
	const app = express();
	app.use(express.raw({ type: () => true }), (req, res) => {
		const raw = req.body as Buffer;
		const event = JSON.parse(raw.toString()) as WebhookEvent;
		received.push({
			event,
			headers: req.headers as Record<string, string>,
			path: req.originalUrl,
			raw,
		});
		const answer = answers.shift() ?? 200;
		if (answer === 'hang up') req.socket.destroy();
		else if (answer !== 'silence') res.status(answer).end();
	});
	const server = await new Promise<ReturnType<typeof app.listen>>((resolve) => {
		const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
	});
	const { port } = server.address() as { port: number };
	return {
		url: `http://127.0.0.1:${port}/hooks/sign?tenant=1`,
		received,
		answers,
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

/** Verifies as the standard asks, with the library's verifier and a digest of our own. */
export async function isAuthentic(
	{ headers, path, raw }: Received,
	key: { id: string; secret: string },
): Promise<boolean> {
	const digest = createHash('sha256').update(raw).digest('base64');
	if (headers['content-digest'] !== `sha-256=:${digest}:`) return false;
	const verified = await httpbis.verifyMessage(
		{
			keyLookup: async ({ keyid }) =>
				keyid === key.id
					? {
							id: key.id,
							algs: ['hmac-sha256'],
							verify: createVerifier(key.secret, 'hmac-sha256'),
						}
					: null,
			requiredParams: ['created', 'keyid'],
			requiredFields: ['@method', '@path', 'host', 'date', 'content-digest'],
			tolerance: 5,
		},
		{ method: 'POST', url: `http://${headers.host}${path}`, headers },
	);
	return verified === true;
}

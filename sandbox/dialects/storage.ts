/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Answered } from './dialect';

interface Stored {
	bytes: Buffer;
	headers: Record<string, string>;
	hops: number;
}

/**
 * A storage on an origin of its own. Its addresses are signed and work once, so that a request with a
 * token is refused, as the storages of the large clouds do: "only one auth mechanism".
 */
export class Storage {
	private readonly files = new Map<string, Stored>();
	private server: Promise<Server> | undefined;

	async store({ headers, body }: Answered, hops: number): Promise<string> {
		const bytes = body.kind === 'file' ? body.bytes : Buffer.alloc(0);
		const { port } = (await this.listening()).address() as AddressInfo;
		return `http://127.0.0.1:${port}${this.put({ bytes, headers, hops })}`;
	}

	async close(): Promise<void> {
		const server = await this.server;
		this.server = undefined;
		this.files.clear();
		if (!server) return;
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}

	private put(stored: Stored): string {
		const key = `/bucket/${randomUUID()}?signature=${randomUUID()}`;
		this.files.set(key, stored);
		return key;
	}

	private async listening(): Promise<Server> {
		this.server ??= new Promise((resolve) => {
			const server = createServer((req, res) => {
				const stored = this.files.get(req.url ?? '');
				if (req.headers.authorization !== undefined) {
					res.writeHead(400).end('Only one auth mechanism allowed');
				} else if (!stored) {
					res.writeHead(403).end('AccessDenied');
				} else if (stored.hops > 0) {
					const location = this.put({ ...stored, hops: stored.hops - 1 });
					res.writeHead(303, { Location: location }).end();
				} else {
					const length = String(stored.bytes.length);
					res.writeHead(200, { ...stored.headers, 'Content-Length': length }).end(stored.bytes);
				}
			});
			server.listen(0, '127.0.0.1', () => resolve(server));
		});
		return await this.server;
	}
}

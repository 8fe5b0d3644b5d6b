/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOCATION = '<?xml version="1.0"?><LocationConstraint>us-east-1</LocationConstraint>';

/** Keeps files by their path, as S3 does for a client that only writes and reads them. */
export class FileStore {
	readonly files = new Map<string, Buffer>();
	/** Headers of the last write of each file. */
	readonly headers = new Map<string, IncomingMessage['headers']>();
	/** Whether each file is kept without its last byte. */
	cuts = false;
	private readonly server: Server;

	private constructor() {
		this.server = createServer((request, response) => void this.answer(request, response));
	}

	static async start(): Promise<FileStore> {
		const store = new FileStore();
		await new Promise<void>((ready) => store.server.listen(0, '127.0.0.1', ready));
		return store;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
		const path = decodeURIComponent(pathname).replace(/\/+/g, '/');
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		if (request.method === 'PUT') {
			const content = Buffer.concat(chunks);
			this.headers.set(path, request.headers);
			this.files.set(path, this.cuts ? content.subarray(0, -1) : content);
			return void response.end();
		}
		if (searchParams.has('location')) return void response.end(LOCATION);
		const file = this.files.get(path);
		response.statusCode = file ? 200 : 404;
		response.setHeader('Content-Type', 'application/octet-stream');
		response.end(file);
	}
}

const MANIFEST = '-manifest-sha256.txt';

/** IDs of the envelopes that have a manifest, and whose files are all in the store as it says. */
export function wholeIn(store: FileStore): string[] {
	const content = new Map([...store.files].map(([path, file]) => [path.split('/').at(-1), file]));
	const isStored = (line: string) => {
		const [sum, file] = line.split('  ');
		const kept = content.get(file);
		return kept !== undefined && createHash('sha256').update(kept).digest('hex') === sum;
	};
	return [...content]
		.filter(([name]) => name?.endsWith(MANIFEST))
		.filter(([, list]) => list.toString().trim().split('\n').every(isStored))
		.map(([name]) => String(name).slice(0, 36));
}

/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOCATION = '<?xml version="1.0"?><LocationConstraint>us-east-1</LocationConstraint>';

/**
 * Keeps files by their path, as S3 and WebDAV do for a client that only writes and reads them. It can lose
 * what it says that it has kept.
 */
export class FileStore {
	readonly files = new Map<string, Buffer>();
	/** Headers of the last write of each file. */
	readonly headers = new Map<string, IncomingMessage['headers']>();
	writes = 0;
	lost = 0;
	/** Each of how many writes is lost; 0 loses none. */
	losesEach = 0;
	/** Each of how many writes is kept without its last byte. */
	cutsEach = 0;
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

	/** The names of what is kept, without folders. */
	names(): string[] {
		return [...this.files.keys()].map((path) => path.split('/').at(-1) as string).sort();
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
		const path = decodeURIComponent(pathname).replace(/\/+/g, '/');
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		if (request.method === 'PUT') return this.keep(path, Buffer.concat(chunks), request, response);
		if (searchParams.has('location')) return void response.end(LOCATION);
		const file = this.files.get(path);
		response.statusCode = file ? 200 : 404;
		response.setHeader('Content-Type', 'application/octet-stream');
		response.end(file);
	}

	private keep(
		path: string,
		content: Buffer,
		{ headers }: IncomingMessage,
		response: ServerResponse,
	): void {
		this.writes++;
		this.headers.set(path, headers);
		const isLost = this.losesEach > 0 && this.writes % this.losesEach === 0;
		const isCut = this.cutsEach > 0 && this.writes % this.cutsEach === 0;
		if (isLost) this.lost++;
		else this.files.set(path, isCut ? content.subarray(0, -1) : content);
		response.end();
	}
}

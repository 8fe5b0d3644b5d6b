/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOCATION = '<?xml version="1.0"?><LocationConstraint>us-east-1</LocationConstraint>';

interface Version {
	id: string;
	content: Buffer;
	/** Nobody can remove it before. */
	lockedUntil: number;
}

/**
 * Keeps files by their path, as S3 and WebDAV do for a client that only writes and reads them. It can lose
 * what it says that it has kept. As a bucket with Object Lock does, it keeps each version of a file, and refuses
 * to remove one that is locked: whoever overwrites or removes a file only hides it.
 */
export class FileStore {
	readonly files = new Map<string, Buffer>();
	/** Headers of the last write of each file. */
	readonly headers = new Map<string, IncomingMessage['headers']>();
	writes = 0;
	lost = 0;
	/** Each of how many writes is lost; 0 loses none. */
	losesEach = 0;
	/** After how many writes all are lost. */
	losesAfter = Infinity;
	/** Each of how many writes is kept without its last byte. */
	cutsEach = 0;
	/** Holds writes up. */
	beforeWrite = async (): Promise<void> => {};
	/** By path, the oldest first. */
	readonly versions = new Map<string, Version[]>();
	now = (): number => Date.now();
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
		if (request.method === 'PUT') {
			await this.beforeWrite();
			return this.keep(path, Buffer.concat(chunks), request, response);
		}
		if (searchParams.has('location')) return void response.end(LOCATION);
		const version = searchParams.get('versionId');
		if (request.method === 'DELETE') return this.remove(path, version, response);
		const file = version === null ? this.files.get(path) : this.version(path, version)?.content;
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
		const isLost =
			this.writes > this.losesAfter || (this.losesEach > 0 && this.writes % this.losesEach === 0);
		const isCut = this.cutsEach > 0 && this.writes % this.cutsEach === 0;
		if (isLost) this.lost++;
		else this.add(path, isCut ? content.subarray(0, -1) : content, headers);
		response.end();
	}

	private add(path: string, content: Buffer, headers: IncomingMessage['headers']): void {
		const lock = Date.parse(String(headers['x-amz-object-lock-retain-until-date']));
		const isLocked = headers['x-amz-object-lock-mode'] === 'COMPLIANCE';
		const version = {
			id: `v${this.writes}`,
			content,
			lockedUntil: isLocked ? lock : -Infinity,
		};
		this.files.set(path, content);
		this.versions.set(path, [...(this.versions.get(path) ?? []), version]);
	}

	private version(path: string, id: string): Version | undefined {
		return this.versions.get(path)?.find((one) => one.id === id);
	}

	private remove(path: string, id: string | null, response: ServerResponse): void {
		const version = id === null ? undefined : this.version(path, id);
		const isLocked = version !== undefined && !(this.now() >= version.lockedUntil);
		response.statusCode = isLocked ? 403 : 204;
		response.end();
		if (isLocked) return;
		const left = (this.versions.get(path) ?? []).filter((one) => one !== version);
		this.versions.set(path, left);
		const newest = version && left.at(-1);
		if (newest) this.files.set(path, newest.content);
		else this.files.delete(path);
	}
}

const MANIFEST = '-manifest-sha256.txt';

/** IDs of the envelopes that have a manifest, and whose files are all in the store as each of their manifests says. */
export function wholeIn(store: FileStore): string[] {
	const content = new Map([...store.files].map(([path, file]) => [path.split('/').at(-1), file]));
	const isStored = (line: string) => {
		const [sum, file] = line.split(/\s+\*?/);
		const kept = content.get(file);
		return kept !== undefined && createHash('sha256').update(kept).digest('hex') === sum;
	};
	const isWhole = (name: string) => String(content.get(name)).trim().split('\n').every(isStored);
	const manifests = store.names().filter((name) => name.endsWith(MANIFEST));
	const torn = manifests.filter((name) => !isWhole(name)).map((name) => name.slice(0, 36));
	const all = new Set(manifests.map((name) => name.slice(0, 36)));
	return [...all].filter((ID) => !torn.includes(ID)).sort();
}

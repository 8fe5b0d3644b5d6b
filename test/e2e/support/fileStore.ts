import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';

import { localServer } from '../../support/localServer';

const LOCATION = '<?xml version="1.0"?><LocationConstraint>us-east-1</LocationConstraint>';

/** Keeps files by their path, as S3 does for a client that only writes and reads them. */
export async function openFileStore() {
	const store = {
		files: new Map<string, Buffer>(),
		/** Headers of the last write of each file. */
		headers: new Map<string, IncomingHttpHeaders>(),
		/** Whether each file is kept without its last byte. */
		cuts: false,
	};
	const answer: RequestListener = async (request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
		const path = decodeURIComponent(pathname).replace(/\/+/g, '/');
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		if (request.method === 'PUT') {
			const content = Buffer.concat(chunks);
			store.headers.set(path, request.headers);
			store.files.set(path, store.cuts ? content.subarray(0, -1) : content);
			return void response.end();
		}
		if (searchParams.has('location')) return void response.end(LOCATION);
		const file = store.files.get(path);
		response.statusCode = file ? 200 : 404;
		response.setHeader('Content-Type', 'application/octet-stream');
		response.end(file);
	};
	return Object.assign(store, await localServer(answer));
}

export type FileStore = Awaited<ReturnType<typeof openFileStore>>;

const MANIFEST = '-manifest-sha256.txt';

/** IDs of the envelopes that have a manifest, and whose files are all in the store as it says. */
export function wholeIn({ files }: FileStore): string[] {
	const content = new Map([...files].map(([path, file]) => [path.split('/').at(-1), file]));
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

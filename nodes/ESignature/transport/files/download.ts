import { ENDPOINTS, type FileRoute, type PathIds } from '../../api/endpoints';
import type { Client } from '../client';
import type { Body } from '../reply';
import { keepFile, type BinaryStore, type StoredFile } from './keepFile';

export type DownloadArguments<R extends FileRoute> = PathIds<R> & {
	/** Ours, made from IDs: a name from outside could be a path. */
	fileName: string;
	timeout?: number;
	maxBytes?: number;
};

const MAX_DOWNLOAD_MS = 3_600_000;
const MAX_FILE_BYTES = 2 * 1024 ** 3;

/** Streams a file into n8n's binary store and reads it back: what was stored is what arrived. */
export async function download<R extends FileRoute>(
	client: Client,
	store: BinaryStore,
	route: R,
	args: DownloadArguments<R>,
): Promise<StoredFile> {
	const { fileName: name, maxBytes = MAX_FILE_BYTES } = args;
	const mediaType = ENDPOINTS[route].answer;
	return await client.send(route, args, {
		headers: {
			// The problem is for the case that there is no file.
			Accept: `${mediaType}, application/problem+json;q=0.9, */*;q=0.1`,
			// Not compressed, so that Content-Length counts what arrives.
			'Accept-Encoding': 'identity',
		},
		maxDuration: MAX_DOWNLOAD_MS,
		read: async (reply, timeLimit) =>
			await keepFile(store, reply, { name, mediaType, maxBytes }, timeLimit),
	});
}

/** The bytes of a file that is only read here and not stored. */
export async function fetchFile<R extends FileRoute>(
	client: Client,
	route: R,
	args: DownloadArguments<R>,
): Promise<Buffer> {
	let file = Buffer.alloc(0);
	const store: BinaryStore = {
		prepareBinaryData: async (body) => {
			const chunks = Buffer.isBuffer(body) ? [body] : [];
			if (!Buffer.isBuffer(body)) for await (const chunk of body) chunks.push(chunk as Buffer);
			file = Buffer.concat(chunks);
			return { id: 'memory', data: '', mimeType: '' };
		},
		getBinaryStream: async () => [file] as unknown as Body,
	};
	await download(client, store, route, args);
	return file;
}

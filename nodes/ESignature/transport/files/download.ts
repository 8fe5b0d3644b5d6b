import { ENDPOINTS, type FileRoute, type PathIds } from '../../api/endpoints';
import type { Exchange } from '../attempt';
import type { Client } from '../client';
import { readBody } from '../reply';
import { keepFile, type BinaryStore, type StoredFile } from './keepFile';

interface Limits {
	timeout?: number;
	maxBytes?: number;
}

export type DownloadArguments<R extends FileRoute> = PathIds<R> &
	Limits & {
		/** Ours, made from IDs: a name from outside could be a path. */
		fileName: string;
	};

export type ContentArguments<R extends FileRoute> = PathIds<R> & Limits;

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
	const wanted = { name, mediaType: ENDPOINTS[route].answer, maxBytes };
	return await fetchFile(
		client,
		route,
		args,
		async (reply, timeLimit) => await keepFile(store, reply, wanted, timeLimit),
	);
}

/** The bytes of a file that is only looked at. Whoever reads it finds out whether it is whole. */
export async function fetchContent<R extends FileRoute>(
	client: Client,
	route: R,
	args: ContentArguments<R>,
): Promise<Buffer> {
	const { maxBytes = MAX_FILE_BYTES } = args;
	return await fetchFile<R, Buffer>(client, route, args, async ({ body }, timeLimit) => {
		const { bytes, isWhole } = await readBody(body, maxBytes, timeLimit);
		return isWhole ? { value: bytes } : { failure: { kind: 'tooLarge' } };
	});
}

async function fetchFile<R extends FileRoute, Value>(
	client: Client,
	route: R,
	args: PathIds<R> & Limits,
	read: Exchange<Value>['read'],
): Promise<Value> {
	return await client.send(route, args, {
		headers: {
			// The problem is for the case that there is no file.
			Accept: `${ENDPOINTS[route].answer}, application/problem+json;q=0.9, */*;q=0.1`,
			// Not compressed, so that Content-Length counts what arrives.
			'Accept-Encoding': 'identity',
		},
		maxDuration: MAX_DOWNLOAD_MS,
		read,
	});
}

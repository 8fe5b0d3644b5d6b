import { ENDPOINTS, type FileRoute, type PathIds } from '../api';
import { DEFAULT_TIMEOUT, type Client } from './client';
import { exchange, type Outcome, type ReadSuccess } from './exchange';
import { keepFile, type BinaryStore, type StoredFile } from './keepFile';
import { resolvePath } from './path';
import { persist } from './persist';
import type { Watch } from './watch';
import { header, type RawReply } from './wire/body';

export type DownloadArguments<R extends FileRoute> = PathIds<R> & {
	/** Ours, made from IDs: a name from outside could be a path. */
	fileName: string;
	timeout?: number;
	maxBytes?: number;
};

const LONGEST_DOWNLOAD = 3_600_000;
const LARGEST_FILE = 2 * 1024 ** 3;

/** Streams a file into n8n's binary store and reads it back: what was stored is what arrived. */
export async function download<R extends FileRoute>(
	client: Client,
	store: BinaryStore,
	route: R,
	args: DownloadArguments<R>,
): Promise<StoredFile> {
	const { fileName, timeout = DEFAULT_TIMEOUT, maxBytes = LARGEST_FILE } = args;
	const outgoing = {
		...resolvePath(route, args),
		// Not compressed, so that Content-Length counts what arrives.
		headers: {
			Accept: `${ENDPOINTS[route].answer}, application/problem+json`,
			'Accept-Encoding': 'identity',
		},
		limits: { idle: timeout, total: Math.max(timeout, LONGEST_DOWNLOAD) },
	};
	const mediaType = ENDPOINTS[route].answer;
	const fetch = async <Value>(read: ReadSuccess<Value>) =>
		await exchange(client.host, client.account, outgoing, read);
	const outcome = await persist(route, client.pace, async () => {
		let framed = true;
		const kept = await fetch(async (reply, watch) => {
			framed = isFramed(reply);
			return await keepFile(store, reply, { name: fileName, mediaType, maxBytes, watch });
		});
		if (framed || mediaType === 'application/zip' || !('value' in kept)) return kept;
		return await confirmLength(kept, fetch);
	});
	if ('value' in outcome) return outcome.value;
	throw await client.error(route, outcome.failure, args);
}

/** Whether HTTP itself tells where the body ends; if not, a cut one looks whole (RFC 9112, 8). */
const isFramed = (reply: RawReply): boolean =>
	header(reply, 'content-length') !== undefined || header(reply, 'transfer-encoding') !== undefined;

/** A PDF may end with a line break or not, so that only a second look tells that none was lost. */
async function confirmLength(
	kept: { value: StoredFile },
	fetch: <Value>(read: ReadSuccess<Value>) => Promise<Outcome<Value>>,
): Promise<Outcome<StoredFile>> {
	const again = await fetch(async (reply, watch) => ({
		value: await lengthOf(reply, watch, kept.value.file.bytes),
	}));
	if (!('value' in again)) return again;
	return again.value === kept.value.file.bytes ? kept : { failure: { kind: 'cut' } };
}

/** Reads no further than one chunk beyond what is expected: that is enough to know. */
async function lengthOf({ body }: RawReply, watch: Watch, expected: number): Promise<number> {
	let bytes = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		watch.touch();
		bytes += chunk.length;
		if (bytes > expected) break;
	}
	return bytes;
}

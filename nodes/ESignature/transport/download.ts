import { ENDPOINTS, type FileRoute, type PathIds } from '../api';
import { DEFAULT_TIMEOUT, type Client } from './client';
import { exchange } from './exchange';
import { keepFile, type BinaryStore, type StoredFile } from './keepFile';
import { resolvePath } from './path';
import { persist } from './persist';
import type { Watch } from './watch';
import type { RawReply } from './wire/body';

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
	const keep = async (reply: RawReply, watch: Watch) =>
		await keepFile(store, reply, {
			name: fileName,
			mediaType: ENDPOINTS[route].answer,
			maxBytes,
			watch,
		});
	const outcome = await persist(
		route,
		client.pace,
		async () => await exchange(client.host, client.account, outgoing, keep),
	);
	if ('value' in outcome) return outcome.value;
	throw client.error(route, outcome.failure);
}

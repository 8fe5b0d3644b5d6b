import { ENDPOINTS, type FileRoute, type PathIds } from '../api';
import { DEFAULT_TIMEOUT, type Client } from './client';
import { exchange, type Outcome, type ReadSuccess } from './exchange';
import { Generating } from './generating';
import { keepFile, type BinaryStore, type StoredFile } from './keepFile';
import { resolvePath } from './path';
import { persist } from './persist';
import { fromStorage, type Requester } from './storage';
import type { Watch } from './watch';
import { header, readText, type RawReply } from './wire/body';
import { readProblem } from './wire/problem';
import { readRetryAfter } from './wire/retryAfter';

export type DownloadArguments<R extends FileRoute> = PathIds<R> & {
	/** Ours, made from IDs: a name from outside could be a path. */
	fileName: string;
	timeout?: number;
	maxBytes?: number;
};

/** The file, or the news that the service is still making it, and how long it asks to wait. */
type Answer = { stored: StoredFile; framed: boolean } | { generating: number | undefined };

const LONGEST_DOWNLOAD = 3_600_000;
const LARGEST_FILE = 2 * 1024 ** 3;
const LARGEST_NEWS = 64 * 1024;

/** Streams a file into n8n's binary store and reads it back: what was stored is what arrived. */
export async function download<R extends FileRoute>(
	client: Client,
	helpers: BinaryStore & Requester,
	route: R,
	args: DownloadArguments<R>,
): Promise<StoredFile> {
	const { fileName: name, timeout = DEFAULT_TIMEOUT, maxBytes = LARGEST_FILE } = args;
	const mediaType = ENDPOINTS[route].answer;
	const outgoing = {
		...resolvePath(route, args),
		headers: {
			Accept: accepted(mediaType),
			// Not compressed, so that Content-Length counts what arrives.
			'Accept-Encoding': 'identity',
		},
		limits: { idle: timeout, total: Math.max(timeout, LONGEST_DOWNLOAD) },
	};
	const fetch = async (earlier?: StoredFile): Promise<Outcome<Answer>> => {
		const read: ReadSuccess<Answer> = async (reply, watch) => {
			if (reply.statusCode === 202) return { value: { generating: await waitFor(reply, watch) } };
			if (reply.statusCode === 206) return await partOf(reply);
			const wanted = { name, mediaType, maxBytes, watch, earlier };
			const kept = await keepFile(helpers, reply, wanted);
			return 'value' in kept ? { value: { stored: kept.value, framed: isFramed(reply) } } : kept;
		};
		const outcome = await exchange(client.host, client.account, outgoing, read);
		if ('value' in outcome || outcome.failure.kind !== 'redirect') return outcome;
		const { location } = outcome.failure;
		if (location === undefined) return outcome;
		return await fromStorage(client, helpers, outgoing, location, read);
	};
	for (const patience = new Generating(); ; ) {
		const outcome = await persist(
			route,
			client.pace,
			async () => await confirmed(fetch, mediaType),
		);
		if ('failure' in outcome) throw await client.error(route, outcome.failure, args);
		if ('stored' in outcome.value) return outcome.value.stored;
		await client.pace.pause(patience.pause(outcome.value.generating));
	}
}

/** Some services have but one type for all files. The problem is for the case that there is no file. */
const accepted = (mediaType: string): string =>
	`${mediaType}, application/octet-stream;q=0.9, application/problem+json;q=0.9, */*;q=0.1`;

/** How long the service asks to wait for a file that it is making, if it says so. */
async function waitFor(reply: RawReply, watch: Watch): Promise<number | undefined> {
	const text = await readText(reply.body, LARGEST_NEWS, () => watch.touch()).catch(() => '');
	return readRetryAfter(reply, readProblem(text));
}

/** All of the file was asked for, so a part is not it. Reading a little closes the connection. */
async function partOf({ body }: RawReply): Promise<Outcome<Answer>> {
	await readText(body, 0).catch(() => '');
	return { failure: { kind: 'cut' } };
}

/** Whether HTTP itself tells where the body ends; if not, a cut one looks whole (RFC 9112, 6.3). */
const isFramed = (reply: RawReply): boolean =>
	header(reply, 'content-length') !== undefined ||
	/\bchunked\s*$/i.test(header(reply, 'transfer-encoding') ?? '');

/**
 * A PDF that was cut behind one of its revisions has the structure of a whole one. Where HTTP does not
 * frame it, a second copy tells: if it goes on where the first ended, it is the one to keep. Any other
 * difference is none of length: some services make a file anew each time.
 */
async function confirmed(
	fetch: (earlier?: StoredFile) => Promise<Outcome<Answer>>,
	mediaType: string,
): Promise<Outcome<Answer>> {
	const first = await fetch();
	if ('failure' in first || 'generating' in first.value) return first;
	if (first.value.framed || mediaType === 'application/zip') return first;
	const second = await fetch(first.value.stored);
	if ('failure' in second) return second.failure.kind === 'refused' ? first : second;
	return 'generating' in second.value ? first : second;
}

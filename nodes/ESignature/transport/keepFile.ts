import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { FileType } from '../api';
import type { Outcome } from './exchange';
import { FileReader, type FileEnds } from './files/fileEnds';
import { pdfFault } from './files/pdf';
import { zipFault, zipNames } from './files/zip';
import type { Watch } from './watch';
import { BodyTooLarge, header, type Body, type RawReply } from './wire/body';
import { DamagedFile } from './wire/damagedFile';
import { failureOf } from './wire/failure';
import { printable } from './wire/text';

export type BinaryStore = Pick<
	IExecuteFunctions['helpers'],
	'prepareBinaryData' | 'getBinaryStream'
>;

/** What is known about a stored file; a file that could not be checked is never stored. */
export interface FileRecord {
	name: string;
	mediaType: FileType;
	bytes: number;
	sha256: string;
	retrievedAt: string;
	/** The service announced the length, and that many bytes arrived. */
	lengthVerified: boolean;
	structureVerified: boolean;
	/** Of a ZIP: how many files it lists. */
	entries?: number;
}

export interface StoredFile {
	binary: IBinaryData;
	file: FileRecord;
}

const FAULTS: Record<FileType, (ends: FileEnds) => string | undefined> = {
	'application/pdf': pdfFault,
	'application/zip': zipFault,
};

export interface Wanted {
	name: string;
	mediaType: FileType;
	maxBytes: number;
	watch: Watch;
}

/** Stores what arrives and reads it back: what is stored is what was sent. */
export async function keepFile(
	store: BinaryStore,
	reply: RawReply,
	wanted: Wanted,
): Promise<Outcome<StoredFile>> {
	const received = new FileReader();
	const declared = declaredLength(reply);
	const body = reply.body as Body;
	// Until the store reads, nobody would hear the connection break: that would end n8n itself.
	body.on('error', () => {});
	const passing = streamOf(body, inspect(body, received, declared, wanted));
	try {
		const binary = await store.prepareBinaryData(passing, wanted.name, wanted.mediaType);
		const stored = await readBack(store, binary);
		const sha256 = stored.sha256();
		if (sha256 !== received.sha256()) {
			return { failure: { kind: 'storage', reason: 'the stored file differs from what arrived' } };
		}
		const file: FileRecord = {
			name: wanted.name,
			mediaType: wanted.mediaType,
			bytes: stored.bytes,
			sha256,
			retrievedAt: new Date().toISOString(),
			lengthVerified: declared === stored.bytes,
			structureVerified: true,
			...(wanted.mediaType === 'application/zip' && { entries: zipNames(stored).length }),
		};
		return { value: { binary, file } };
	} catch (error) {
		return {
			failure: isOurs(error) ? failureOf(error) : { kind: 'storage', reason: text(error) },
		};
	}
}

/**
 * A stream that reads only when it is read. `compose` reads ahead, and what fails before the store
 * listens would end n8n itself. n8n's rules forbid to import the class, so the body lends its own.
 */
const streamOf = (body: Body, chunks: AsyncIterable<Buffer>): Body =>
	(body.constructor as unknown as { from(chunks: AsyncIterable<Buffer>): Body }).from(chunks);

/** Raises before the last byte reaches the store, so that a cut or wrong file never becomes one. */
async function* inspect(
	source: AsyncIterable<Buffer>,
	received: FileReader,
	declared: number | undefined,
	{ maxBytes, mediaType, watch }: Wanted,
): AsyncGenerator<Buffer> {
	for await (const chunk of source) {
		watch.touch();
		received.add(chunk);
		if (received.bytes > maxBytes) throw new BodyTooLarge(`More than ${maxBytes} bytes`);
		yield chunk;
	}
	if (declared !== undefined && received.bytes < declared)
		throw new DamagedFile('it is incomplete', true);
	const fault = FAULTS[mediaType](received);
	if (fault) throw new DamagedFile(fault);
}

/** In memory mode the content is in the item itself; every other mode has an ID. */
async function readBack(store: BinaryStore, binary: IBinaryData): Promise<FileReader> {
	const reader = new FileReader();
	if (!binary.id) reader.add(Buffer.from(binary.data, 'base64'));
	else
		for await (const chunk of await store.getBinaryStream(binary.id)) reader.add(chunk as Buffer);
	return reader;
}

function declaredLength(reply: RawReply): number | undefined {
	const value = header(reply, 'content-length') ?? '';
	return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Raised by the transfer, not by n8n's store. */
function isOurs(error: unknown): boolean {
	if (error instanceof DamagedFile || error instanceof BodyTooLarge) return true;
	const code = String((error as { code?: unknown })?.code ?? '');
	return /^(ECONN|EPIPE|ETIMEDOUT|ERR_STREAM|ERR_CANCELED|ERR_BAD|HPE_|Z_|ABORT_ERR)/.test(code);
}

const text = (error: unknown): string =>
	printable(error instanceof Error ? error.message : error) || 'no reason';

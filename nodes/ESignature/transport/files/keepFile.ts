import { createCipheriv, createHash, randomBytes, type CipherGCM, type Hash } from 'crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { FileType } from '../../api/endpoints';
import { DamagedFile, failureOf, FileTooLarge } from '../failureOf';
import { printable } from '../../values/text';
import type { Result, TimeLimit } from '../attempt';
import { header, type Body, type RawReply } from '../reply';
import { allowMoreFiles } from '../traffic';
import { checkZip, type FileEnds } from './zip';

export type BinaryStore = Pick<
	IExecuteFunctions['helpers'],
	'prepareBinaryData' | 'getBinaryStream'
>;

/** A file that could not be checked is never stored, so all of these are known. */
interface FileRecord {
	name: string;
	mediaType: FileType;
	bytes: number;
	sha256: string;
	retrievedAt: string;
	/** The service announced the length, and that many bytes arrived. */
	lengthVerified: boolean;
	/** It has the structure of its type from beginning to end; what is in it was not looked at. */
	structureVerified: boolean;
	/** Of a ZIP: how many files with content it lists. */
	entries?: number;
}

export interface StoredFile {
	binary: IBinaryData;
	file: FileRecord;
}

interface WantedFile {
	/** Ours, made from IDs: a name from outside could be a path. */
	name: string;
	mediaType: FileType;
	maxBytes: number;
}

/** Stores the file as it arrives, then reads it back and compares both. */
export async function keepFile(
	store: BinaryStore,
	reply: RawReply,
	wanted: WantedFile,
	timeLimit: TimeLimit,
): Promise<Result<StoredFile>> {
	const { name, mediaType } = wanted;
	const body = reply.body as Body;
	const passing = new PassingFile(wanted, timeLimit);
	// Until the store reads, a broken connection would be an unhandled error and end n8n itself.
	body.on('error', (error) => {
		passing.error ??= error;
	});
	try {
		const content = await contentOf(body, passing.inspect(body));
		const binary = await store.prepareBinaryData(content, name, mediaType);
		const stored = passing.check.another();
		await readStored(store, binary, passing.bytes, (chunk) => stored.update(chunk));
		if (stored.value() !== passing.check.value()) {
			return { failure: { kind: 'storage', reason: 'the stored file differs from what arrived' } };
		}
		if (OUTSIDE_DATABASE.test(binary.id ?? '')) allowMoreFiles();
		const { bytes, entries } = passing;
		const file: FileRecord = {
			name,
			mediaType,
			bytes,
			sha256: passing.sha256(),
			retrievedAt: new Date().toISOString(),
			lengthVerified: header(reply, 'content-length') === String(bytes),
			structureVerified: true,
			...(entries !== undefined && { entries }),
		};
		return { value: { binary, file } };
	} catch (error) {
		// A store that fails before it reads leaves the connection open.
		body.destroy();
		const failure = passing.error === undefined ? storageFailure(error) : failureOf(passing.error);
		return { failure };
	}
}

/** An ID begins with the name of n8n's store (n8n-core, binary-data.service.ts); a file that stays in the item has none. */
const OUTSIDE_DATABASE = /^(?:filesystem|s3|azure)/;

function storageFailure(error: unknown): { kind: 'storage'; reason: string } {
	const reason = printable(error instanceof Error ? error.message : error);
	return { kind: 'storage', reason: reason || 'no reason was given' };
}

const HEAD_BYTES = 1024;
/** Holds the central directory of a ZIP with several thousand entries. */
const TAIL_BYTES = 1024 * 1024;

/** What is written and read at once: large pieces need fewer turns, each of which waits for the disk. */
const PIECE_BYTES = 512 * 1024;
/** Only the last piece of a file may be shorter. */
const TAIL_PIECES = 1 + TAIL_BYTES / PIECE_BYTES;

/**
 * A GMAC (NIST SP 800-38D) under a random key. It compares two copies of a file as surely as a second SHA-256 would, in
 * a twentieth of the time.
 */
class Checksum {
	private readonly cipher: CipherGCM;

	constructor(
		private readonly key = randomBytes(32),
		private readonly nonce = randomBytes(12),
	) {
		this.cipher = createCipheriv('aes-256-gcm', key, nonce);
	}

	/** For a copy, to be compared with this one. */
	another(): Checksum {
		return new Checksum(this.key, this.nonce);
	}

	update(chunk: Buffer): void {
		this.cipher.setAAD(chunk);
	}

	/** Ends it. */
	value(): string {
		this.cipher.final();
		return this.cipher.getAuthTag().toString('hex');
	}
}

/** A file on its way into the store: its length, its SHA-256, a checksum and both ends. */
class PassingFile implements FileEnds {
	bytes = 0;

	head = Buffer.alloc(0);

	/** Of a ZIP: how many files with content it lists. */
	entries?: number;

	/** Of the transfer, as opposed to an error of n8n's store. */
	error: unknown;

	readonly check = new Checksum();

	private readonly hash: Hash = createHash('sha256');

	/** The last pieces; together at least the tail. */
	private readonly last: Buffer[] = [];

	constructor(
		private readonly wanted: WantedFile,
		private readonly timeLimit: TimeLimit,
	) {}

	get tail(): Buffer {
		return Buffer.concat(this.last).subarray(-TAIL_BYTES);
	}

	sha256(): string {
		return this.hash.digest('hex');
	}

	/** The file in large pieces. Throws before the store has seen its end, so that a cut or wrong file is never stored. */
	async *inspect(body: Body): AsyncGenerator<Buffer> {
		const { mediaType, maxBytes } = this.wanted;
		let chunks: Buffer[] = [];
		let length = 0;
		for await (const chunk of body as AsyncIterable<Buffer>) {
			this.timeLimit.touch();
			chunks.push(chunk);
			length += chunk.length;
			if (this.bytes + length > maxBytes) throw (this.error = new FileTooLarge());
			if (length < PIECE_BYTES) continue;
			yield this.joined(chunks);
			chunks = [];
			length = 0;
		}
		const rest = this.joined(chunks);
		// Node itself reports a body that is shorter than announced, as ECONNRESET.
		try {
			if (mediaType === 'application/zip') this.entries = checkZip(this);
			else checkPdf(this);
		} catch (error) {
			throw (this.error = error);
		}
		if (rest.length > 0) yield rest;
	}

	/** One piece, and the memory of the chunks is given back. */
	private joined(chunks: Buffer[]): Buffer {
		const piece = Buffer.concat(chunks);
		chunks.forEach(release);
		this.hash.update(piece);
		this.check.update(piece);
		if (this.bytes === 0) this.head = piece.subarray(0, HEAD_BYTES);
		this.bytes += piece.length;
		this.last.push(piece);
		if (this.last.length > TAIL_PIECES) this.last.shift();
		return piece;
	}
}

/** A file of one piece is handed over as a Buffer: a stream would cost n8n more. */
async function contentOf(body: Body, pieces: AsyncGenerator<Buffer>): Promise<Buffer | Body> {
	const first = (await pieces.next()).value as Buffer;
	const second = await pieces.next();
	if (second.done) return first;
	return streamOf(body, concatenated([first, second.value], pieces));
}

async function* concatenated(first: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	yield* first;
	yield* rest;
}

/**
 * A stream that reads only when it is read. `compose` reads ahead, and what fails before the store
 * listens would end n8n itself. n8n's rules forbid to import the class, so the body lends its own.
 */
const streamOf = (body: Body, chunks: AsyncIterable<Buffer>): Body =>
	(body.constructor as unknown as StreamClass).from(chunks, { highWaterMark: 1 });

interface StreamClass {
	/** `highWaterMark`: how many pieces may wait to be read. */
	from(chunks: AsyncIterable<Buffer>, options: { highWaterMark: number }): Body;
}

/** Reads what n8n stored. In memory mode the content is in the item itself; every other mode has an ID. */
async function readStored(
	store: BinaryStore,
	{ id, data }: IBinaryData,
	bytes: number,
	take: (chunk: Buffer) => void,
): Promise<void> {
	if (!id) return take(Buffer.from(data, 'base64'));
	const stream = await store.getBinaryStream(id, Math.min(bytes, PIECE_BYTES));
	for await (const chunk of stream) {
		take(chunk as Buffer);
		// A chunk of another store may belong to it.
		if ('fd' in stream) release(chunk as Buffer);
	}
}

/**
 * Gives the memory of a piece back at once. V8 counts it until its next collection, and while it counts much, it
 * searches n8n's whole heap in steps of some milliseconds, one at each new piece.
 */
function release({ buffer, length }: Buffer): void {
	if (length === buffer.byteLength) (buffer as Releasable).transfer?.(0);
}

/** `transfer` came with ES2024, which Node.js 20 does not have. */
type Releasable = ArrayBufferLike & { transfer?(bytes: number): unknown };

/** Readers look for the two marks of a PDF this far from its ends. */
const SEARCH_WINDOW_BYTES = 1024;

/** Throws if it is no PDF, or a truncated one (ISO 32000). */
export function checkPdf({ head, tail }: Pick<FileEnds, 'head' | 'tail'>): void {
	if (!head.subarray(0, SEARCH_WINDOW_BYTES).toString('latin1').includes('%PDF-')) {
		throw new DamagedFile('it is not a PDF');
	}
	const end = withoutPadding(tail).toString('latin1');
	const mark = end.lastIndexOf('%%EOF');
	const isEnd = mark >= Math.max(0, end.length - SEARCH_WINDOW_BYTES);
	// Objects after the last %%EOF mean that a later revision was cut off.
	const hasObjectsAfterEnd = /\d \d{1,5} obj\b/.test(end.slice(mark));
	// The first part of a file made for fast display ends with a mark, too, and with a table at 0 (annex F).
	const isFirstPart = /startxref\s{1,99}0\s{1,99}$/.test(end.slice(Math.max(0, mark - 40), mark));
	if (!isEnd || hasObjectsAfterEnd || isFirstPart) throw new DamagedFile('its end is missing');
}

/** Some programs fill the end with blanks or zeros. */
function withoutPadding(tail: Buffer): Buffer {
	let end = tail.length;
	while (end > 0 && [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20].includes(tail[end - 1] as number)) end--;
	return tail.subarray(0, end);
}

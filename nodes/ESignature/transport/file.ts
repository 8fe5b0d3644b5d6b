import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { FileType } from '../api';
import { BodyTooLarge, DamagedFile, failureOf, SameFile } from '../errors/failure';
import { printable } from '../errors/printable';
import type { Load } from './files/bytesInFlight';
import {
	Digest,
	FileReader,
	Pieces,
	type FileEnds,
	type Findings,
	type Fingerprint,
	type ListedFile,
} from './files/fileReader';
import { readZip } from './files/zip';
import type { Result } from './wire/attempt';
import { header, type Body, type RawReply } from './wire/body';
import type { TimeLimit } from './wire/time';

interface Expected {
	mediaType: FileType;
	maxBytes: number;
	timeLimit: TimeLimit;
	load?: Load;
}

/** So large a file is no stream yet, which would cost n8n more than the file. */
const AT_ONCE = 512 * 1024;
/**
 * A larger file is written as it comes: Node reads as much from a connection, so that only smaller pieces are joined.
 * What is joined is memory, too, and n8n takes longer to collect it than to write (`npm run bench -- get file300`).
 */
const PIECE = 64 * 1024;
const SMALLEST = 16 * 1024;

const pieceFor = (announced = AT_ONCE): number =>
	announced > AT_ONCE ? PIECE : Math.max(SMALLEST, announced);

const STRUCTURE: Record<FileType, (ends: FileEnds) => Findings | string> = {
	'application/pdf': checkPdf,
	'application/zip': readZip,
};

/** A body on its way into the store. */
class Passing {
	readonly received: FileReader;

	findings: Findings = { warnings: [] };

	/** What ended the transfer, as opposed to what n8n's store raised. */
	raised: unknown;

	constructor(
		private readonly expected: Expected,
		private readonly earlier?: Fingerprint,
	) {
		this.received = new FileReader(earlier);
	}

	/** Raises before the last byte reaches the store, so that a cut or wrong file never becomes one. */
	async *inspect(body: Body, announced?: number): AsyncGenerator<Buffer> {
		const { received, earlier } = this;
		const { timeLimit, maxBytes, mediaType, load } = this.expected;
		const pieces = new Pieces(pieceFor(announced));
		let arrived = 0;
		for await (const chunk of body as AsyncIterable<Buffer>) {
			timeLimit.touch();
			arrived += chunk.length;
			if (arrived > maxBytes) this.end(new BodyTooLarge(`More than ${maxBytes} bytes`));
			load?.arrived(arrived);
			yield* this.passed(pieces.add(chunk));
		}
		yield* this.passed(pieces.rest());
		// Node itself reports a body that is shorter than announced, so that a difference in length means
		// that it was compressed on its way: no reason to mistrust it.
		const findings = STRUCTURE[mediaType](received);
		if (typeof findings === 'string') this.end(new DamagedFile(findings));
		if (earlier && !received.continuesEarlier) this.end(new SameFile());
		this.findings = findings;
	}

	private *passed(pieces: Iterable<Buffer>): Generator<Buffer> {
		for (const piece of pieces) {
			this.received.add(piece);
			yield piece;
		}
	}

	private end(error: Error): never {
		this.raised = error;
		throw error;
	}
}

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
	/** It has the structure of its type from beginning to end; what is in it was not looked at. */
	structureVerified: boolean;
	/** Several copies were compared, and no two in a row were the same; absent otherwise. */
	contentVerified?: false;
	/** Of a ZIP: how many files with content it lists. */
	entries?: number;
	/** What is odd about the file, in sentences; absent if nothing is. */
	warnings?: string[];
}

export interface StoredFile {
	binary: IBinaryData;
	file: FileRecord;
	/** Of a ZIP: the files in it. */
	listed?: ListedFile[];
}

interface WantedFile extends Expected {
	name: string;
	/** A copy that may have been cut: only one that goes on where it ended takes its place. */
	earlier?: StoredFile;
}

/** Stores what arrives and reads it back: what is stored is what was sent. */
export async function keepFile(
	store: BinaryStore,
	reply: RawReply,
	wanted: WantedFile,
): Promise<Result<StoredFile>> {
	const { name, mediaType, earlier, timeLimit, load } = wanted;
	const body = reply.body as Body;
	const announced = declaredLength(reply);
	const passing = new Passing(wanted, earlier?.file);
	// Until the store reads, nobody would hear the connection break: that would end n8n itself.
	body.on('error', (error) => {
		passing.raised ??= error;
	});
	try {
		if (load && announced !== undefined) {
			await timeLimit.except(load.announced(Math.min(announced, wanted.maxBytes)));
		}
		const content = await contentOf(body, passing.inspect(body, announced));
		const binary = await store.prepareBinaryData(content, name, mediaType);
		load?.stored(binary);
		const stored = await readBack(store, binary, passing.received.bytes);
		const sha256 = stored.sha256();
		if (sha256 !== passing.received.sha256()) {
			return { failure: { kind: 'storage', reason: 'the stored file differs from what arrived' } };
		}
		const { warnings, entries, listed } = passing.findings;
		const file: FileRecord = {
			...{ name, mediaType, bytes: stored.bytes, sha256, retrievedAt: new Date().toISOString() },
			lengthVerified: announced === stored.bytes,
			structureVerified: true,
			...(entries !== undefined && { entries }),
			...(warnings.length > 0 && { warnings }),
		};
		return { value: { binary, file, ...(listed && { listed }) } };
	} catch (error) {
		const { raised } = passing;
		// A store that fails before it reads leaves the connection open for ever.
		body.destroy();
		if (earlier && raised instanceof SameFile) return { value: earlier };
		const failure = raised === undefined ? storageFailure(error) : failureOf(raised);
		return { failure };
	}
}

/** A file of one piece as it is, since a stream costs n8n more than so small a file; any other as a stream. */
async function contentOf(body: Body, pieces: AsyncGenerator<Buffer>): Promise<Buffer | Body> {
	const first = await pieces.next();
	const second = await pieces.next();
	if (second.done === true) return first.value ?? Buffer.alloc(0);
	return streamOf(body, behind([first.value as Buffer, second.value], pieces));
}

async function* behind(first: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
	/** Of pieces: so many may wait to be read. */
	from(chunks: AsyncIterable<Buffer>, options: { highWaterMark: number }): Body;
}

/** In memory mode the content is in the item itself; every other mode has an ID. */
async function readBack(store: BinaryStore, binary: IBinaryData, bytes: number): Promise<Digest> {
	const read = new Digest();
	if (!binary.id) read.add(Buffer.from(binary.data, 'base64'));
	else {
		const piece = canRelease ? Math.min(AT_ONCE, Math.max(SMALLEST, bytes)) : pieceFor(bytes);
		const stream = await store.getBinaryStream(binary.id, piece);
		const isOurs = isOnDisk(binary.id, stream);
		for await (const chunk of stream) {
			read.add(chunk as Buffer);
			if (isOurs) release(chunk as Buffer);
		}
	}
	return read;
}

/** The pieces of a file on disk are made for whoever reads it; those of another store may belong to it. */
const isOnDisk = (id: string, stream: object): boolean =>
	id.startsWith('filesystem') && 'fd' in stream;

type Releasable = ArrayBufferLike & { transfer?(bytes: number): unknown };

/** Node.js 20 cannot; there, larger pieces would be up to 139 MiB of memory for 1 GiB, and not 40. */
const canRelease = 'transfer' in ArrayBuffer.prototype;

/**
 * Gives the memory of a piece back at once. V8 counts it until its next collection, and while it counts much, it
 * searches n8n's whole heap in steps of some milliseconds, one at each new piece (`node bench/pieces.mjs`).
 */
function release({ buffer, length }: Buffer): void {
	if (length === buffer.byteLength) (buffer as Releasable).transfer?.(0);
}

function declaredLength(reply: RawReply): number | undefined {
	const value = header(reply, 'content-length') ?? '';
	return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

function storageFailure(error: unknown): { kind: 'storage'; reason: string } {
	const reason = printable(error instanceof Error ? error.message : error);
	return { kind: 'storage', reason: reason || 'no reason was given' };
}

/** As far from its ends as readers look for the two marks of a PDF. */
const REACH = 1024;

/** Enough of the PDF rules (ISO 32000) to tell a whole file from a cut one or from another type. */
export function checkPdf({ head, end, bytes }: FileEnds): Findings | string {
	const start = head.subarray(0, REACH).toString('latin1');
	if (!start.includes('%PDF-')) return 'it is not a PDF';
	const text = end.toString('latin1');
	const mark = text.lastIndexOf('%%EOF');
	if (mark < Math.max(0, text.length - REACH)) return 'its end is missing';
	// Objects after the last %%EOF mean that a later revision was cut off.
	if (/\d \d{1,5} obj\b/.test(text.slice(mark))) return 'its end is missing';

	const table = lastTable(text.slice(0, mark));
	const stated = statedLength(start);
	// The first part of a file made for fast display ends with a mark, too, and with a table at 0.
	if (stated > bytes && table === 0) return 'its end is missing';
	const warnings = [
		...(stated > bytes ? [`It states a length of ${stated} bytes, but has ${bytes}.`] : []),
		...(table >= bytes
			? ['According to the file, its cross-reference table is beyond the end of the file.']
			: []),
	];
	return { warnings };
}

/** Where the file says that its last cross-reference table begins (7.5.5); -1 if it does not say. */
function lastTable(text: string): number {
	const found = /^startxref\s{1,99}(\d{1,15})\s/.exec(text.slice(text.lastIndexOf('startxref')));
	return found ? Number(found[1]) : -1;
}

/** A file made for fast display states its whole length at its start (annex F); 0 for others. */
function statedLength(start: string): number {
	const at = start.indexOf('/Linearized');
	const found = at < 0 ? null : /\/L\s{1,99}(\d{1,15})\b/.exec(start.slice(at));
	return found ? Number(found[1]) : 0;
}

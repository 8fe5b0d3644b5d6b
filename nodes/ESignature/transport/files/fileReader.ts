import { createHash } from 'crypto';

import { printable } from '../../errors/printable';

/** What a structure check needs to see of a file. */
export interface FileEnds {
	bytes: number;
	head: Buffer;
	tail: Buffer;
	/** The last bytes that are neither blank nor zero: any number of those may follow them. */
	end: Buffer;
}

export interface Fingerprint {
	bytes: number;
	sha256: string;
}

const HEAD = 1024;
/** Holds the central directory of a ZIP with several thousand entries. */
const TAIL = 1024 * 1024;
const END = 2048;
const BLANKS = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/** Length and SHA-256 of what passes. */
export class Digest {
	bytes = 0;

	protected readonly hash = createHash('sha256');

	add(chunk: Buffer): void {
		this.hash.update(chunk);
		this.bytes += chunk.length;
	}

	sha256(): string {
		return this.hash.digest('hex');
	}
}

/** Reads a file once, in pieces: length, SHA-256 and both ends. */
export class FileReader extends Digest implements FileEnds {
	head = Buffer.alloc(0);

	end = Buffer.alloc(0);

	/** The last pieces, as they came; together at least the tail. */
	private readonly last: Buffer[] = [];

	private lastBytes = 0;

	private blanks = 0;

	/** SHA-256 of as many bytes as `earlier` has. */
	private beginning?: string;

	/** With an earlier copy of the file, it can tell whether this one goes on where that one ended. */
	constructor(private readonly earlier?: Fingerprint) {
		super();
	}

	override add(chunk: Buffer): void {
		this.noteBeginning(chunk);
		super.add(chunk);
		if (this.head.length < HEAD) {
			this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD - this.head.length)]);
		}
		this.keepEnd(chunk);
		this.last.push(chunk);
		this.lastBytes += chunk.length;
		// Dropped piece by piece: to copy them would cost as much as to hash them.
		while (this.lastBytes - (this.last[0]?.length ?? 0) >= TAIL) {
			this.lastBytes -= this.last.shift()?.length ?? 0;
		}
	}

	get tail(): Buffer {
		return Buffer.concat(this.last).subarray(-TAIL);
	}

	/** The earlier copy is the beginning of this one, so it was cut. */
	get continuesEarlier(): boolean {
		const { earlier } = this;
		return !!earlier && this.bytes > earlier.bytes && this.beginning === earlier.sha256;
	}

	private noteBeginning(chunk: Buffer): void {
		const missing = (this.earlier?.bytes ?? Infinity) - this.bytes;
		if (this.beginning !== undefined || missing > chunk.length) return;
		this.beginning = this.hash.copy().update(chunk.subarray(0, missing)).digest('hex');
	}

	private keepEnd(chunk: Buffer): void {
		let filled = chunk.length;
		while (filled > 0 && BLANKS.has(chunk[filled - 1] as number)) filled--;
		if (filled > 0) {
			const news = chunk.subarray(Math.max(0, filled - END), filled);
			// Which blanks stood between is of no interest, and there may be gigabytes of them.
			const gap = Buffer.alloc(Math.min(this.blanks, END), ' ');
			// A copy, so that the large buffer behind a slice can be freed.
			this.end = Buffer.concat([this.end, gap, news]).subarray(-END);
			this.blanks = 0;
		}
		this.blanks += chunk.length - filled;
	}
}

/** Joins small pieces, which each cost a write of their own; those that are large enough pass as they are. */
export class Pieces {
	private held?: Buffer;

	private filled = 0;

	/** `size`: of a piece; no more than the whole file, where that is known. */
	constructor(private readonly size: number) {}

	/** What is complete with this chunk. */
	*add(chunk: Buffer): Generator<Buffer> {
		if (chunk.length >= this.size) {
			// To fill what is held would be to copy this one, too.
			yield* this.rest();
			yield chunk;
			return;
		}
		this.held ??= Buffer.allocUnsafeSlow(this.size);
		const fits = chunk.copy(this.held, this.filled);
		this.filled += fits;
		if (this.filled < this.size) return;
		yield* this.rest();
		if (fits < chunk.length) yield* this.add(chunk.subarray(fits));
	}

	/** What is held. */
	*rest(): Generator<Buffer> {
		const { held, filled } = this;
		this.held = undefined;
		this.filled = 0;
		if (held && filled > 0) yield held.subarray(0, filled);
	}
}

/** What a look at the structure of a whole file brought to light. */
export interface Findings {
	/** Whole sentences about what is odd, but no reason to lose the file. */
	warnings: string[];
	/** Of a ZIP: how many files with content it lists; neither folders nor empty files. */
	entries?: number;
	/** Of a ZIP: these files, where the list of them could be read. */
	listed?: ListedFile[];
}

export interface ListedFile {
	name: string;
	bytes: number;
	/** Checksum of the content, as the ZIP states it. */
	crc: number;
}

const MOST_NAMES = 3;

/** A few names, as they may be shown. */
export function fewNames(names: string[]): string {
	const shown = names.slice(0, MOST_NAMES).map((name) => `"${printable(name, 80)}"`);
	const others = names.length - shown.length;
	return others > 0 ? `${shown.join(', ')} and ${others} more` : shown.join(', ');
}

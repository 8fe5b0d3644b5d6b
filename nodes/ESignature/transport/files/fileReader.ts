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

/** Reads a file once, in pieces: length, SHA-256 and both ends. */
export class FileReader implements FileEnds {
	bytes = 0;

	head = Buffer.alloc(0);

	end = Buffer.alloc(0);

	private readonly hash = createHash('sha256');

	private last: Buffer[] = [];

	private lastBytes = 0;

	private blanks = 0;

	/** SHA-256 of as many bytes as `earlier` has. */
	private beginning?: string;

	/** With an earlier copy of the file, it can tell whether this one goes on where that one ended. */
	constructor(private readonly earlier?: Fingerprint) {}

	add(chunk: Buffer): void {
		this.digest(chunk);
		this.bytes += chunk.length;
		if (this.head.length < HEAD) {
			this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD - this.head.length)]);
		}
		this.keepEnd(chunk);
		this.last.push(chunk);
		this.lastBytes += chunk.length;
		// Joined rarely: once per megabyte, not once per chunk.
		if (this.lastBytes > 2 * TAIL) this.trim();
	}

	get tail(): Buffer {
		this.trim();
		return this.last[0] ?? Buffer.alloc(0);
	}

	sha256(): string {
		return this.hash.digest('hex');
	}

	/** The earlier copy is the beginning of this one, so it was cut. */
	get continuesEarlier(): boolean {
		const { earlier } = this;
		return !!earlier && this.bytes > earlier.bytes && this.beginning === earlier.sha256;
	}

	private digest(chunk: Buffer): void {
		const missing = (this.earlier?.bytes ?? Infinity) - this.bytes;
		if (this.beginning !== undefined || missing > chunk.length) {
			this.hash.update(chunk);
			return;
		}
		this.hash.update(chunk.subarray(0, missing));
		this.beginning = this.hash.copy().digest('hex');
		this.hash.update(chunk.subarray(missing));
	}

	private keepEnd(chunk: Buffer): void {
		let filled = chunk.length;
		while (filled > 0 && BLANKS.has(chunk[filled - 1] as number)) filled--;
		if (filled > 0) {
			// Which blanks stood between is of no interest, and there may be gigabytes of them.
			const gap = Buffer.alloc(Math.min(this.blanks, END), ' ');
			const news = chunk.subarray(Math.max(0, filled - END), filled);
			this.end = Buffer.concat([this.end, gap, news]).subarray(-END);
			this.blanks = 0;
		}
		this.blanks += chunk.length - filled;
	}

	private trim(): void {
		const joined = Buffer.concat(this.last);
		// A copy, so that the large buffer behind a slice can be freed.
		this.last = [Buffer.from(joined.subarray(-TAIL))];
		this.lastBytes = this.last[0]?.length ?? 0;
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
export function someOf(names: string[]): string {
	const shown = names.slice(0, MOST_NAMES).map((name) => `"${printable(name, 80)}"`);
	const others = names.length - shown.length;
	return others > 0 ? `${shown.join(', ')} and ${others} more` : shown.join(', ');
}

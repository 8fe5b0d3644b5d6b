import { createHash } from 'crypto';

/** What a structure check needs to see of a file. */
export interface FileEnds {
	bytes: number;
	head: Buffer;
	tail: Buffer;
}

const HEAD = 1024;
/** Holds the central directory of a ZIP with several thousand entries. */
const TAIL = 1024 * 1024;

/** Reads a file once, in pieces: length, SHA-256 and both ends. */
export class FileReader implements FileEnds {
	bytes = 0;

	head = Buffer.alloc(0);

	private readonly hash = createHash('sha256');

	private last: Buffer[] = [];

	private lastBytes = 0;

	add(chunk: Buffer): void {
		this.bytes += chunk.length;
		this.hash.update(chunk);
		if (this.head.length < HEAD) {
			this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD - this.head.length)]);
		}
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

	private trim(): void {
		const joined = Buffer.concat(this.last);
		// A copy, so that the large buffer behind a slice can be freed.
		this.last = [Buffer.from(joined.subarray(-TAIL))];
		this.lastBytes = this.last[0]?.length ?? 0;
	}
}

import type { Budget } from '../limits';

export interface Unpacked {
	bytes: Uint8Array;
	/** False where a part is missing, because it is damaged or packed in a way that nobody here knows. */
	whole: boolean;
}

/** Bytes that grow while a stream is unpacked, up to what the limits allow. */
export class Output {
	bytes: Uint8Array;

	length = 0;

	constructor(
		private readonly budget: Budget,
		expected: number,
	) {
		this.bytes = new Uint8Array(Math.max(64, Math.min(expected, 1 << 20)));
	}

	/** Makes room for this many more bytes. */
	reserve(count: number): void {
		const needed = this.length + count;
		if (needed <= this.bytes.length) return;
		this.budget.check('streamBytes', needed);
		this.budget.checkTime();
		const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
		larger.set(this.bytes.subarray(0, this.length));
		this.bytes = larger;
	}

	push(byte: number): void {
		if (this.length === this.bytes.length) this.reserve(1);
		this.bytes[this.length] = byte;
		this.length += 1;
	}

	append(bytes: Uint8Array): void {
		this.reserve(bytes.length);
		this.bytes.set(bytes, this.length);
		this.length += bytes.length;
	}

	result(): Uint8Array {
		return this.bytes.subarray(0, this.length);
	}
}

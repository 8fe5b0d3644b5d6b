import { createHmac, timingSafeEqual } from 'crypto';

import type { Target } from './addresses';
import type { Base } from './base';

/** Comparing costs little, but a hostile request can ask for many comparisons. In bytes to be hashed. */
const MOST_WORK = 3 * 1024 * 1024;
/** What a comparison costs however short its text is. */
const EACH = 1024;

/** Looks for the address and the key for which a signature is right, and does not do so without end. */
export class Matching {
	private work = 0;

	constructor(private readonly keys: readonly Buffer[]) {}

	/** Something was left unexamined, so that nothing is proven by finding nothing. */
	get isExhausted(): boolean {
		return this.work > MOST_WORK;
	}

	/** Whether the value is the signature of the text for one of the addresses, with one of the keys. */
	fits(value: Buffer, base: Base, targets: Iterable<Target>): boolean {
		const seen = new Set<string>();
		for (const target of targets) {
			if (this.isExhausted) return false;
			const text = base(target);
			this.work += text.length + EACH / 8;
			if (seen.has(text)) continue;
			seen.add(text);
			if (this.keys.some((key) => this.isSigned(value, text, key))) return true;
		}
		return false;
	}

	private isSigned(value: Buffer, text: string, key: Buffer): boolean {
		this.work += text.length + EACH;
		if (this.isExhausted) return false;
		const expected = createHmac('sha256', key).update(text).digest();
		return value.length === expected.length && timingSafeEqual(value, expected);
	}
}

/** Reproducible chance: the same seed gives the same cases on every machine. */
export class Chance {
	constructor(private state: number) {}

	/** From 0 up to, not including, 1 (mulberry32). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	}

	/** From 0 up to, not including, `below`. */
	whole(below: number): number {
		return Math.floor(this.next() * below);
	}

	pick<Value>(values: readonly Value[]): Value {
		return values[this.whole(values.length)] as Value;
	}

	oneIn(times: number): boolean {
		return this.whole(times) === 0;
	}

	text(alphabet: string, longest: number): string {
		let text = '';
		for (let left = this.whole(longest + 1); left > 0; left--) {
			text += alphabet[this.whole(alphabet.length)];
		}
		return text;
	}

	shuffled<Value>(values: readonly Value[]): Value[] {
		return values
			.map((value) => ({ value, at: this.next() }))
			.sort((a, b) => a.at - b.at)
			.map(({ value }) => value);
	}
}

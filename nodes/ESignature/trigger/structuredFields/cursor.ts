/**
 * The text is no structured field, or larger than anything a sender needs. One for all: a stranger decides how
 * often it is thrown, and each new one would cost the time of a stack trace.
 */
export const MALFORMED = new Error('Malformed');

export const SPACE = 0x20;
const TAB = 0x09;

/** Walks through a text once, from its start to its end: no pattern, so nothing to backtrack. */
export class Cursor {
	constructor(
		private readonly text: string,
		private at = 0,
	) {}

	get position(): number {
		return this.at;
	}

	/** The code of the next character; NaN at the end, which is equal to nothing. */
	get next(): number {
		return this.text.charCodeAt(this.at);
	}

	get ended(): boolean {
		return this.at >= this.text.length;
	}

	/** Steps over the character if it is the next one. */
	skip(character: string): boolean {
		const found = this.text[this.at] === character;
		if (found) this.at++;
		return found;
	}

	expect(character: string): void {
		if (!this.skip(character)) throw MALFORMED;
	}

	skipSpaces(): void {
		while (this.next === SPACE) this.at++;
	}

	skipBlanks(): void {
		while (this.next === SPACE || this.next === TAB) this.at++;
	}

	take(): string {
		const character = this.text[this.at];
		if (character === undefined) throw MALFORMED;
		this.at++;
		return character;
	}

	/** The longest run of characters that fit, perhaps none. */
	takeWhile(fits: (code: number) => boolean): string {
		const start = this.at;
		while (this.at < this.text.length && fits(this.next)) this.at++;
		return this.text.slice(start, this.at);
	}
}

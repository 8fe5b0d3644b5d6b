import type { Budget } from '../pdf';
import type { Glyphs, GlyphStyle } from './glyphs';
import { folded, isRightToLeft, UNREAD } from './letters';
import { STEPS } from './limits';

/** The glyphs of a page, by their numbers, with their texts as they are compared. */
export class Letters {
	/** UNREAD for a glyph that cannot be read. */
	readonly texts: string[] = [];

	/** Whether some of them are read from right to left. */
	turned = false;

	private constructor(readonly glyphs: Glyphs) {}

	static async of(glyphs: Glyphs, budget: Budget): Promise<Letters> {
		const letters = new Letters(glyphs);
		const known = new Map<string, string>();
		for (const given of glyphs.texts) {
			const text = given ?? UNREAD;
			// One glyph may stand for a long text.
			budget.step(STEPS.letter * Math.max(1, text.length));
			if (budget.isTired) await budget.rest();
			if (!isPlainLetter(text) && !known.has(text)) budget.step(STEPS.foldedLetter * text.length);
			// Most letters are plain, and need not be looked up.
			letters.texts.push(isPlainLetter(text) ? text : foldedOnce(text, known));
		}
		letters.turned = [...known.values()].some(isRightToLeft);
		return letters;
	}

	get count(): number {
		return this.texts.length;
	}

	text(at: number): string {
		return this.texts[at] as string;
	}

	style(at: number): GlyphStyle {
		return this.glyphs.style(at);
	}

	/** Its distance from the top and from the left, as its line goes. */
	down(at: number): number {
		const { up } = this.style(at);
		return -(this.glyphs.x(at) * up.x + this.glyphs.y(at) * up.y);
	}

	start(at: number): number {
		const { along: to } = this.style(at);
		return this.glyphs.x(at) * to.x + this.glyphs.y(at) * to.y;
	}
}

function isPlainLetter(text: string): boolean {
	const code = text.charCodeAt(0);
	return text.length === 1 && code >= 0x20 && code < 0x7f;
}

function foldedOnce(text: string, known: Map<string, string>): string {
	const found = known.get(text) ?? folded(text);
	known.set(text, found);
	return found;
}

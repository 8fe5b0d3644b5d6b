import type { Budget } from '../pdf';
import type { Glyphs } from './glyphs';
import { isRightToLeft, solid } from './letters';

/** Puts the text in the place of what the glyphs from this one on say, as long as they stand on one line. */
export function replaceText(glyphs: Glyphs, from: number, text: string, budget: Budget): void {
	const said = glyphs.texts.slice(from);
	if (said.length === 0) return;
	// One glyph may stand for a long text.
	for (const one of said) budget.step(one?.length);
	// Blanks are often only gaps between glyphs: the glyphs tell the place of each word, and one for all does not.
	if (solid(said.map((one) => one ?? '\uffff').join('')) === solid(text)) return;
	const { along, up, size } = glyphs.style(from);
	let [first, end] = [from, -Infinity];
	const startOf = (at: number) => glyphs.x(at) * along.x + glyphs.y(at) * along.y;
	for (let at = from; at < glyphs.count; at++) {
		const { along: to } = glyphs.style(at);
		const [right, down] = [glyphs.x(at) - glyphs.x(from), glyphs.y(at) - glyphs.y(from)];
		const isOnLine = Math.abs(right * up.x + down * up.y) < size / 2;
		if (!isOnLine || along.x * to.x + along.y * to.y < 0.99) return;
		if (startOf(at) < startOf(first)) first = at;
		end = Math.max(end, startOf(at) + glyphs.length(at));
	}
	const letters = [...text];
	// Glyphs may stand from right to left, while the text is in the order of reading.
	if (letters.length === said.length && !isRightToLeft(text)) {
		for (const [at, letter] of letters.entries()) glyphs.texts[from + at] = letter;
		return;
	}
	const [style, x, y] = [glyphs.style(from), glyphs.x(first), glyphs.y(first)];
	const length = end - startOf(first);
	glyphs.cut(from);
	glyphs.add(style, text, x, y, length);
}

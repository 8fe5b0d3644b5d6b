import { along } from './geometry';
import { isBlankText, isWithoutBlanks } from './letters';
import type { Letters } from './pageLetters';

/** How the text goes on from one glyph to the next. */
export type Joint = 'together' | 'blank' | 'newLine' | 'apart';

/** In parts of the font size. Kerning stays below the first; justified text does not get close to the last. */
const WORD_GAP = 0.14;

const WORD_GAP_WITHOUT_BLANKS = 0.6;
const COLUMN_GAP = 2;

/** How far glyphs may overlap, and how far a raised letter may stand off its line. */
const OVERLAP = 0.6;

const RAISED = 0.5;

/** The distance of two lines of one text. */
export const LINE_GAP = 2.6;

/**
 * Decides from the places of two glyphs alone, the second of which comes after the first: a gap is a gap, whatever made
 * it. `tracking` is what every gap around has.
 */
export function jointOf(letters: Letters, first: number, second: number, tracking = 0): Joint {
	const { glyphs } = letters;
	const style = letters.style(first);
	const next = letters.style(second);
	if (style !== next && along(style.along, next.along) < 0.99) return 'apart';
	const size = Math.max(style.size, next.size);
	const right = glyphs.x(second) - glyphs.x(first);
	const down = glyphs.y(second) - glyphs.y(first);
	const risen = right * style.up.x + down * style.up.y;
	const forward = right * style.along.x + down * style.along.y;
	if (Math.abs(risen) > RAISED * size) {
		const isBelow = risen < 0 && -risen < LINE_GAP * size;
		return isBelow && forward < glyphs.length(first) ? 'newLine' : 'apart';
	}
	const gap = forward - glyphs.length(first);
	if (gap < -OVERLAP * size) return 'apart';
	const least = Math.min(style.size, next.size);
	if (gap <= WORD_GAP * least + tracking) return 'together';
	if (gap > COLUMN_GAP * size) return 'apart';
	const dense = isWithoutBlanks(letters.text(first)) && isWithoutBlanks(letters.text(second));
	return dense && gap <= WORD_GAP_WITHOUT_BLANKS * least ? 'together' : 'blank';
}

/** How far left of its first line a text may go on: an indent, or a number with a tab behind it. */
const INDENT = 4;

/**
 * The same for each glyph and the one that was drawn before it. Where rows are drawn right across two columns, the next
 * row begins below the left column: it does not go on with what stands in the right one.
 */
export function jointsAsDrawn(letters: Letters): (index: number) => Joint {
	let start = letters.count > 0 ? letters.start(0) : 0;
	return (index) => {
		const joint = jointOf(letters, index - 1, index);
		if (joint === 'together' || joint === 'blank') return joint;
		const next = letters.start(index);
		const size = Math.max(letters.style(index - 1).size, letters.style(index).size);
		const isInColumn = next >= start - INDENT * size;
		start = next;
		return isInColumn ? joint : 'apart';
	};
}

/** More than this is rather a blank than spacing between letters. */
const MAX_TRACKING = 0.5;

/**
 * How each glyph of a line goes on from the one to its left. Where a line has blanks of its own, a gap that is as wide
 * as the gaps beside it is no blank. Twice where it is not certain: `S I G N` may be one word that is set wide, or four.
 */
export function readingsOf(
	letters: Letters,
	{ glyphs, joints }: { glyphs: number[]; joints: Joint[] },
): [usual: Joint[], wide: Joint[]] {
	if (joints.every((joint) => joint === 'together')) return [joints, joints];
	const hasBlanks = glyphs.some((at) => letters.text(at) !== '' && isBlankText(letters.text(at)));
	return [
		hasBlanks ? withTracking(letters, glyphs, joints, MAX_TRACKING) : joints,
		withTracking(letters, glyphs, joints, Infinity),
	];
}

/** With what is there between all letters around, up to so many sizes. It can only bring together what is not. */
function withTracking(letters: Letters, line: number[], plain: Joint[], most: number): Joint[] {
	return plain.map((joint, index) => {
		if (joint === 'together') return joint;
		const [before, at] = [line[index - 1] as number, line[index] as number];
		const tracking = Math.min(trackingAt(letters, line, index), letters.style(at).size * most);
		return jointOf(letters, before, at, tracking);
	});
}

/** How much of the gap before a glyph of a line is there between all letters around. */
function trackingAt(letters: Letters, line: number[], index: number): number {
	// Two beside it, on one side at the ends of the wide-set part.
	const [left, right] = [gapBefore(letters, line, index - 1), gapBefore(letters, line, index + 1)];
	return Math.max(
		Math.min(left, right),
		Math.min(left, gapBefore(letters, line, index - 2)),
		Math.min(right, gapBefore(letters, line, index + 2)),
	);
}

function gapBefore({ glyphs }: Letters, line: number[], index: number): number {
	const [first, second] = [line[index - 1], line[index]];
	if (first === undefined || second === undefined) return 0;
	const step = { x: glyphs.x(second) - glyphs.x(first), y: glyphs.y(second) - glyphs.y(first) };
	return Math.max(0, along(step, glyphs.style(first).along) - glyphs.length(first));
}

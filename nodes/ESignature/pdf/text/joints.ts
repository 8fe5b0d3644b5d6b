import { along, isBlankText, isWithoutBlanks, startOf, type Placed } from './letters';

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
const LINE_GAP = 2.6;

/** Decides from the places of two glyphs, the second of which comes after the first. `tracking` is what each gap has. */
export function jointOf(first: Placed, second: Placed, tracking = 0): Joint {
	const { run, glyph } = first;
	if (run !== second.run && along(run.along, second.run.along) < 0.99) return 'apart';
	const size = Math.max(run.size, second.run.size);
	const [right, down] = [second.glyph.x - glyph.x, second.glyph.y - glyph.y];
	const risen = right * run.up.x + down * run.up.y;
	const forward = right * run.along.x + down * run.along.y;
	if (Math.abs(risen) > RAISED * size) {
		const isBelow = risen < 0 && -risen < LINE_GAP * size;
		return isBelow && forward < glyph.length ? 'newLine' : 'apart';
	}
	const gap = forward - glyph.advance;
	if (gap < -OVERLAP * size) return 'apart';
	const least = Math.min(run.size, second.run.size);
	if (gap <= WORD_GAP * least + tracking) return 'together';
	if (gap > COLUMN_GAP * size) return 'apart';
	const dense = isWithoutBlanks(first.text) && isWithoutBlanks(second.text);
	return dense && gap <= WORD_GAP_WITHOUT_BLANKS * least ? 'together' : 'blank';
}

/** How far left of its first line a text may go on: an indent, or a number with a tab behind it. */
const INDENT = 4;

/**
 * The same for glyphs in the order in which they were drawn. Where rows are drawn right across two columns, the next row
 * begins below the left column: it does not go on with what stands in the right one.
 */
export function jointsAsDrawn(): (first: Placed, second: Placed) => Joint {
	let start: number | undefined;
	return (first, second) => {
		start ??= startOf(first);
		const joint = jointOf(first, second);
		if (joint === 'together' || joint === 'blank') return joint;
		const next = startOf(second);
		const isInColumn = next >= start - INDENT * Math.max(first.run.size, second.run.size);
		start = next;
		return isInColumn ? joint : 'apart';
	};
}

/** More than this is rather a blank than spacing between letters. */
const MOST_TRACKING = 0.5;

/**
 * How each glyph of a line goes on from the one to its left. Where a line has blanks of its own, a gap that is as wide
 * as the gaps beside it is no blank.
 */
export function jointsOf(line: Placed[]): Joint[] {
	const hasBlanks = line.some(({ text }) => text !== '' && isBlankText(text));
	return jointsWith(line, hasBlanks ? trackingOf(line, MOST_TRACKING) : () => 0);
}

/**
 * The same for text that is set as wide as its author liked: `S I G N` may be one word or four. Undefined where that
 * makes no difference.
 */
export function wideJointsOf(line: Placed[], usual: Joint[]): Joint[] | undefined {
	if (usual.every((joint) => joint === 'together')) return undefined;
	const joints = jointsWith(line, trackingOf(line, Infinity));
	return joints.some((joint, index) => joint !== usual[index]) ? joints : undefined;
}

function jointsWith(line: Placed[], tracking: (index: number) => number): Joint[] {
	return line.map((placed, index) => {
		const before = line[index - 1];
		return before ? jointOf(before, placed, tracking(index)) : 'together';
	});
}

/** For each glyph of a line, how much of the gap before it is there between all letters around. */
function trackingOf(line: Placed[], most: number): (index: number) => number {
	const gaps = line.map((second, index) => {
		const first = line[index - 1];
		if (!first) return 0;
		const step = { x: second.glyph.x - first.glyph.x, y: second.glyph.y - first.glyph.y };
		return Math.max(0, along(step, first.run.along) - first.glyph.advance);
	});
	const gap = (index: number): number => gaps[index] ?? 0;
	return (index) => {
		// Two beside it, on one side at the ends of the wide-set part.
		const [left, right] = [gap(index - 1), gap(index + 1)];
		const common = Math.max(
			Math.min(left, right),
			Math.min(left, gap(index - 2)),
			Math.min(right, gap(index + 2)),
		);
		return Math.min(common, (line[index]?.run.size ?? 0) * most);
	};
}

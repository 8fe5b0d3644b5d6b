import type { Point } from '../page/matrix';
import type { Glyph, GlyphRun } from '../page/run';
import { folded, isWithoutBlanks } from './fold';

/** A glyph on its page, with its text as it is compared. */
export interface Placed {
	run: GlyphRun;
	glyph: Glyph;
	/** NOTHING_LIKE_IT for a glyph that cannot be read. */
	text: string;
	/** Its distance from the top and from the left, as its run goes. */
	down: number;
	start: number;
}

/** Stands for a glyph whose letter is not known, and for a place where text does not go on: nobody types it. */
export const NOTHING_LIKE_IT = '\uffff';

export function placedGlyphs(runs: GlyphRun[]): Placed[] {
	const placed: Placed[] = [];
	const known = new Map<string, string>();
	for (const run of runs) {
		for (const glyph of run.glyphs) {
			const given = glyph.text ?? NOTHING_LIKE_IT;
			const text = known.get(given) ?? folded(given);
			known.set(given, text);
			const down = -along(glyph, run.up);
			placed.push({ run, glyph, text, down, start: along(glyph, run.along) });
		}
	}
	return placed;
}

/** The only one in text that is compared. */
export const BLANK = ' ';

export const isBlankText = (text: string): boolean => text === BLANK || text.trim() === '';

export const along = ({ x, y }: Point, direction: Point): number =>
	x * direction.x + y * direction.y;

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
	if (gap < -OVERLAP * size || gap > COLUMN_GAP * size) return 'apart';
	const least = Math.min(run.size, second.run.size);
	if (gap <= WORD_GAP * least + tracking) return 'together';
	const dense = isWithoutBlanks(first.text) && isWithoutBlanks(second.text);
	return dense && gap <= WORD_GAP_WITHOUT_BLANKS * least ? 'together' : 'blank';
}

/** More than this is no spacing between letters. */
const MOST_TRACKING = 0.5;

/**
 * Wide-set text: for each glyph of a line, how much of the gap before it is there between all letters around. Where a
 * line has blanks of its own, a gap that is as wide as the gaps beside it is no blank.
 */
export function trackingOf(line: Placed[]): (index: number) => number {
	if (!line.some(({ text }) => text !== '' && isBlankText(text))) return () => 0;
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
		return Math.min(common, (line[index]?.run.size ?? 0) * MOST_TRACKING);
	};
}

import type { Budget } from '../file/limits';
import { jointOf } from './joints';
import { downOf, isBlankText, startOf, type Placed } from './letters';

/** Glyphs of one line that belong together, sorted along the line. */
export interface Segment {
	glyphs: Placed[];
	/** Distance from the top in the direction of reading, and the extent along the line. */
	down: number;
	start: number;
	end: number;
	size: number;
}

/** All segments by lines, from the top; text in another direction comes after all others. */
export function linesOf(glyphs: Placed[]): Segment[][] {
	const directions = new Map<string, Placed[]>();
	let last: Placed['run'] | undefined;
	let same: Placed[] = [];
	for (const placed of glyphs) {
		if (placed.run !== last) {
			last = placed.run;
			const key = directionOf(last);
			same = directions.get(key) ?? [];
			directions.set(key, same);
		}
		same.push(placed);
	}
	return [...directions.values()].flatMap(linesInDirection);
}

/** The same for all runs that go the same way, by tenths of a degree, and are not mirrored. */
function directionOf({ along: to, up }: Placed['run']): string {
	const angle = Math.round((Math.atan2(to.y, to.x) * 1_800) / Math.PI);
	return `${angle === -1_800 ? 1_800 : angle} ${Math.sign(to.x * up.y - to.y * up.x)}`;
}

/** How far two glyphs of one line may stand apart, in parts of their size. */
const SAME_LINE = 0.2;

function linesInDirection(glyphs: Placed[]): Segment[][] {
	const sorted = [...glyphs].sort((a, b) => downOf(a) - downOf(b));
	const lines: Placed[][] = [];
	for (const placed of sorted) {
		const line = lines.at(-1);
		const first = line?.[0];
		const near = first && downOf(placed) - downOf(first) < SAME_LINE * placed.run.size;
		if (line && near) line.push(placed);
		else lines.push([placed]);
	}
	return lines.map((line) => {
		line.sort((a, b) => startOf(a) - startOf(b));
		return segmentsOf(withoutOverprint(line)).map(measure);
	});
}

function measure(glyphs: Placed[]): Segment {
	const [first, last] = [glyphs[0] as Placed, glyphs.at(-1) as Placed];
	const end = startOf(last) + last.glyph.length;
	return { glyphs, down: downOf(first), start: startOf(first), end, size: first.run.size };
}

/** Bold letters are often the same letters, drawn twice. */
function withoutOverprint(line: Placed[]): Placed[] {
	const kept: Placed[] = [];
	for (const placed of line) {
		const last = kept.length - 1;
		// Written out, since it is done for every letter.
		const isTwin =
			areTwins(kept[last], placed) ||
			areTwins(kept[last - 1], placed) ||
			areTwins(kept[last - 2], placed);
		if (!isTwin) kept.push(placed);
	}
	return kept;
}

const areTwins = (one: Placed | undefined, { glyph, run, text }: Placed): boolean =>
	one?.text === text &&
	Math.abs(one.glyph.x - glyph.x) + Math.abs(one.glyph.y - glyph.y) < 0.12 * run.size;

function segmentsOf(line: Placed[]): Placed[][] {
	const segments: Placed[][] = [];
	for (const placed of line) {
		const segment = segments.at(-1);
		const before = segment?.at(-1);
		if (segment && before && jointOf(before, placed) !== 'apart') segment.push(placed);
		else segments.push([placed]);
	}
	// Blanks alone are no text.
	return segments.filter((segment) => !segment.every(({ text }) => isBlankText(text)));
}

/** How far below the next line of a text may be, in parts of the size. */
const NEXT_LINE = 2.6;
/** How many lines are looked at: between two lines of a text there may be one of another column. */
const LINES_AHEAD = 4;

/** Segments that follow each other, line by line, in one column. */
export function chainsOf(lines: Segment[][], budget: Budget): Segment[][] {
	const taken = new Set<Segment>();
	const chains: Segment[][] = [];
	for (const [row, line] of lines.entries()) {
		for (const segment of line) {
			if (taken.has(segment)) continue;
			const chain = [segment];
			taken.add(segment);
			for (let at = row, last = segment; ; ) {
				const next = nextBelow(last, lines, at, taken, budget);
				if (!next) break;
				chain.push(next.segment);
				taken.add(next.segment);
				[at, last] = [next.row, next.segment];
			}
			chains.push(chain);
		}
	}
	return chains;
}

function nextBelow(
	{ down, start, end, size }: Segment,
	lines: Segment[][],
	row: number,
	taken: Set<Segment>,
	budget: Budget,
): { segment: Segment; row: number } | undefined {
	for (let ahead = 1; ahead <= LINES_AHEAD; ahead++) {
		const line = lines[row + ahead] ?? [];
		for (let at = firstBeyond(line, start); at < line.length; at++) {
			budget.step();
			const segment = line[at] as Segment;
			const near = segment.down - down < NEXT_LINE * Math.max(size, segment.size);
			if (segment.start >= end || segment.down <= down || !near) break;
			if (!taken.has(segment)) return { segment, row: row + ahead };
		}
	}
	return undefined;
}

/** Which segment of a line is the first that ends beyond a place; they are sorted, and there may be thousands. */
function firstBeyond(line: Segment[], place: number): number {
	let [low, high] = [0, line.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((line[middle] as Segment).end > place) high = middle;
		else low = middle + 1;
	}
	return low;
}

import type { Budget } from '../pdf';
import { jointOf, LINE_GAP, type Joint } from './gaps';
import type { GlyphStyle } from './glyphs';
import { isBlankText } from './letters';
import { STEPS } from './limits';
import type { Letters } from './pageLetters';

/** Glyphs of one line that belong together, sorted along the line. */
export interface Segment {
	glyphs: number[];
	/** How each goes on from the one before it, going by their places alone; `together` for the first. */
	joints: Joint[];
	/** Distance from the top in the direction of reading, and the extent along the line. */
	down: number;
	start: number;
	end: number;
	size: number;
}

/** All segments by lines, from the top; text in another direction comes after all others. */
export async function linesOf(letters: Letters, budget: Budget): Promise<Segment[][]> {
	const directions = new Map<string, number[]>();
	const [downs, starts] = [new Float64Array(letters.count), new Float64Array(letters.count)];
	let last: GlyphStyle | undefined;
	let same: number[] = [];
	for (let at = 0; at < letters.count; at++) {
		budget.step();
		if (budget.isTired) await budget.rest();
		downs[at] = letters.down(at);
		starts[at] = letters.start(at);
		const style = letters.style(at);
		if (style !== last) {
			last = style;
			const key = directionOf(style);
			same = directions.get(key) ?? [];
			directions.set(key, same);
		}
		same.push(at);
	}
	const lines: Segment[][] = [];
	for (const glyphs of directions.values()) {
		if (budget.isTired) await budget.rest();
		// Sorted in one piece: more letters than any page has are too many.
		budget.step(glyphs.length);
		for (const line of linesInDirection(letters, sortedBy(downs, glyphs), downs)) {
			if (budget.isTired) await budget.rest();
			budget.step(line.length * STEPS.letter);
			lines.push(segmentsOf(letters, withoutOverprint(letters, sortedBy(starts, line))));
		}
	}
	return lines;
}

/** The same for all glyphs that go the same way, by tenths of a degree, and are not mirrored. */
function directionOf({ along: to, up }: GlyphStyle): string {
	const angle = Math.round((Math.atan2(to.y, to.x) * 1_800) / Math.PI);
	return `${angle === -1_800 ? 1_800 : angle} ${Math.sign(to.x * up.y - to.y * up.x)}`;
}

const sortedBy = (values: Float64Array, glyphs: number[]): number[] =>
	glyphs.sort((one, other) => (values[one] as number) - (values[other] as number));

/** How far two glyphs of one line may stand apart, in parts of their size. */
const SAME_LINE = 0.2;

function linesInDirection(letters: Letters, sorted: number[], downs: Float64Array): number[][] {
	const lines: number[][] = [];
	let line: number[] = [];
	let top = NaN;
	for (const at of sorted) {
		const down = downs[at] as number;
		if (!(down - top < SAME_LINE * letters.style(at).size)) {
			line = [];
			lines.push(line);
			top = down;
		}
		line.push(at);
	}
	return lines;
}

/** Bold letters are often the same letters, drawn twice. */
function withoutOverprint(letters: Letters, line: number[]): number[] {
	const kept: number[] = [];
	for (const at of line) {
		const last = kept.length - 1;
		// Without helpers, since this runs for every letter.
		const isTwin =
			areTwins(letters, kept[last], at) ||
			areTwins(letters, kept[last - 1], at) ||
			areTwins(letters, kept[last - 2], at);
		if (!isTwin) kept.push(at);
	}
	return kept;
}

function areTwins(letters: Letters, one: number | undefined, other: number): boolean {
	if (one === undefined || letters.text(one) !== letters.text(other)) return false;
	const { glyphs } = letters;
	const [across, down] = [glyphs.x(one) - glyphs.x(other), glyphs.y(one) - glyphs.y(other)];
	return Math.abs(across) + Math.abs(down) < 0.12 * letters.style(other).size;
}

function segmentsOf(letters: Letters, line: number[]): Segment[] {
	const parts: Array<Pick<Segment, 'glyphs' | 'joints'>> = [];
	let before: number | undefined;
	for (const at of line) {
		const joint = before === undefined ? 'apart' : jointOf(letters, before, at);
		const part = parts.at(-1);
		if (part && joint !== 'apart') {
			part.glyphs.push(at);
			part.joints.push(joint);
		} else parts.push({ glyphs: [at], joints: ['together'] });
		before = at;
	}
	// Blanks alone are no text.
	return parts
		.filter(({ glyphs }) => glyphs.some((at) => !isBlankText(letters.text(at))))
		.map(({ glyphs, joints }) => {
			const [first, last] = [glyphs[0] as number, glyphs.at(-1) as number];
			return {
				glyphs,
				joints,
				down: letters.down(first),
				start: letters.start(first),
				end: letters.start(last) + letters.glyphs.length(last),
				size: letters.style(first).size,
			};
		});
}

/** A line without its gaps. */
export function acrossAll(letters: Letters, line: Segment[]): Segment {
	const glyphs = line.flatMap((segment) => segment.glyphs);
	const joints = line.flatMap((segment, index) => {
		const last = line[index - 1]?.glyphs.at(-1);
		const joint =
			last === undefined ? 'together' : jointOf(letters, last, segment.glyphs[0] as number);
		return [joint, ...segment.joints.slice(1)];
	});
	return { ...(line[0] as Segment), glyphs, joints };
}

/** How many lines are looked at: between two lines of a text there may be one of another column. */
const LINES_AHEAD = 4;

/** Segments that follow each other, line by line, in one column. */
export async function chainsOf(lines: Segment[][], budget: Budget): Promise<Segment[][]> {
	const taken = new Set<Segment>();
	const chains: Segment[][] = [];
	for (const [row, line] of lines.entries()) {
		for (const segment of line) {
			if (budget.isTired) await budget.rest();
			if (taken.has(segment)) continue;
			const chain = [segment];
			taken.add(segment);
			for (let at = row, last = segment; ;) {
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
			const near = segment.down - down < LINE_GAP * Math.max(size, segment.size);
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

import type { PdfPage } from '../page/document';
import {
	BLANK,
	inReadingOrder,
	isBlankText,
	isRightToLeft,
	isWithoutBlanks,
	jointOf,
	NOTHING_LIKE_IT,
	placedGlyphs,
	trackingOf,
	type Joint,
	type Placed,
} from './letters';

/** Text in the order in which it is read, and where each of its letters is. */
export interface Flow {
	text: string;
	/** One per unit of `text`; undefined for blanks and breaks that no glyph stands for. */
	glyphs: Array<Placed | undefined>;
	/** Which letter of its glyph each of them is: a ligature has several. */
	offsets: number[];
}

/** Puts a flow together, with single blanks. */
class FlowBuilder {
	private readonly texts: string[] = [];

	private readonly glyphs: Array<Placed | undefined> = [];

	private readonly offsets: number[] = [];

	private last = NOTHING_LIKE_IT;

	add(placed: Placed): void {
		const { text } = placed;
		for (let at = 0; at < text.length; at++) {
			const letter = text[at] as string;
			if (letter === BLANK) this.separate(BLANK, placed, at);
			else this.push(letter, placed, at);
		}
	}

	/** What stands between two glyphs, going by their places. */
	join(joint: Joint, before: Placed, after: Placed): void {
		if (joint === 'together') return;
		if (joint === 'apart') this.separate(NOTHING_LIKE_IT);
		else if (joint === 'blank') this.separate(BLANK);
		else if (!(isWithoutBlanks(before.text) && isWithoutBlanks(after.text))) this.separate(BLANK);
	}

	addAll(line: Placed[], joints: (first: Placed, second: Placed, index: number) => Joint): void {
		for (const [index, placed] of line.entries()) {
			const before = line[index - 1];
			if (before) this.join(joints(before, placed, index), before, placed);
			this.add(placed);
		}
	}

	build(): Flow {
		return { text: this.texts.join(''), glyphs: this.glyphs, offsets: this.offsets };
	}

	/** One blank is as good as many, and a break makes a blank before it needless. */
	private separate(sign: string, placed?: Placed, offset = 0): void {
		if (this.last === NOTHING_LIKE_IT || (sign === BLANK && this.last === BLANK)) return;
		this.push(sign, placed, offset);
	}

	private push(text: string, placed: Placed | undefined, offset: number): void {
		this.texts.push(text);
		this.glyphs.push(placed);
		this.offsets.push(offset);
		this.last = text;
	}
}

/** All glyphs in the order in which they were drawn. */
function flowAsDrawn(glyphs: Placed[]): Flow {
	const builder = new FlowBuilder();
	builder.addAll(glyphs, (first, second) => jointOf(first, second));
	return builder.build();
}

const known = new WeakMap<PdfPage, Flow[]>();

/**
 * The text of a page in every order in which it may be meant: as it was drawn, and as it stands on the page. Text that
 * was drawn out of order is found in the second, raised letters and overlapping columns in the first.
 */
export function flowsOf(page: PdfPage): Flow[] {
	const found = known.get(page) ?? readFlows(page);
	known.set(page, found);
	return found;
}

function readFlows(page: PdfPage): Flow[] {
	const glyphs = placedGlyphs(page.runs);
	const turned = glyphs.some(({ text }) => isRightToLeft(text));
	const lines = linesOf(glyphs);
	const asSeen = (paragraph: 'left' | 'right') =>
		chainsOf(lines).map((chain) => flowOf(chain, paragraph));
	if (!turned) return [flowAsDrawn(glyphs), ...asSeen('left')];
	// Letters from right to left are often drawn from left to right: only their places tell the order.
	const others = glyphs.map((placed) =>
		isRightToLeft(placed.text) ? { ...placed, text: NOTHING_LIKE_IT } : placed,
	);
	return [flowAsDrawn(others), ...asSeen('right'), ...asSeen('left')];
}

/** Glyphs of one line that belong together, sorted along the line. */
interface Segment {
	glyphs: Placed[];
	/** Distance from the top in the direction of reading, and the extent along the line. */
	down: number;
	start: number;
	end: number;
	size: number;
}

/** All segments by lines, from the top; text in another direction comes after all others. */
function linesOf(glyphs: Placed[]): Segment[][] {
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
	const sorted = [...glyphs].sort((a, b) => a.down - b.down);
	const lines: Placed[][] = [];
	for (const placed of sorted) {
		const line = lines.at(-1);
		const first = line?.[0];
		const near = first && placed.down - first.down < SAME_LINE * placed.run.size;
		if (line && near) line.push(placed);
		else lines.push([placed]);
	}
	return lines.map((line) => {
		line.sort((a, b) => a.start - b.start);
		return segmentsOf(withoutOverprint(line)).map(measure);
	});
}

function measure(glyphs: Placed[]): Segment {
	const [first, last] = [glyphs[0] as Placed, glyphs.at(-1) as Placed];
	const { down, start, run } = first;
	return { glyphs, down, start, end: last.start + last.glyph.length, size: run.size };
}

/** Bold letters are often the same letters, drawn twice. */
function withoutOverprint(line: Placed[]): Placed[] {
	const kept: Placed[] = [];
	for (const placed of line) {
		const { glyph, run, text } = placed;
		const isTwin = (other: Placed | undefined): boolean =>
			other?.text === text &&
			Math.abs(other.glyph.x - glyph.x) + Math.abs(other.glyph.y - glyph.y) < 0.12 * run.size;
		if (![-1, -2, -3].some((back) => isTwin(kept.at(back)))) kept.push(placed);
	}
	return kept;
}

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
function chainsOf(lines: Segment[][]): Segment[][] {
	const taken = new Set<Segment>();
	const chains: Segment[][] = [];
	for (const [row, line] of lines.entries()) {
		for (const segment of line) {
			if (taken.has(segment)) continue;
			const chain = [segment];
			taken.add(segment);
			for (let at = row, last = segment; ; ) {
				const next = nextBelow(last, lines, at, taken);
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
): { segment: Segment; row: number } | undefined {
	for (let ahead = 1; ahead <= LINES_AHEAD; ahead++) {
		const line = lines[row + ahead] ?? [];
		for (let at = firstBeyond(line, start); at < line.length; at++) {
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

function flowOf(chain: Segment[], paragraph: 'left' | 'right'): Flow {
	const builder = new FlowBuilder();
	let last: Placed | undefined;
	for (const { glyphs } of chain) {
		const [first] = glyphs as [Placed];
		if (last) builder.join('newLine', last, first);
		last = glyphs.at(-1);
		const joints = jointsOf(glyphs);
		const reading = inReadingOrder(glyphs, paragraph);
		if (reading === glyphs)
			builder.addAll(glyphs, (_one, _other, index) => joints[index] ?? 'apart');
		else builder.addAll(reading, turnedJoints(glyphs, joints));
	}
	return builder.build();
}

/** Where the direction changes, neighbours to read are not neighbours to see: any blank beside them counts. */
function turnedJoints(line: Placed[], joints: Joint[]): (one: Placed, other: Placed) => Joint {
	const order = new Map(line.map((placed, index) => [placed, index]));
	return (one, other) => {
		const [from, to] = [order.get(one) ?? 0, order.get(other) ?? 0];
		if (Math.abs(from - to) === 1) return joints[Math.max(from, to)] ?? 'together';
		const beside = [from, from + 1, to, to + 1].map((index) => joints[index]);
		return beside.includes('blank') ? 'blank' : 'together';
	};
}

/** How each glyph of a line goes on from the one to its left. */
function jointsOf(line: Placed[]): Joint[] {
	const tracking = trackingOf(line);
	return line.map((placed, index) => {
		const before = line[index - 1];
		return before ? jointOf(before, placed, tracking(index)) : 'together';
	});
}

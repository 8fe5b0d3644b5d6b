import type { Glyphs, GlyphStyle, Point } from './glyphs';
import {
	BLANK,
	BREAK,
	folded,
	isBlankText,
	isRightToLeft,
	isWithoutBlanks,
	UNREAD,
} from './letters';
import { Budget } from './limits';
import { fromCodes } from './objects';

/** What putting one letter in order takes, compared with reading a word of the file. */
const STEPS_PER_LETTER = 2;

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
			budget.step(STEPS_PER_LETTER * Math.max(1, text.length));
			if (budget.isTired) await budget.rest();
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

export const along = ({ x, y }: Point, direction: Point): number =>
	x * direction.x + y * direction.y;

/** How the text goes on from one glyph to the next. */
type Joint = 'together' | 'blank' | 'newLine' | 'apart';

/** In parts of the font size. Kerning stays below the first; justified text does not get close to the last. */
const WORD_GAP = 0.14;
const WORD_GAP_WITHOUT_BLANKS = 0.6;
const COLUMN_GAP = 2;
/** How far glyphs may overlap, and how far a raised letter may stand off its line. */
const OVERLAP = 0.6;
const RAISED = 0.5;
/** The distance of two lines of one text. */
const LINE_GAP = 2.6;

/**
 * Decides from the places of two glyphs alone, the second of which comes after the first: a gap is a gap, whatever made
 * it. `tracking` is what every gap around has.
 */
function jointOf(letters: Letters, first: number, second: number, tracking = 0): Joint {
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
function jointsAsDrawn(letters: Letters): (index: number) => Joint {
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

/** Glyphs of one line that belong together, sorted along the line. */
interface Segment {
	glyphs: number[];
	/** How each goes on from the one before it, going by their places alone; `together` for the first. */
	joints: Joint[];
	/** Distance from the top in the direction of reading, and the extent along the line. */
	down: number;
	start: number;
	end: number;
	size: number;
}

/** More than this is rather a blank than spacing between letters. */
const MOST_TRACKING = 0.5;

/**
 * How each glyph of a line goes on from the one to its left. Where a line has blanks of its own, a gap that is as wide
 * as the gaps beside it is no blank. Twice where it is not certain: `S I G N` may be one word that is set wide, or four.
 */
function readingsOf(
	letters: Letters,
	{ glyphs, joints }: Segment,
): [usual: Joint[], wide: Joint[]] {
	if (joints.every((joint) => joint === 'together')) return [joints, joints];
	const hasBlanks = glyphs.some((at) => letters.text(at) !== '' && isBlankText(letters.text(at)));
	return [
		hasBlanks ? withTracking(letters, glyphs, joints, MOST_TRACKING) : joints,
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

/** All segments by lines, from the top; text in another direction comes after all others. */
async function linesOf(letters: Letters, budget: Budget): Promise<Segment[][]> {
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
		for (const line of linesInDirection(letters, sortedBy(downs, glyphs), downs)) {
			if (budget.isTired) await budget.rest();
			budget.step(line.length * STEPS_PER_LETTER);
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
function acrossAll(letters: Letters, line: Segment[]): Segment {
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
async function chainsOf(lines: Segment[][], budget: Budget): Promise<Segment[][]> {
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

/** Text in the order in which it is read, and where each of its letters is. */
export interface Flow {
	text: string;
	/** The glyphs of the page, and the number of one per unit of `text`; -1 for blanks and breaks without a glyph. */
	letters: Letters;
	glyphs: Int32Array;
	/** Which letter of its glyph it is, for those that are not the first: a ligature has several. */
	offsets: Map<number, number>;
	/** Read as a paragraph from right to left: brackets may be named by their look. */
	turned?: boolean;
}

const NO_GLYPH = -1;

/** The number of the glyph that a letter is of; undefined where there is none. */
export function glyphAt({ glyphs }: Flow, at: number): number | undefined {
	const glyph = glyphs[at];
	return glyph === NO_GLYPH ? undefined : glyph;
}

const BLANK_CODE = BLANK.charCodeAt(0);
const BREAK_CODE = BREAK.charCodeAt(0);

/** Puts a flow together, with single blanks. */
class FlowBuilder {
	/** Of UTF-16. */
	private readonly codes: number[] = [];

	private readonly glyphs: number[] = [];

	private readonly offsets = new Map<number, number>();

	private last = BREAK_CODE;

	constructor(private readonly letters: Letters) {}

	add(glyph: number, text = this.letters.text(glyph)): void {
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (code === BLANK_CODE) this.separate(BLANK_CODE, glyph, at);
			else this.push(code, glyph, at);
		}
	}

	/** What stands between two glyphs, going by their places. */
	join(joint: Joint, before: number, after: number): void {
		if (joint === 'together') return;
		if (joint === 'apart') this.separate(BREAK_CODE);
		else if (joint === 'blank') this.separate(BLANK_CODE);
		else if (!(this.isDense(before) && this.isDense(after))) this.separate(BLANK_CODE);
	}

	addAll(line: number[], joints: (first: number, second: number, index: number) => Joint): void {
		let before: number | undefined;
		for (let index = 0; index < line.length; index++) {
			const glyph = line[index] as number;
			if (before !== undefined) this.join(joints(before, glyph, index), before, glyph);
			this.add(glyph);
			before = glyph;
		}
	}

	build(): Flow {
		const { letters, offsets } = this;
		return { text: fromCodes(this.codes), letters, glyphs: new Int32Array(this.glyphs), offsets };
	}

	private isDense(glyph: number): boolean {
		return isWithoutBlanks(this.letters.text(glyph));
	}

	/** One blank is as good as many, and a break makes a blank before it needless. */
	private separate(code: number, glyph = NO_GLYPH, offset = 0): void {
		if (this.last === BREAK_CODE || (code === BLANK_CODE && this.last === BLANK_CODE)) return;
		this.push(code, glyph, offset);
	}

	private push(code: number, glyph: number, offset: number): void {
		if (offset > 0) this.offsets.set(this.codes.length, offset);
		this.codes.push(code);
		this.glyphs.push(glyph);
		this.last = code;
	}
}

/** All glyphs in the order in which they were drawn. */
async function flowAsDrawn(letters: Letters, budget: Budget): Promise<Flow> {
	const builder = new FlowBuilder(letters);
	const joints = jointsAsDrawn(letters);
	for (let at = 0; at < letters.count; at++) {
		budget.step(letters.text(at).length);
		if (budget.isTired) await budget.rest();
		if (at > 0) builder.join(joints(at), at - 1, at);
		const text = letters.text(at);
		// Letters from right to left are often drawn from left to right: only their places tell the order.
		builder.add(at, letters.turned && isRightToLeft(text) ? BREAK : text);
	}
	return builder.build();
}

/** Whether glyphs that cannot be read are parts of words; one that stands alone is a bullet or a tick. */
export async function hasUnreadWords(glyphs: Glyphs, budget: Budget): Promise<boolean> {
	budget.skim(glyphs.count);
	if (!glyphs.texts.includes(undefined)) return false;
	const { text } = await flowAsDrawn(await Letters.of(glyphs, budget), budget);
	return /[\p{L}\p{N}]\ufffe|\ufffe[\p{L}\p{N}]|\ufffe{3}/u.test(text);
}

/** The text of a page, in every order in which it may be meant. */
interface PageFlows {
	/**
	 * As it was drawn, and as it stands on the page, column by column. Text that was drawn out of order is found in
	 * the second, raised letters and overlapping columns in the first.
	 */
	columns: Flow[];
	/** Lines right across the page, as far as they have gaps that are wider than between words. */
	rows: Flow[];
}

export async function readFlows(glyphs: Glyphs, budget: Budget): Promise<PageFlows> {
	const letters = await Letters.of(glyphs, budget);
	const lines = await linesOf(letters, budget);
	const chains = await chainsOf(lines, budget);
	const rows = lines.flatMap((line) => (line.length > 1 ? [[acrossAll(letters, line)]] : []));
	const directions: Paragraph[] = letters.turned ? ['right', 'left'] : ['plain'];
	const read = async (all: Segment[][]): Promise<Flow[]> => {
		const flows: Flow[] = [];
		for (const paragraph of directions) {
			for (const chain of all) {
				await budget.rest();
				for (const { glyphs: own } of chain) budget.step(own.length * STEPS_PER_LETTER);
				flows.push(...flowsAlong(letters, chain, paragraph));
			}
		}
		return flows;
	};
	return {
		columns: [await flowAsDrawn(letters, budget), ...(await read(chains))],
		rows: await read(rows),
	};
}

/** In which direction its lines go; plain where no letter of the page goes from right to left. */
type Paragraph = 'plain' | 'left' | 'right';

/** Lines that follow each other; twice where it is not certain whether letters are words of their own. */
function flowsAlong(letters: Letters, chain: Segment[], paragraph: Paragraph): Flow[] {
	const readings = chain.map((segment) => readingsOf(letters, segment));
	const usual = readings.map(([joints]) => joints);
	const isSame = readings.every(([one, other]) => one.every((joint, at) => joint === other[at]));
	const flow = flowOf(letters, chain, usual, paragraph);
	if (isSame) return [flow];
	const wide = readings.map(([, joints]) => joints);
	return [flow, flowOf(letters, chain, wide, paragraph)];
}

function flowOf(letters: Letters, chain: Segment[], joints: Joint[][], paragraph: Paragraph): Flow {
	const builder = new FlowBuilder(letters);
	let last: number | undefined;
	let turned = false;
	for (const [row, { glyphs }] of chain.entries()) {
		if (last !== undefined) builder.join('newLine', last, glyphs[0] as number);
		last = glyphs.at(-1);
		// Within a line, what is apart is a blank: where that is not wanted, the line was cut there.
		const own = (joints[row] as Joint[]).map((joint) => (joint === 'apart' ? 'blank' : joint));
		const reading = paragraph === 'plain' ? glyphs : inReadingOrder(letters, glyphs, paragraph);
		if (reading === glyphs) builder.addAll(glyphs, (_one, _other, index) => own[index] as Joint);
		else {
			turned ||= paragraph === 'right';
			builder.addAll(reading, turnedJoints(glyphs, own));
		}
	}
	return { ...builder.build(), ...(turned && { turned }) };
}

/** Where the direction changes, neighbors to read are not neighbors to see: any blank beside them counts. */
function turnedJoints(line: number[], joints: Joint[]): (one: number, other: number) => Joint {
	const order = new Map(line.map((glyph, index) => [glyph, index]));
	return (one, other) => {
		const [from, to] = [order.get(one) ?? 0, order.get(other) ?? 0];
		if (Math.abs(from - to) === 1) return joints[Math.max(from, to)] ?? 'together';
		const beside = [from, from + 1, to, to + 1].map((index) => joints[index]);
		return beside.includes('blank') ? 'blank' : 'together';
	};
}

type Kind = 'right' | 'left' | 'digit' | 'separator' | 'neutral';

/** Square brackets have no direction. Around a tag in a paragraph from right to left, they take that of the paragraph. */
function kindOf(text: string, paragraph: 'left' | 'right'): Kind {
	if (isRightToLeft(text) || (paragraph === 'right' && /^[[\]]/.test(text))) return 'right';
	if (/^[\p{Nd}]/u.test(text)) return 'digit';
	if (/^[.,:/-]$/.test(text)) return 'separator';
	return /^\p{L}/u.test(text) ? 'left' : 'neutral';
}

/**
 * Puts glyphs that are sorted from left to right into the order in which they are read: the bidirectional algorithm
 * (Unicode UAX #9) backwards. What the paragraph as a whole is written in is not known, so callers try both.
 */
function inReadingOrder(letters: Letters, line: number[], paragraph: 'left' | 'right'): number[] {
	const kinds = line.map((glyph) => kindOf(letters.text(glyph), paragraph));
	if (!kinds.includes('right')) return line;
	return paragraph === 'right'
		? backwards(line, kinds, 0, line.length, true)
		: partsBackwards(line, kinds);
}

/** Within text from left to right: every part that begins and ends with letters from right to left is turned. */
function partsBackwards(line: number[], kinds: Kind[]): number[] {
	const result: number[] = [];
	for (let at = 0; at < line.length;) {
		const end = kinds[at] === 'right' ? endOfPart(kinds, at, 'right', 'left') : at + 1;
		result.push(...backwards(line, kinds, at, end, false));
		at = end;
	}
	return result;
}

/** Behind the last `kind` that comes before the next `other`. */
function endOfPart(kinds: Kind[], start: number, kind: Kind, other: Kind): number {
	let end = start + 1;
	for (let at = start; at < kinds.length && kinds[at] !== other; at++) {
		if (kinds[at] === kind || (kind === 'left' && kinds[at] === 'digit')) end = at + 1;
	}
	return end;
}

/** From right to left, but for numbers, and for words from left to right if there are any. */
function backwards(
	line: number[],
	kinds: Kind[],
	start: number,
	end: number,
	words: boolean,
): number[] {
	const parts: number[][] = [];
	for (let at = start; at < end;) {
		let next = at + 1;
		if (words && kinds[at] === 'left') next = endOfPart(kinds, at, 'left', 'right');
		else if (kinds[at] === 'digit') next = endOfNumber(kinds, at);
		parts.push(line.slice(at, Math.min(next, end)));
		at = next;
	}
	return parts.reverse().flat();
}

/** `12.345,67` is one number. */
function endOfNumber(kinds: Kind[], start: number): number {
	let end = start + 1;
	for (let at = end; at < kinds.length; at++) {
		if (kinds[at] === 'digit') end = at + 1;
		else if (at > end || kinds[at] !== 'separator') break;
	}
	return end;
}

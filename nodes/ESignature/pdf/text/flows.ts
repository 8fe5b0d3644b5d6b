import { Budget } from '../file/limits';
import { fromCodes } from '../file/objects';
import type { PdfPage } from '../page/document';
import { jointsAsDrawn, jointsOf, wideJointsOf, type Joint } from './joints';
import { BLANK, isRightToLeft, isWithoutBlanks, Letters, NOTHING_LIKE_IT } from './letters';
import { acrossAll, chainsOf, linesOf, type Segment } from './lines';

/** Text in the order in which it is read, and where each of its letters is. */
export interface Flow {
	text: string;
	/** The glyphs of the page, and the number of one per unit of `text`; NONE for blanks and breaks without a glyph. */
	letters: Letters;
	glyphs: Int32Array;
	/** Which letter of its glyph it is, for those that are not the first: a ligature has several. */
	offsets: Map<number, number>;
	/** Read as a paragraph from right to left: brackets may be named by their look. */
	turned?: boolean;
}

const NONE = -1;

/** The number of the glyph that a letter is of; undefined where there is none. */
export function glyphAt({ glyphs }: Flow, at: number): number | undefined {
	const glyph = glyphs[at];
	return glyph === NONE ? undefined : glyph;
}

/** A letter of a page, the same in every flow; of a glyph that stands for several, each is one of its own. */
export type Letter = number;

/** A glyph stands for fewer letters than this, since no stream is as long. */
const MOST_LETTERS_OF_GLYPH = 2 ** 28;

export function letterAt(flow: Flow, at: number): Letter | undefined {
	const glyph = glyphAt(flow, at);
	return glyph === undefined
		? undefined
		: glyph * MOST_LETTERS_OF_GLYPH + (flow.offsets.get(at) ?? 0);
}

/** Whether the glyph of a letter has begun before it. */
export const isWithinGlyph = (flow: Flow, at: number): boolean =>
	glyphAt(flow, at) !== undefined && flow.glyphs[at] === flow.glyphs[at - 1];

const SPACE = BLANK.charCodeAt(0);
const BREAK = NOTHING_LIKE_IT.charCodeAt(0);

/** Puts a flow together, with single blanks. */
class FlowBuilder {
	/** Of UTF-16. */
	private readonly codes: number[] = [];

	private readonly glyphs: number[] = [];

	private readonly offsets = new Map<number, number>();

	private last = BREAK;

	constructor(private readonly letters: Letters) {}

	add(glyph: number, text = this.letters.text(glyph)): void {
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (code === SPACE) this.separate(SPACE, glyph, at);
			else this.push(code, glyph, at);
		}
	}

	/** What stands between two glyphs, going by their places. */
	join(joint: Joint, before: number, after: number): void {
		if (joint === 'together') return;
		if (joint === 'apart') this.separate(BREAK);
		else if (joint === 'blank') this.separate(SPACE);
		else if (!(this.isDense(before) && this.isDense(after))) this.separate(SPACE);
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
	private separate(code: number, glyph = NONE, offset = 0): void {
		if (this.last === BREAK || (code === SPACE && this.last === SPACE)) return;
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
function flowAsDrawn(letters: Letters): Flow {
	const builder = new FlowBuilder(letters);
	const joints = jointsAsDrawn(letters);
	for (let at = 0; at < letters.count; at++) {
		if (at > 0) builder.join(joints(at), at - 1, at);
		const text = letters.text(at);
		// Letters from right to left are often drawn from left to right: only their places tell the order.
		builder.add(at, letters.turned && isRightToLeft(text) ? NOTHING_LIKE_IT : text);
	}
	return builder.build();
}

/** The text of a page, in every order in which it may be meant. */
export interface PageFlows {
	/**
	 * As it was drawn, and as it stands on the page, column by column. Text that was drawn out of order is found in
	 * the second, raised letters and overlapping columns in the first.
	 */
	columns: Flow[];
	/** Lines right across the page, as far as they have gaps that are wider than between words. */
	rows: Flow[];
}

const known = new WeakMap<PdfPage, PageFlows>();
/** The pages that are known, the oldest first: several texts are looked for in a document, but memory has an end. */
const recent: Array<{ page: WeakRef<PdfPage>; letters: number }> = [];
const MOST_LETTERS = 3_000_000;

export function flowsOf(page: PdfPage, budget = new Budget()): PageFlows {
	const found = known.get(page);
	if (found) return found;
	const read = readFlows(page, budget);
	known.set(page, read);
	const letters = [...read.columns, ...read.rows].reduce((sum, { text }) => sum + text.length, 0);
	recent.push({ page: new WeakRef(page), letters });
	for (let all = recent.reduce((sum, one) => sum + one.letters, 0); all > MOST_LETTERS;) {
		const oldest = recent.shift();
		if (!oldest) break;
		all -= oldest.letters;
		const gone = oldest.page.deref();
		if (gone) known.delete(gone);
	}
	return read;
}

function readFlows(page: PdfPage, budget: Budget): PageFlows {
	const letters = new Letters(page.glyphs);
	// One glyph may stand for a long text.
	const length = letters.texts.reduce((sum, text) => sum + Math.max(1, text.length), 0);
	budget.step(length * STEPS_PER_GLYPH);
	budget.checkTime();
	const lines = linesOf(letters);
	const chains = chainsOf(lines, budget);
	const rows = lines.flatMap((line) => (line.length > 1 ? [[acrossAll(letters, line)]] : []));
	const directions: Paragraph[] = letters.turned ? ['right', 'left'] : ['plain'];
	const read = (all: Segment[][]) =>
		directions.flatMap((paragraph) =>
			all.flatMap((chain) => flowsAlong(letters, chain, paragraph)),
		);
	return { columns: [flowAsDrawn(letters), ...read(chains)], rows: read(rows) };
}

/** In which direction its lines go; plain where no letter of the page goes from right to left. */
type Paragraph = 'plain' | 'left' | 'right';

/** What putting one glyph in order takes, compared with reading a word of the file. */
const STEPS_PER_GLYPH = 4;

/** Lines that follow each other; twice where it is not certain whether letters are words of their own. */
function flowsAlong(letters: Letters, chain: Segment[], paragraph: Paragraph): Flow[] {
	const usual = chain.map((segment) => jointsOf(letters, segment));
	const wide = chain.map((segment, index) => wideJointsOf(letters, segment, usual[index] ?? []));
	const flows = [flowOf(letters, chain, usual, paragraph)];
	if (wide.some((joints) => joints !== undefined)) {
		const joints = wide.map((one, index) => one ?? usual[index] ?? []);
		flows.push(flowOf(letters, chain, joints, paragraph));
	}
	return flows;
}

function flowOf(letters: Letters, chain: Segment[], joints: Joint[][], paragraph: Paragraph): Flow {
	const builder = new FlowBuilder(letters);
	let last: number | undefined;
	let turned = false;
	for (const [row, { glyphs }] of chain.entries()) {
		const [first] = glyphs as [number];
		if (last !== undefined) builder.join('newLine', last, first);
		last = glyphs.at(-1);
		// Within a line, what is apart is a blank: whoever does not want it so has cut the line there.
		const given = joints[row] as Joint[];
		const own = given.includes('apart')
			? given.map((joint) => (joint === 'apart' ? 'blank' : joint))
			: given;
		const reading = paragraph === 'plain' ? glyphs : inReadingOrder(letters, glyphs, paragraph);
		if (reading === glyphs) builder.addAll(glyphs, (_one, _other, index) => own[index] as Joint);
		else {
			turned ||= paragraph === 'right';
			builder.addAll(reading, turnedJoints(glyphs, own));
		}
	}
	return { ...builder.build(), ...(turned && { turned }) };
}

/** Where the direction changes, neighbours to read are not neighbours to see: any blank beside them counts. */
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

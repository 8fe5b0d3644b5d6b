import { Budget } from '../file/limits';
import type { PdfPage } from '../page/document';
import type { Glyph } from '../page/textState';
import { jointsAsDrawn, jointsOf, wideJointsOf, type Joint } from './joints';
import {
	BLANK,
	isRightToLeft,
	isWithoutBlanks,
	NOTHING_LIKE_IT,
	placedGlyphs,
	type Placed,
} from './letters';
import { chainsOf, linesOf, type Segment } from './lines';

/** Text in the order in which it is read, and where each of its letters is. */
export interface Flow {
	text: string;
	/** One per unit of `text`; undefined for blanks and breaks that no glyph stands for. */
	glyphs: Array<Placed | undefined>;
	/** Which letter of its glyph it is, for those that are not the first: a ligature has several. */
	offsets: Map<number, number>;
	/** Read as a paragraph from right to left: brackets may be named by their look. */
	turned?: boolean;
}

/** A letter of a page, the same in every flow; of a glyph that stands for several, each is one of its own. */
export type Letter = Readonly<Record<never, never>>;

const lettersOf = new WeakMap<Glyph, Letter[]>();

export function letterAt({ glyphs, offsets }: Flow, at: number): Letter | undefined {
	const glyph = glyphs[at]?.glyph;
	if (!glyph) return undefined;
	const letters = lettersOf.get(glyph) ?? [];
	lettersOf.set(glyph, letters);
	return (letters[offsets.get(at) ?? 0] ??= {});
}

/** Whether the glyph of a letter has begun before it. */
export const isWithinGlyph = ({ glyphs }: Flow, at: number): boolean =>
	glyphs[at] !== undefined && glyphs[at] === glyphs[at - 1];

/** Puts a flow together, with single blanks. */
class FlowBuilder {
	private readonly texts: string[] = [];

	private readonly glyphs: Array<Placed | undefined> = [];

	private readonly offsets = new Map<number, number>();

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
		if (offset > 0) this.offsets.set(this.texts.length, offset);
		this.texts.push(text);
		this.glyphs.push(placed);
		this.last = text;
	}
}

/** All glyphs in the order in which they were drawn. */
function flowAsDrawn(glyphs: Placed[]): Flow {
	const builder = new FlowBuilder();
	builder.addAll(glyphs, jointsAsDrawn());
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
	for (let all = recent.reduce((sum, one) => sum + one.letters, 0); all > MOST_LETTERS; ) {
		const oldest = recent.shift();
		if (!oldest) break;
		all -= oldest.letters;
		const gone = oldest.page.deref();
		if (gone) known.delete(gone);
	}
	return read;
}

function readFlows(page: PdfPage, budget: Budget): PageFlows {
	const { glyphs, turned } = placedGlyphs(page.runs);
	// One glyph may stand for a long text.
	const letters = glyphs.reduce((sum, { text }) => sum + Math.max(1, text.length), 0);
	budget.step(letters * STEPS_PER_GLYPH);
	budget.checkTime();
	const lines = linesOf(glyphs);
	const chains = chainsOf(lines, budget);
	const rows = lines.flatMap((line) => (line.length > 1 ? [[acrossAll(line)]] : []));
	const directions: Paragraph[] = turned ? ['right', 'left'] : ['plain'];
	const read = (all: Segment[][]) =>
		directions.flatMap((paragraph) => all.flatMap((chain) => flowsAlong(chain, paragraph)));
	// Letters from right to left are often drawn from left to right: only their places tell the order.
	const drawn = turned
		? glyphs.map((placed) =>
				isRightToLeft(placed.text) ? { ...placed, text: NOTHING_LIKE_IT } : placed,
			)
		: glyphs;
	return { columns: [flowAsDrawn(drawn), ...read(chains)], rows: read(rows) };
}

/** In which direction its lines go; plain where no letter of the page goes from right to left. */
type Paragraph = 'plain' | 'left' | 'right';

/** What putting one glyph in order takes, compared with reading a word of the file. */
const STEPS_PER_GLYPH = 4;

const acrossAll = (line: Segment[]): Segment => ({
	...(line[0] as Segment),
	glyphs: line.flatMap(({ glyphs }) => glyphs),
});

/** Lines that follow each other; twice where it is not certain whether letters are words of their own. */
function flowsAlong(chain: Segment[], paragraph: Paragraph): Flow[] {
	const usual = chain.map(({ glyphs }) => jointsOf(glyphs));
	const wide = chain.map(({ glyphs }, index) => wideJointsOf(glyphs, usual[index] ?? []));
	const flows = [flowOf(chain, usual, paragraph)];
	if (wide.some((joints) => joints !== undefined)) {
		const joints = wide.map((one, index) => one ?? usual[index] ?? []);
		flows.push(flowOf(chain, joints, paragraph));
	}
	return flows;
}

function flowOf(chain: Segment[], joints: Joint[][], paragraph: Paragraph): Flow {
	const builder = new FlowBuilder();
	let last: Placed | undefined;
	let turned = false;
	for (const [row, { glyphs }] of chain.entries()) {
		const [first] = glyphs as [Placed];
		if (last) builder.join('newLine', last, first);
		last = glyphs.at(-1);
		// Within a line, what is apart is a blank: whoever does not want it so has cut the line there.
		const given = joints[row] as Joint[];
		const own = given.includes('apart')
			? given.map((joint) => (joint === 'apart' ? 'blank' : joint))
			: given;
		const reading = paragraph === 'plain' ? glyphs : inReadingOrder(glyphs, paragraph);
		if (reading === glyphs) builder.addAll(glyphs, (_one, _other, index) => own[index] as Joint);
		else {
			turned ||= paragraph === 'right';
			builder.addAll(reading, turnedJoints(glyphs, own));
		}
	}
	return { ...builder.build(), ...(turned && { turned }) };
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

type Kind = 'right' | 'left' | 'digit' | 'neutral';

/** Square brackets have no direction. Around a tag in a paragraph from right to left, they take that of the paragraph. */
function kindOf({ text }: Placed, paragraph: 'left' | 'right'): Kind {
	if (isRightToLeft(text) || (paragraph === 'right' && /^[[\]]/.test(text))) return 'right';
	if (/^[\p{Nd}]/u.test(text)) return 'digit';
	return /^\p{L}/u.test(text) ? 'left' : 'neutral';
}

/**
 * Puts glyphs that are sorted from left to right into the order in which they are read: the bidirectional algorithm
 * (Unicode UAX #9) backwards. What the paragraph as a whole is written in is not known, so callers try both.
 */
function inReadingOrder(line: Placed[], paragraph: 'left' | 'right'): Placed[] {
	const kinds = line.map((placed) => kindOf(placed, paragraph));
	if (!kinds.includes('right')) return line;
	return paragraph === 'right'
		? backwards(line, kinds, 0, line.length, true)
		: partsBackwards(line, kinds);
}

/** Within text from left to right: every part that begins and ends with letters from right to left is turned. */
function partsBackwards(line: Placed[], kinds: Kind[]): Placed[] {
	const result: Placed[] = [];
	for (let at = 0; at < line.length; ) {
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
	line: Placed[],
	kinds: Kind[],
	start: number,
	end: number,
	words: boolean,
): Placed[] {
	const parts: Placed[][] = [];
	for (let at = start; at < end; ) {
		let next = at + 1;
		if (words && kinds[at] === 'left') next = endOfPart(kinds, at, 'left', 'right');
		else if (kinds[at] === 'digit') next = endOfNumber(line, kinds, at);
		parts.push(line.slice(at, Math.min(next, end)));
		at = next;
	}
	return parts.reverse().flat();
}

/** `12.345,67` is one number. */
function endOfNumber(line: Placed[], kinds: Kind[], start: number): number {
	let end = start + 1;
	for (let at = end; at < kinds.length; at++) {
		if (kinds[at] === 'digit') end = at + 1;
		else if (at > end || !/^[.,:/-]$/.test(line[at]?.text ?? '')) break;
	}
	return end;
}

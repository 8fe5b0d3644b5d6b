import { fromCodes, type Budget } from '../pdf';
import { inReadingOrder } from './bidi';
import { jointsAsDrawn, readingsOf, type Joint } from './gaps';
import type { Glyphs } from './glyphs';
import { BLANK, BREAK, isRightToLeft, isWithoutBlanks } from './letters';
import { STEPS } from './limits';
import { acrossAll, chainsOf, linesOf, type Segment } from './lines';
import { Letters } from './pageLetters';

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

	/** Adds a blank or a break between two glyphs, going by their places. */
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
				for (const { glyphs: own } of chain) budget.step(own.length * STEPS.letter);
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
		const textOfGlyph = (glyph: number) => letters.text(glyph);
		const reading = paragraph === 'plain' ? glyphs : inReadingOrder(glyphs, textOfGlyph, paragraph);
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

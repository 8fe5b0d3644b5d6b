import { isWithoutBlanks } from './fold';
import { BLANK, jointOf, NOTHING_LIKE_IT, type Joint, type Placed } from './placed';

/** Text in the order in which it is read, and where each of its letters is. */
export interface Flow {
	text: string;
	/** One per unit of `text`; undefined for blanks and breaks that no glyph stands for. */
	glyphs: Array<Placed | undefined>;
	/** Which letter of its glyph each of them is: a ligature has several. */
	offsets: number[];
}

/** Puts a flow together, with single blanks. */
export class FlowBuilder {
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
export function flowAsDrawn(glyphs: Placed[]): Flow {
	const builder = new FlowBuilder();
	builder.addAll(glyphs, (first, second) => jointOf(first, second));
	return builder.build();
}

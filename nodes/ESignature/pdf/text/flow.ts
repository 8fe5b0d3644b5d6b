import { isWithoutBlanks } from './fold';
import { isBlankText, jointOf, NOTHING_LIKE_IT, type Joint, type Placed } from './placed';

/** The part of a glyph that one letter takes: all of it, unless it is a ligature. */
export interface Letter {
	placed: Placed;
	from: number;
	to: number;
}

/** Text in the order in which it is read, and where each of its letters is. */
export interface Flow {
	text: string;
	/** One per unit of `text`; undefined for blanks and breaks that no glyph stands for. */
	letters: Array<Letter | undefined>;
}

/** Puts a flow together, with single blanks. */
export class FlowBuilder {
	private readonly texts: string[] = [];

	private readonly letters: Array<Letter | undefined> = [];

	private last = NOTHING_LIKE_IT;

	add(placed: Placed): void {
		const { text } = placed;
		for (let at = 0; at < text.length; at++) {
			const letter = text[at] as string;
			if (isBlankText(letter)) this.separate(' ', { placed, from: 0, to: 1 });
			else this.push(letter, { placed, from: at / text.length, to: (at + 1) / text.length });
		}
	}

	/** What stands between two glyphs, going by their places. */
	join(joint: Joint, before: Placed, after: Placed): void {
		if (joint === 'apart') this.separate(NOTHING_LIKE_IT);
		else if (joint === 'blank') this.separate(' ');
		else if (joint === 'newLine') {
			const dense = isWithoutBlanks(before.text) && isWithoutBlanks(after.text);
			if (!dense) this.separate(' ');
		}
	}

	addAll(line: Placed[], joints: (first: Placed, second: Placed) => Joint = jointOf): void {
		for (const [index, placed] of line.entries()) {
			const before = line[index - 1];
			if (before) this.join(joints(before, placed), before, placed);
			this.add(placed);
		}
	}

	build(): Flow {
		return { text: this.texts.join(''), letters: this.letters };
	}

	/** One blank is as good as many, and a break makes a blank before it needless. */
	private separate(sign: string, letter?: Letter): void {
		if (this.last === NOTHING_LIKE_IT || (sign === ' ' && this.last === ' ')) return;
		this.push(sign, letter);
	}

	private push(text: string, letter: Letter | undefined): void {
		this.texts.push(text);
		this.letters.push(letter);
		this.last = text;
	}
}

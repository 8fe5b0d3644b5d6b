import { isDict, nameOf, Ref, type Dict, type PdfObject } from '../file/objects';
import type { ObjectStore } from '../file/store';
import type { Glyph, GlyphRun } from './textState';

interface Mark {
	hidden: boolean;
	/** The text that stands for all that is drawn until the mark ends (ISO 32000-1, 14.9.4). */
	actualText?: string;
	/** How many runs there were when it began. */
	start: number;
}

/** The marks that are open (14.6). */
export class MarkedContent {
	private readonly open: Mark[] = [];

	private hiddenMarks = 0;

	private texts = 0;

	get hidden(): boolean {
		return this.hiddenMarks > 0;
	}

	begin(mark: Mark): void {
		this.open.push(mark);
		if (mark.hidden) this.hiddenMarks += 1;
		if (mark.actualText !== undefined) this.texts += 1;
	}

	end(runs: GlyphRun[]): void {
		const mark = this.open.pop();
		if (!mark) return;
		if (mark.hidden) this.hiddenMarks -= 1;
		if (mark.actualText === undefined) return;
		this.texts -= 1;
		// Of nested texts the outer one counts.
		if (this.texts === 0) replaceText(runs, mark.start, mark.actualText);
	}
}

/** Puts the text in the place of what the glyphs say, as long as they stand on one line. */
function replaceText(runs: GlyphRun[], start: number, text: string): void {
	const marked = runs.slice(start);
	const glyphs = marked.flatMap((run) => run.glyphs);
	const [first] = marked;
	if (!first || !marked.every((run) => isOnLine(run, first))) return;
	// Blanks are often only gaps between glyphs: the glyphs tell the place of each word, and one for all does not.
	if (solid(glyphs.map((glyph) => glyph.text ?? UNKNOWN).join('')) === solid(text)) return;
	const letters = [...text];
	if (letters.length === glyphs.length && !RIGHT_TO_LEFT.test(text)) {
		for (const [at, glyph] of glyphs.entries()) glyph.text = letters[at] as string;
		return;
	}
	runs.length = start;
	runs.push({ ...first, glyphs: [spanning(glyphs, first, text)] });
}

/** Without blanks, and with the letters of ligatures and other forms for printing. */
const solid = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');
/** Like no letter. */
const UNKNOWN = '\uffff';

/** Glyphs may stand from right to left, while the text is in the order of reading. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

function isOnLine({ along, up, glyphs: [glyph], size }: GlyphRun, first: GlyphRun): boolean {
	const [start] = first.glyphs;
	if (!glyph || !start || along.x * first.along.x + along.y * first.along.y < 0.99) return false;
	return Math.abs((glyph.x - start.x) * up.x + (glyph.y - start.y) * up.y) < size / 2;
}

/** One glyph that covers all. */
function spanning(glyphs: Glyph[], { along }: GlyphRun, text: string): Glyph {
	const startOf = ({ x, y }: Glyph) => x * along.x + y * along.y;
	const first = glyphs.reduce((least, glyph) => (startOf(glyph) < startOf(least) ? glyph : least));
	const ends = glyphs.map((glyph) => startOf(glyph) + glyph.length);
	const length = ends.reduce((most, end) => Math.max(most, end)) - startOf(first);
	return { text, x: first.x, y: first.y, length, advance: length };
}

/** Layers (ISO 32000-1, 8.11): what a reader does not see when the file is opened is not found, either. */
export class OptionalContent {
	private readonly hidden = new Set<number>();

	constructor(private readonly store: ObjectStore) {
		const properties = store.dict(store.root.get('OCProperties'));
		const usual = store.dict(properties.get('D'));
		const numbersOf = (value: PdfObject | undefined) =>
			store.array(value).flatMap((group) => (group instanceof Ref ? [group.number] : []));
		if (nameOf(store.resolve(usual.get('BaseState'))) === 'OFF') {
			for (const group of numbersOf(properties.get('OCGs'))) this.hidden.add(group);
		}
		for (const group of numbersOf(usual.get('ON'))) this.hidden.delete(group);
		for (const group of numbersOf(usual.get('OFF'))) this.hidden.add(group);
	}

	/** Whether a group, or a set of groups, is hidden. */
	hides(value: PdfObject | undefined): boolean {
		if (this.hidden.size === 0) return false;
		if (value instanceof Ref && this.hidden.has(value.number)) return true;
		const dict = this.store.resolve(value);
		return isDict(dict) && nameOf(dict.get('Type')) === 'OCMD' && this.hidesSet(dict);
	}

	/** A set states a policy over its groups (8.11.2.2). */
	private hidesSet(set: Dict): boolean {
		const expression = this.store.resolve(set.get('VE'));
		// Where there is one, it alone counts.
		if (Array.isArray(expression)) return !this.shows(expression, 0);
		const given = set.get('OCGs');
		const resolved = this.store.resolve(given);
		const groups = (Array.isArray(resolved) ? resolved : [given]).filter(
			(group): group is Ref => group instanceof Ref,
		);
		if (groups.length === 0) return false;
		const isHidden = ({ number }: Ref) => this.hidden.has(number);
		switch (nameOf(this.store.resolve(set.get('P')))) {
			case 'AllOn':
				return groups.some(isHidden);
			case 'AnyOff':
				return !groups.some(isHidden);
			case 'AllOff':
				return !groups.every(isHidden);
			default:
				return groups.every(isHidden);
		}
	}

	/** `[/And a b]`, `[/Or a b]`, `[/Not a]`, one in the other. */
	private shows(value: PdfObject | undefined, depth: number): boolean {
		this.store.budget.check('depth', depth);
		this.store.budget.step();
		const expression = this.store.resolve(value);
		if (!Array.isArray(expression)) return !(value instanceof Ref && this.hidden.has(value.number));
		const [operator, ...operands] = expression;
		const isShown = (one: PdfObject) => this.shows(one, depth + 1);
		switch (nameOf(this.store.resolve(operator))) {
			case 'And':
				return operands.every(isShown);
			case 'Or':
				return operands.some(isShown);
			case 'Not':
				return !operands.some(isShown);
			default:
				return true;
		}
	}
}

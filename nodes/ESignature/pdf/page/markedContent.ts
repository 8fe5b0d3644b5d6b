import { isDict, nameOf, Ref, type Dict, type PdfObject } from '../file/objects';
import type { ObjectStore } from '../file/store';
import { GlyphRun, type DrawnGlyphs, type Glyph, type Glyphs, type GlyphStyle } from './glyphs';

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

	end(drawn: DrawnGlyphs): void {
		const mark = this.open.pop();
		if (!mark) return;
		if (mark.hidden) this.hiddenMarks -= 1;
		if (mark.actualText === undefined) return;
		this.texts -= 1;
		// Of nested texts the outer one counts.
		if (this.texts === 0) replaceText(drawn, mark.start, mark.actualText);
	}
}

/** Puts the text in the place of what the glyphs say, as long as they stand on one line, and it is known where. */
function replaceText({ glyphs: page, runs }: DrawnGlyphs, start: number, text: string): void {
	const marked = runs.slice(start);
	const [first] = marked;
	if (!first || !marked.every((run) => isOnLine(run, first, page))) return;
	const from = first.first;
	if (page.styles.slice(from).some(({ isLost }) => isLost)) return;
	const said = page.texts.slice(from);
	// Blanks are often only gaps between glyphs: the glyphs tell the place of each word, and one for all does not.
	if (solid(said.map((one) => one ?? UNKNOWN).join('')) === solid(text)) return;
	const letters = [...text];
	if (letters.length === said.length && !RIGHT_TO_LEFT.test(text)) {
		for (const [at, letter] of letters.entries()) page.texts[from + at] = letter;
		return;
	}
	const { style } = first;
	const { x, y, length, advance } = spanning(page, from, style);
	page.cut(from);
	page.add(style, text, x, y, length, advance);
	runs.length = start;
	runs.push(new GlyphRun(page, style, from, from + 1));
}

/** Without blanks, and with the letters of ligatures and other forms for printing. */
const solid = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');
/** Like no letter. */
const UNKNOWN = '\uffff';

/** Glyphs may stand from right to left, while the text is in the order of reading. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

function isOnLine(run: GlyphRun, first: GlyphRun, page: Glyphs): boolean {
	const { along, up, size } = run.style;
	if (along.x * first.style.along.x + along.y * first.style.along.y < 0.99) return false;
	const right = page.x(run.first) - page.x(first.first);
	const down = page.y(run.first) - page.y(first.first);
	return Math.abs(right * up.x + down * up.y) < size / 2;
}

/** Where one glyph begins that covers all from this one on, and how long it is. */
function spanning(page: Glyphs, from: number, { along }: GlyphStyle): Omit<Glyph, 'text'> {
	const startOf = (at: number) => page.x(at) * along.x + page.y(at) * along.y;
	let [first, end] = [from, -Infinity];
	for (let at = from; at < page.count; at++) {
		if (startOf(at) < startOf(first)) first = at;
		end = Math.max(end, startOf(at) + page.length(at));
	}
	const length = end - startOf(first);
	return { x: page.x(first), y: page.y(first), length, advance: length };
}

/** Layers (ISO 32000-1, 8.11): what a reader does not see when the file is opened is not found, either. */
export class OptionalContent {
	private readonly hidden = new Set<number>();

	private readonly sets = new WeakMap<Dict, boolean>();

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
		for (const rule of store.array(usual.get('AS'))) this.apply(store.dict(rule));
	}

	/** Groups whose own entry decides whether they are seen on a screen (8.11.4.4). */
	private apply(rule: Dict): void {
		const { store } = this;
		if (nameOf(store.resolve(rule.get('Event'))) !== 'View') return;
		const categories = store.array(rule.get('Category')).map((one) => nameOf(store.resolve(one)));
		store.budget.step(categories.length);
		// The others depend on who looks, in which language and how closely.
		if (!categories.includes('View')) return;
		for (const group of store.array(rule.get('OCGs'))) {
			store.budget.step();
			const view = store.dict(store.dict(store.dict(group).get('Usage')).get('View'));
			const state = nameOf(store.resolve(view.get('ViewState')));
			if (!(group instanceof Ref) || state === undefined) continue;
			if (state === 'OFF') this.hidden.add(group.number);
			else this.hidden.delete(group.number);
		}
	}

	/** Whether a group, or a set of groups, is hidden. */
	hides(value: PdfObject | undefined): boolean {
		if (this.hidden.size === 0) return false;
		if (value instanceof Ref && this.hidden.has(value.number)) return true;
		const dict = this.store.resolve(value);
		if (!isDict(dict) || nameOf(dict.get('Type')) !== 'OCMD') return false;
		// Each mark on a page may name the same set.
		const known = this.sets.get(dict) ?? this.hidesSet(dict);
		this.sets.set(dict, known);
		return known;
	}

	/** A set states a policy over its groups (8.11.2.2). */
	private hidesSet(set: Dict): boolean {
		const expression = this.store.resolve(set.get('VE'));
		// Where there is one, it alone counts.
		if (Array.isArray(expression)) return !this.shows(expression, 0);
		const given = set.get('OCGs');
		const resolved = this.store.resolve(given);
		if (Array.isArray(resolved)) this.store.budget.step(resolved.length);
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
		this.store.budget.step(expression.length);
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

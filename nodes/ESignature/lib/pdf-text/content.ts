import { NO_FONT, type FontLibrary } from './fonts';
import {
	areaOf,
	combined,
	extentOf,
	Glyphs,
	IDENTITY,
	initialState,
	overlapOf,
	TextPosition,
	type Extent,
	type GraphicsState,
	type Matrix,
	type Shown,
} from './glyphs';
import { isRightToLeft, solid } from './letters';
import {
	decodedText,
	isDict,
	isKeyword,
	Keyword,
	Lexer,
	Name,
	nameOf,
	Parser,
	PdfStream,
	Ref,
	skipImageData,
	type Dict,
	type PdfObject,
} from './objects';
import type { ObjectStore } from './store';

/** What all pages of a document share. */
export interface DocumentContext {
	store: ObjectStore;
	fonts: FontLibrary;
	layers: Layers;
}

/** Layers (ISO 32000-1, 8.11): what a reader does not see when the file is opened is not found, either. */
export class Layers {
	private readonly hidden = new Set<number>();

	constructor(private readonly store: ObjectStore) {
		const properties = store.dict(store.root.get('OCProperties'));
		const usual = store.dict(properties.get('D'));
		if (store.name(usual.get('BaseState')) === 'OFF') {
			for (const group of this.groupsIn(properties.get('OCGs'))) this.hidden.add(group);
		}
		for (const group of this.groupsIn(usual.get('ON'))) this.hidden.delete(group);
		for (const group of this.groupsIn(usual.get('OFF'))) this.hidden.add(group);
	}

	/** Whether a layer is hidden, or all layers of a set (8.11.2.2). */
	hides(value: PdfObject | undefined): boolean {
		if (this.hidden.size === 0) return false;
		if (value instanceof Ref && this.hidden.has(value.number)) return true;
		const dict = this.store.resolve(value);
		if (!isDict(dict) || this.store.name(dict.get('Type')) !== 'OCMD') return false;
		const given = dict.get('OCGs');
		const groups = this.groupsIn(
			Array.isArray(this.store.resolve(given)) ? given : [given ?? null],
		);
		if (groups.length === 0) return false;
		return groups.every((group) => this.hidden.has(group));
	}

	private groupsIn(value: PdfObject | undefined): number[] {
		return this.store.array(value).flatMap((group) => (group instanceof Ref ? [group.number] : []));
	}
}

/** What operators take: a number, a text, a name, or a list (tables 57, 87 and 105 to 109). */
const OPERANDS = new Map([
	...['Tc', 'Tw', 'Tz', 'TL', 'Ts'].map((one) => [one, 'n'] as const),
	...['Td', 'TD'].map((one) => [one, 'nn'] as const),
	...['cm', 'Tm'].map((one) => [one, 'nnnnnn'] as const),
	...['Tj', "'"].map((one) => [one, 't'] as const),
	...['Do', 'gs'].map((one) => [one, '/'] as const),
	...[['"', 'nnt'] as const, ['TJ', '['] as const, ['Tf', '/n'] as const],
]);

const CHECKS: Record<string, (value: PdfObject | undefined) => boolean> = {
	n: (value) => Number.isFinite(value),
	t: (value) => typeof value === 'string',
	'/': (value) => value instanceof Name,
	'[': (value) => Array.isArray(value),
};

/**
 * What an operator works on. Of too many operands, all readers take the last ones. Undefined if there are too few, or
 * others than it takes: then the place of the text that follows is not known.
 */
function operandsOf(operator: string, given: PdfObject[]): PdfObject[] | undefined {
	const kinds = OPERANDS.get(operator);
	if (kinds === undefined) return given;
	const more = given.length - kinds.length;
	for (let at = 0; at < kinds.length; at++) {
		if (!CHECKS[kinds[at] as string]?.(given[more + at])) return undefined;
	}
	return more > 0 ? given.slice(more) : given;
}

/** A path that is being drawn (8.5): how far it reaches, and of how many lines and curves it is made. */
class Path {
	lines = 0;

	clips = false;

	private box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];

	add(operator: string, operands: number[]): void {
		if (operator === 're') {
			const [x, y, width, height] = operands as [number, number, number, number];
			this.reach(x, y);
			this.reach(x + width, y + height);
			return;
		}
		if (operator !== 'm') this.lines += 1;
		for (let at = 0; at < operands.length; at += 2) {
			this.reach(operands[at] as number, operands[at + 1] as number);
		}
	}

	/** Undefined where it has no points, or some that are no numbers. */
	extentIn(matrix: Matrix): Extent | undefined {
		return this.box.every(Number.isFinite) ? extentOf(matrix, this.box) : undefined;
	}

	private reach(x: number, y: number): void {
		const { box } = this;
		box[0] = Math.min(box[0], x);
		box[1] = Math.min(box[1], y);
		box[2] = Math.max(box[2], x);
		box[3] = Math.max(box[3], y);
	}
}

/** Content that is marked (14.6), until `EMC`. */
interface Mark {
	hidden: boolean;
	/** The text that stands for all that is drawn until the mark ends (14.9.4). */
	actualText: string | undefined;
	/** How many glyphs there were when it began. */
	start: number;
}

/** No operator takes more than 33 operands (table 60: `scn`); text is in strings and arrays. */
const MOST_OPERANDS = 64;
const MOST_SAVED = 4_096;

/** What commands take, compared with reading a word. */
const STEPS_PER_COMMAND = 8;
const STEPS_PER_FORM = 32;
/** What a glyph takes until its page was read and searched, and the memory for it. */
const STEPS_PER_GLYPH = 2;
const UNITS_PER_GLYPH = 4;

/** Follows the commands of a page (7.8.2) as far as they decide which text is seen where. */
export class ContentReader {
	readonly glyphs = new Glyphs();

	/** Whether a part of the commands could not be unpacked, or makes no sense. */
	damaged = false;

	/** Whether a clip takes away the beginning of a tag. */
	hidesTag = false;

	/**
	 * Which part of the page each image covers, by the numbers of their objects; those that stand among the commands
	 * are all 0.
	 */
	readonly images = new Map<number, number>();

	/** Lines and curves that are drawn. */
	lines = 0;

	private readonly sheet: Extent;

	private state: GraphicsState;

	private readonly position = new TextPosition();

	private path = new Path();

	/** The end of the text that clips have taken away. */
	private clipped = '';

	private marks: Mark[] = [];

	/** The forms that are being drawn, one inside the other. */
	private readonly forms = new Set<PdfStream>();

	constructor(
		private readonly context: DocumentContext,
		{ width, height }: { width: number; height: number },
		private readonly toDisplay: Matrix,
	) {
		this.sheet = { left: 0, top: 0, right: width, bottom: height };
		this.state = initialState(toDisplay, this.sheet);
	}

	async read(content: PdfObject | undefined, resources: Dict): Promise<void> {
		const { store } = this.context;
		const given = store.resolve(content);
		const parts = Array.isArray(given) ? store.array(given) : [given];
		const unpacked: Uint8Array[] = [];
		for (const part of parts) {
			await store.budget.rest();
			const stream = store.resolve(part);
			if (stream instanceof PdfStream) unpacked.push(await this.unpack(stream));
			// A page without content is empty; one whose content is missing is damaged.
			else if (given !== null) this.damaged = true;
		}
		await this.execute(this.joined(unpacked), resources);
	}

	/** Draws a form on top of the page, whatever state its commands have left behind. */
	async drawOver(form: PdfStream, placement: Matrix): Promise<void> {
		this.state = initialState(combined(placement, this.toDisplay), this.sheet);
		this.marks = [];
		await this.drawForm(form, new Map());
	}

	/** Commands may go on in the next stream, but no word does (7.8.2). */
	private joined(parts: Uint8Array[]): Uint8Array {
		if (parts.length === 1) return parts[0] as Uint8Array;
		const length = parts.reduce((sum, part) => sum + part.length + 1, 0);
		// Any number of pages may share one long list of streams.
		this.context.store.budget.unpack(length);
		const bytes = new Uint8Array(length).fill(0x20);
		let at = 0;
		for (const part of parts) {
			bytes.set(part, at);
			at += part.length + 1;
		}
		return bytes;
	}

	private async unpack(stream: PdfStream): Promise<Uint8Array> {
		const { bytes, whole } = await this.context.store.unpack(stream);
		if (!whole) this.damaged = true;
		return bytes;
	}

	private async execute(bytes: Uint8Array, resources: Dict): Promise<void> {
		const { budget } = this.context.store;
		const parser = new Parser(new Lexer(bytes, budget), budget, false);
		const saved: GraphicsState[] = [];
		let operands: PdfObject[] = [];
		for (let next = parser.next(); ; next = parser.next()) {
			// Waiting takes longer than most commands, so only where there is something to wait for.
			if (budget.isTired) await budget.rest();
			if (!(next instanceof Keyword)) {
				if (operands.length === MOST_OPERANDS) operands.shift();
				operands.push(next);
				continue;
			}
			if (next.value === '') break;
			if (next.value === 'q') {
				if (saved.length < MOST_SAVED) saved.push({ ...this.state });
			} else if (next.value === 'Q') this.state = saved.pop() ?? this.state;
			else if (next.value === 'BI') this.passImage(parser);
			else {
				const waiting = this.operate(next.value, operands, resources);
				if (waiting) await waiting;
			}
			operands = [];
		}
		// The command is missing, or a string or an array without an end took in all the others.
		if (operands.length > 0) this.damaged = true;
	}

	private operate(
		operator: string,
		given: PdfObject[],
		resources: Dict,
	): Promise<void> | undefined {
		const operands = operandsOf(operator, given);
		if (!operands) {
			this.damaged = true;
			return undefined;
		}
		const [first, second] = operands as [number, number];
		const { state, position } = this;
		switch (operator) {
			case 'Td':
				position.nextLine(first, second);
				break;
			case 'Tj':
				return this.show(operands);
			case 'TJ':
				return this.show(operands[0] as PdfObject[]);
			case 'cm':
				state.matrix = combined(operands as unknown as Matrix, state.matrix);
				break;
			case 'BT':
				position.set(IDENTITY);
				break;
			case 'Tc':
				state.letterSpacing = first;
				break;
			case 'Tw':
				state.wordSpacing = first;
				break;
			case 'Tz':
				state.stretch = first / 100;
				break;
			case 'TL':
				state.leading = first;
				break;
			case 'Ts':
				state.rise = first;
				break;
			case 'Tf':
				return this.setFont(this.resource(resources, 'Font', operands[0]), second);
			case 'gs':
				return this.setFromDict(this.resource(resources, 'ExtGState', operands[0]));
			case 'TD':
				state.leading = -second;
				position.nextLine(first, second);
				break;
			case 'Tm':
				position.set(operands as unknown as Matrix);
				break;
			case 'T*':
				position.nextLine(0, -state.leading);
				break;
			case "'":
				position.nextLine(0, -state.leading);
				return this.show(operands);
			case '"':
				[state.wordSpacing, state.letterSpacing] = [first, second];
				position.nextLine(0, -state.leading);
				return this.show(operands.slice(2));
			case 'Do':
				return this.drawObject(this.entry(resources, 'XObject', operands[0]), resources);
			case 'BMC':
				this.begin(null, operands.at(-1), resources);
				break;
			case 'BDC':
				this.begin(operands.at(-1) ?? null, operands.at(-2), resources);
				break;
			case 'EMC':
				this.endMark();
				break;
			case 'm':
			case 'l':
			case 'c':
			case 'v':
			case 'y':
			case 're':
				this.path.add(operator, operands as number[]);
				break;
			case 'W':
			case 'W*':
				this.path.clips = true;
				break;
			case 'n':
				this.endPath();
				break;
			case 'f':
			case 'F':
			case 'f*':
			case 'S':
			case 's':
			case 'B':
			case 'B*':
			case 'b':
			case 'b*':
				if (!this.isHidden) this.lines += this.path.lines;
				this.endPath();
		}
		return undefined;
	}

	private endPath(): void {
		const { path, state } = this;
		const extent = path.clips ? path.extentIn(state.matrix) : undefined;
		if (extent) state.clip = overlapOf(extent, state.clip);
		this.path = new Path();
	}

	private show(parts: PdfObject[]): Promise<void> | undefined {
		const { font } = this.state;
		this.context.store.budget.step(STEPS_PER_COMMAND);
		const shown = this.charsIn(parts);
		if (!font.needsFile) {
			this.draw(shown);
			return undefined;
		}
		return font.readFile().then(() => this.draw(this.charsIn(parts)));
	}

	private charsIn(parts: PdfObject[]): Shown {
		const shown: Shown = [];
		for (const part of parts) {
			if (typeof part === 'number') shown.push(part);
			if (typeof part !== 'string') continue;
			// Before they are made, since what is not seen takes its time, too.
			this.context.store.budget.step(part.length);
			shown.push(this.state.font.charsIn(part));
		}
		return shown;
	}

	private draw(shown: Shown): void {
		const { budget } = this.context.store;
		const { glyphs, state } = this;
		const first = glyphs.count;
		this.position.show(shown, state, glyphs);
		if (this.isHidden) glyphs.cut(first);
		this.clipped = this.clipped.slice(-1) + glyphs.cutOutside(first, state.clip, this.sheet);
		if (this.clipped.includes('[[')) this.hidesTag = true;
		budget.keep((glyphs.count - first) * UNITS_PER_GLYPH);
		budget.step((glyphs.count - first) * STEPS_PER_GLYPH);
	}

	private setFont(font: PdfObject, size: number): Promise<void> | undefined {
		this.context.store.budget.step(STEPS_PER_COMMAND);
		const { state } = this;
		state.size = size;
		state.font = NO_FONT;
		if (!isDict(font)) return undefined;
		const known = this.context.fonts.known(font);
		if (known) {
			state.font = known;
			return undefined;
		}
		return this.context.fonts.read(font).then((read) => {
			state.font = read;
		});
	}

	/** A font may come with other settings, too (table 58). */
	private setFromDict(settings: PdfObject): Promise<void> | undefined {
		const { store } = this.context;
		const [font, size] = isDict(settings) ? store.array(settings.get('Font')) : [];
		if (font === undefined) return undefined;
		return this.setFont(store.resolve(font), store.number(size) ?? 0);
	}

	private entry(resources: Dict, kind: string, name: PdfObject | undefined): PdfObject {
		return this.context.store.dict(resources.get(kind)).get(nameOf(name) ?? '') ?? null;
	}

	private resource(resources: Dict, kind: string, name: PdfObject | undefined): PdfObject {
		return this.context.store.resolve(this.entry(resources, kind, name));
	}

	private get isHidden(): boolean {
		return this.marks.at(-1)?.hidden ?? false;
	}

	private begin(properties: PdfObject, tag: PdfObject | undefined, resources: Dict): void {
		const { store, layers } = this.context;
		const given =
			properties instanceof Name ? this.entry(resources, 'Properties', properties) : properties;
		const text = store.resolve(store.dict(given).get('ActualText'));
		const outer = this.marks.at(-1);
		// Any number of marks may name the same long text.
		const length = typeof text === 'string' ? text.length : 0;
		store.budget.step(STEPS_PER_COMMAND + length);
		this.marks.push({
			hidden: this.isHidden || (nameOf(tag) === 'OC' && layers.hides(given)),
			// Of nested texts the outer one counts.
			...(outer?.actualText !== undefined
				? { actualText: outer.actualText, start: outer.start }
				: {
						actualText: typeof text === 'string' ? decodedText(text) : undefined,
						start: this.glyphs.count,
					}),
		});
	}

	private endMark(): void {
		const mark = this.marks.pop();
		if (mark?.actualText === undefined) return;
		if (this.marks.at(-1)?.actualText !== undefined || this.position.isLost) return;
		replaceText(this.glyphs, mark.start, mark.actualText);
	}

	/** An image among the commands, `BI ... ID data EI` (8.9.7). */
	private passImage(parser: Parser): void {
		let next = parser.next();
		while (!(next instanceof Keyword)) next = parser.next();
		if (!isKeyword(next, 'ID')) return;
		if (!skipImageData(parser.lexer, this.context.store.budget)) this.damaged = true;
		this.addImage();
	}

	/** It fills the square of length 1 (8.9.5). */
	private addImage(image?: PdfObject): void {
		if (this.isHidden) return;
		const { matrix, clip } = this.state;
		const seen = overlapOf(extentOf(matrix, [0, 0, 1, 1]), clip);
		const part = areaOf(seen) / areaOf(this.sheet);
		const object = image instanceof Ref ? image.number : 0;
		if (part > 0) this.images.set(object, (this.images.get(object) ?? 0) + part);
	}

	private drawObject(reference: PdfObject, resources: Dict): Promise<void> | undefined {
		const { store, layers } = this.context;
		store.budget.step(STEPS_PER_FORM);
		const object = store.resolve(reference);
		if (!(object instanceof PdfStream) || layers.hides(object.dict.get('OC'))) return undefined;
		const type = store.name(object.dict.get('Subtype'));
		if (type === 'Image') this.addImage(reference);
		return type === 'Form' ? this.drawForm(object, resources) : undefined;
	}

	/** Commands of their own, placed by a matrix (8.10). */
	private async drawForm(form: PdfStream, above: Dict): Promise<void> {
		const { store } = this.context;
		if (this.forms.has(form)) return;
		store.budget.checkDepth(this.forms.size);
		this.forms.add(form);
		const outer = this.state;
		const matrix = matrixIn(form, store);
		this.state = { ...outer, matrix: combined(matrix, outer.matrix) };
		const box = store.numbers(form.dict.get('BBox'), 4);
		if (box) this.state.clip = overlapOf(extentOf(this.state.matrix, box), outer.clip);
		const own = store.resolve(form.dict.get('Resources'));
		await this.execute(await this.unpack(form), isDict(own) ? own : above);
		this.state = outer;
		this.forms.delete(form);
	}
}

const matrixIn = ({ dict }: PdfStream, store: ObjectStore): Matrix =>
	(store.numbers(dict.get('Matrix'), 6) as Matrix | undefined) ?? IDENTITY;

/** Puts the text in the place of what the glyphs from this one on say, as long as they stand on one line. */
function replaceText(glyphs: Glyphs, from: number, text: string): void {
	const said = glyphs.texts.slice(from);
	if (said.length === 0) return;
	// Blanks are often only gaps between glyphs: the glyphs tell the place of each word, and one for all does not.
	if (solid(said.map((one) => one ?? '\uffff').join('')) === solid(text)) return;
	const { along, up, size } = glyphs.style(from);
	let [first, end] = [from, -Infinity];
	const startOf = (at: number) => glyphs.x(at) * along.x + glyphs.y(at) * along.y;
	for (let at = from; at < glyphs.count; at++) {
		const { along: to } = glyphs.style(at);
		const [right, down] = [glyphs.x(at) - glyphs.x(from), glyphs.y(at) - glyphs.y(from)];
		const isOnLine = Math.abs(right * up.x + down * up.y) < size / 2;
		if (!isOnLine || along.x * to.x + along.y * to.y < 0.99) return;
		if (startOf(at) < startOf(first)) first = at;
		end = Math.max(end, startOf(at) + glyphs.length(at));
	}
	const letters = [...text];
	// Glyphs may stand from right to left, while the text is in the order of reading.
	if (letters.length === said.length && !isRightToLeft(text)) {
		for (const [at, letter] of letters.entries()) glyphs.texts[from + at] = letter;
		return;
	}
	const [style, x, y] = [glyphs.style(from), glyphs.x(first), glyphs.y(first)];
	const length = end - startOf(first);
	glyphs.cut(from);
	glyphs.add(style, text, x, y, length);
}

/** What lies on top of a page: text boxes, stamps, and the fields of a form (12.5). */
interface Annotations {
	drawn: Array<{ form: PdfStream; placement: Matrix }>;
	/** Texts of which the file does not say how and where they are shown. */
	unplaced: string[];
}

/** Bits of `F` (table 165): hidden, and not to be seen on a screen. */
const UNSEEN = 0b10_0010;
const MOST_UNPLACED = 1_000;

export async function readAnnotations(
	page: Dict,
	{ store, layers }: DocumentContext,
): Promise<Annotations> {
	const found: Annotations = { drawn: [], unplaced: [] };
	for (const given of store.array(page.get('Annots'))) {
		if (store.budget.isTired) await store.budget.rest();
		const annotation = store.resolve(given);
		if (!isDict(annotation)) continue;
		const kind = store.name(annotation.get('Subtype'));
		const flags = store.number(annotation.get('F')) ?? 0;
		if (kind === 'Popup' || (flags & UNSEEN) !== 0 || layers.hides(annotation.get('OC'))) continue;
		const form = appearanceOf(annotation, store);
		const placement = form && placementOf(form, annotation, store);
		if (placement) found.drawn.push({ form, placement });
		else if (!form && found.unplaced.length < MOST_UNPLACED) {
			const text = textIn(annotation, kind, store);
			if (text !== '') found.unplaced.push(text);
		}
	}
	return found;
}

/** How it usually looks (12.5.5); what has several states, such as a checkbox, says in which one it is. */
function appearanceOf(annotation: Dict, store: ObjectStore): PdfStream | undefined {
	const normal = store.resolve(store.dict(annotation.get('AP')).get('N'));
	const state = isDict(normal)
		? store.resolve(normal.get(store.name(annotation.get('AS')) ?? 'Off'))
		: normal;
	return state instanceof PdfStream ? state : undefined;
}

/** Brings the box of the appearance, turned as it says itself, onto the rectangle of the annotation. */
function placementOf(form: PdfStream, annotation: Dict, store: ObjectStore): Matrix | undefined {
	const target = store.numbers(annotation.get('Rect'), 4);
	const box = store.numbers(form.dict.get('BBox'), 4);
	if (!target || !box) return undefined;
	const from = extentOf(matrixIn(form, store), box);
	const to = extentOf(IDENTITY, target);
	const across = (to.right - to.left) / (from.right - from.left);
	const up = (to.bottom - to.top) / (from.bottom - from.top);
	if (!Number.isFinite(across) || !Number.isFinite(up)) return undefined;
	return [across, 0, 0, up, to.left - from.left * across, to.top - from.top * up];
}

/** How far up a field of a form takes its value from (12.7.3.1). */
const MOST_PARENTS = 16;

function textIn(annotation: Dict, kind: string | undefined, store: ObjectStore): string {
	const decoded = (value: PdfObject): string => {
		if (typeof value !== 'string') return '';
		// Any number of annotations may name the same long text.
		store.budget.step(value.length);
		return decodedText(value).trim();
	};
	if (kind === 'FreeText') return decoded(store.resolve(annotation.get('Contents')));
	let field = annotation;
	for (let level = 0; kind === 'Widget' && level < MOST_PARENTS; level++) {
		const value = store.resolve(field.get('V'));
		if (typeof value === 'string') return decoded(value);
		field = store.dict(field.get('Parent'));
	}
	return '';
}

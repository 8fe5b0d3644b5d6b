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
	type Budget,
	type Dict,
	type ObjectStore,
	type PdfObject,
	type Matrix,
} from '../pdf';
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
	type Shown,
} from './glyphs';
import { isRightToLeft, solid } from './letters';
import type { Layers } from './layers';
import { skipImageData } from './inlineImages';
import { MAX, STEPS, UNITS } from './limits';

/** Shared by all pages of a document. */
export interface DocumentContext {
	store: ObjectStore;
	fonts: FontLibrary;
	layers: Layers;
}

/** The types of the operands: number, text, name or list (tables 57, 87 and 105 to 109). */
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
 * The operands of an operator. If there are too many, all readers take the last ones. Undefined if there are too few, or
 * some of a wrong type: then the place of the text that follows is not known.
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
				if (operands.length === MAX.operands) operands.shift();
				operands.push(next);
				continue;
			}
			if (next.value === '') break;
			if (next.value === 'q') {
				if (saved.length < MAX.savedStates) saved.push({ ...this.state });
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
		this.context.store.budget.step(STEPS.command);
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
		budget.keep((glyphs.count - first) * UNITS.glyph);
		budget.step((glyphs.count - first) * STEPS.glyph);
	}

	private setFont(font: PdfObject, size: number): Promise<void> | undefined {
		this.context.store.budget.step(STEPS.command);
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
		store.budget.step(STEPS.command + length);
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
		replaceText(this.glyphs, mark.start, mark.actualText, this.context.store.budget);
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
		store.budget.step(STEPS.form);
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

export const matrixIn = ({ dict }: PdfStream, store: ObjectStore): Matrix =>
	(store.numbers(dict.get('Matrix'), 6) as Matrix | undefined) ?? IDENTITY;

/** Puts the text in the place of what the glyphs from this one on say, as long as they stand on one line. */
function replaceText(glyphs: Glyphs, from: number, text: string, budget: Budget): void {
	const said = glyphs.texts.slice(from);
	if (said.length === 0) return;
	// One glyph may stand for a long text.
	for (const one of said) budget.step(one?.length);
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

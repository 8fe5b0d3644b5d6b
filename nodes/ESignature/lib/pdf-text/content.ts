import {
	decodedText,
	isDict,
	isKeyword,
	joined,
	Keyword,
	Lexer,
	Name,
	nameOf,
	Parser,
	PdfStream,
	Ref,
	type Dict,
	type ObjectStore,
	type PdfObject,
	type Matrix,
} from '../pdf';
import { replaceText } from './actualText';
import { NO_FONT, type FontLibrary } from './fonts';
import { areaOf, combined, extentOf, IDENTITY, overlapOf, type Extent } from './geometry';
import { Glyphs } from './glyphs';
import { skipImageData } from './inlineImages';
import type { Layers } from './layers';
import { MAX, STEPS, UNITS } from './limits';
import { operandsOf } from './operands';
import { Path } from './path';
import { initialState, TextPosition, type GraphicsState, type Shown } from './textPosition';

/** Between two streams of one page: commands may go on in the next one, but no word does (7.8.2). */
const BLANK = Uint8Array.of(0x20);

/** Shared by all pages of a document. */
export interface DocumentContext {
	store: ObjectStore;
	fonts: FontLibrary;
	layers: Layers;
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
			if (stream instanceof PdfStream) unpacked.push(await this.unpack(stream), BLANK);
			// A page without content is empty; one whose content is missing is damaged.
			else if (given !== null) this.damaged = true;
		}
		await this.execute(await joined(unpacked, store.budget), resources);
	}

	/** Draws a form on top of the page, whatever state its commands have left behind. */
	async drawOver(form: PdfStream, placement: Matrix): Promise<void> {
		this.state = initialState(combined(placement, this.toDisplay), this.sheet);
		this.marks = [];
		await this.drawForm(form, new Map());
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
				this.show(operands);
				break;
			case 'TJ':
				this.show(operands[0] as PdfObject[]);
				break;
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
				this.show(operands);
				break;
			case '"':
				[state.wordSpacing, state.letterSpacing] = [first, second];
				position.nextLine(0, -state.leading);
				this.show(operands.slice(2));
				break;
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

	private show(parts: PdfObject[]): void {
		const { budget } = this.context.store;
		const { glyphs, state } = this;
		const shown: Shown = [];
		budget.step(STEPS.command);
		for (const part of parts) {
			if (typeof part === 'number') shown.push(part);
			if (typeof part !== 'string') continue;
			// Before they are made, since what is not seen takes its time, too.
			budget.step(part.length);
			shown.push(state.font.charsIn(part));
		}
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

import { Lexer } from '../file/lexer';
import { isDict, Keyword, Name, nameOf, PdfStream, decodedText } from '../file/objects';
import type { Dict, PdfObject } from '../file/objects';
import { Parser, skipInlineImage } from '../file/parser';
import type { ObjectStore } from '../file/store';
import { NO_FONT, type FontLibrary } from '../fonts';
import { areaOf, combined, extentOf, GlyphRun, Glyphs, IDENTITY, matrixOf } from './glyphs';
import { overlapOf, type DrawnGlyphs, type Matrix } from './glyphs';
import { MarkedContent, type OptionalContent } from './markedContent';
import { initialState, lengthOf, operandsOf, Pictures, TextPosition } from './textState';
import type { GraphicsState } from './textState';

/** What all pages of a document share. */
export interface Surroundings {
	store: ObjectStore;
	fonts: FontLibrary;
	layers: OptionalContent;
}

/** What drawing a page brought to light. */
export interface Drawn extends DrawnGlyphs {
	/** Whether a part of the commands could not be unpacked, or makes no sense. */
	damaged: boolean;
	/** Whether a clip has taken away a bracket, which may be that of a tag. */
	cutBracket: boolean;
}

/** No operator takes more than 33 operands (ISO 32000-1, table 60: `scn`); text is in strings and arrays. */
const MOST_OPERANDS = 64;
const MOST_SAVED = 4_096;

/** What following a command takes, compared with reading a word; the others only change a number, or nothing here. */
const COSTS = new Map([
	...['Tj', 'TJ', "'", '"', 'Tf', 'gs', 'BMC', 'BDC', 'EMC', 'BI'].map((one) => [one, 8] as const),
	['Do', 32],
]);
/** No code of a font is longer. */
const LONGEST_CODE = 4;

/** Follows the commands of a page (7.8.2) as far as they decide which text is seen where. */
export class ContentReader {
	readonly drawn: Drawn = { glyphs: new Glyphs(), runs: [], damaged: false, cutBracket: false };

	readonly pictures: Pictures;

	private state: GraphicsState;

	/** As many as were seen, even if a text was put in their place. */
	private seen = 0;

	private readonly position = new TextPosition();

	private marks = new MarkedContent();

	/** The forms that are being drawn, one inside the other. */
	private readonly forms = new Set<PdfStream>();

	constructor(
		private readonly around: Surroundings,
		private readonly page: { toDisplay: Matrix; width: number; height: number },
		/** False to take text for seen, too, that a clip takes away. */
		private readonly clips = true,
	) {
		this.state = initialState(page.toDisplay);
		this.pictures = new Pictures({ left: 0, top: 0, right: page.width, bottom: page.height });
	}

	read(content: PdfObject | undefined, resources: Dict): void {
		const { store } = this.around;
		const given = store.resolve(content);
		// Pages may share one long list of streams.
		if (Array.isArray(given)) store.budget.step(given.length);
		const parts = (Array.isArray(given) ? given : [given]).map((part) => store.resolve(part));
		const streams = parts.filter((part) => part instanceof PdfStream);
		// A page without content is empty; one whose content is missing is damaged.
		if (given !== null && streams.length < parts.length) this.drawn.damaged = true;
		this.execute(this.joined(streams), resources);
	}

	/** Draws a form on top of the page, whatever state its commands have left behind. */
	drawOver(form: PdfStream, placement: Matrix): void {
		this.state = initialState(combined(placement, this.page.toDisplay));
		this.marks = new MarkedContent();
		this.drawForm(form, new Map());
	}

	/** Commands may go on in the next stream, but no word does (7.8.2). */
	private joined(streams: PdfStream[]): Uint8Array {
		const parts = streams.map((stream) => this.unpack(stream));
		if (parts.length === 1) return parts[0] as Uint8Array;
		const length = parts.reduce((sum, part) => sum + part.length + 1, 0);
		this.around.store.budget.check('streamBytes', length);
		this.around.store.budget.passOver(length);
		const bytes = new Uint8Array(length).fill(0x20);
		let at = 0;
		for (const part of parts) {
			bytes.set(part, at);
			at += part.length + 1;
		}
		return bytes;
	}

	private unpack(stream: PdfStream): Uint8Array {
		const { bytes, whole } = this.around.store.unpack(stream);
		if (!whole) this.drawn.damaged = true;
		return bytes;
	}

	private execute(bytes: Uint8Array, resources: Dict): void {
		const { budget } = this.around.store;
		const parser = new Parser(new Lexer(bytes), budget, false);
		const saved: GraphicsState[] = [];
		let operands: PdfObject[] = [];
		for (let next = parser.next(); ; next = parser.next()) {
			if (!(next instanceof Keyword)) {
				if (operands.length === MOST_OPERANDS) operands.shift();
				operands.push(next);
				continue;
			}
			if (next.value === '') break;
			budget.spend('operators');
			budget.step(COSTS.get(next.value));
			if (next.value === 'q') {
				if (saved.length < MOST_SAVED) saved.push({ ...this.state });
			} else if (next.value === 'Q') this.state = saved.pop() ?? this.state;
			else if (next.value === 'BI') {
				if (!skipInlineImage(parser)) this.drawn.damaged = true;
				if (!this.marks.hidden) this.pictures.addImage(this.state);
			} else this.operate(next.value, operands, resources);
			operands = [];
		}
		// The command is missing, or a string or an array without an end took in all the others.
		if (operands.length > 0) this.drawn.damaged = true;
	}

	private operate(operator: string, given: PdfObject[], resources: Dict): void {
		const operands = operandsOf(operator, given);
		if (!operands) {
			this.drawn.damaged = true;
			return;
		}
		const first = typeof operands[0] === 'number' ? operands[0] : 0;
		const second = typeof operands[1] === 'number' ? operands[1] : 0;
		const { state, position } = this;
		switch (operator) {
			// Those of every word first.
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
				this.setFont(this.resource(resources, 'Font', operands[0]), second);
				break;
			case 'gs':
				this.setFromDict(this.resource(resources, 'ExtGState', operands[0]));
				break;
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
				this.drawObject(this.entry(resources, 'XObject', operands[0]), resources);
				break;
			case 'BMC':
				this.begin(null, operands.at(-1), resources);
				break;
			case 'BDC':
				this.begin(operands.at(-1) ?? null, operands.at(-2), resources);
				break;
			case 'EMC':
				this.marks.end(this.drawn);
				break;
			default:
				this.pictures.follow(operator, operands, state, this.marks.hidden);
		}
	}

	private show(parts: PdfObject[]): void {
		const { budget } = this.around.store;
		const { glyphs, runs } = this.drawn;
		const letters = lengthOf(parts);
		// Before they are made, since what is not seen takes its time, too.
		budget.step(letters);
		budget.check('pageGlyphs', this.seen + Math.floor(letters / LONGEST_CODE));
		const first = glyphs.count;
		const style = this.position.show(parts, this.state, glyphs);
		if (this.marks.hidden) glyphs.cut(first);
		const clip = this.clips && this.state.clip;
		if (clip && glyphs.cutOutside(first, clip)) this.drawn.cutBracket = true;
		const count = glyphs.count - first;
		if (!style || count === 0) return;
		budget.spend('glyphs', count);
		this.seen += count;
		budget.check('pageGlyphs', this.seen);
		runs.push(new GlyphRun(glyphs, style, first, glyphs.count));
	}

	private setFont(font: PdfObject, size: number): void {
		this.state.font = isDict(font) ? this.around.fonts.read(font) : NO_FONT;
		this.state.size = size;
	}

	/** A font may come with other settings, too (table 58). */
	private setFromDict(settings: PdfObject): void {
		const { store } = this.around;
		const [font, size] = isDict(settings) ? store.array(settings.get('Font')) : [];
		if (font !== undefined) this.setFont(store.resolve(font), store.number(size) ?? 0);
	}

	private entry(resources: Dict, kind: string, name: PdfObject | undefined): PdfObject {
		return this.around.store.dict(resources.get(kind)).get(nameOf(name) ?? '') ?? null;
	}

	private resource(resources: Dict, kind: string, name: PdfObject | undefined): PdfObject {
		return this.around.store.resolve(this.entry(resources, kind, name));
	}

	private begin(properties: PdfObject, tag: PdfObject | undefined, resources: Dict): void {
		const { store, layers } = this.around;
		const given =
			properties instanceof Name ? this.entry(resources, 'Properties', properties) : properties;
		const text = store.resolve(store.dict(given).get('ActualText'));
		// Each mark may name the same long text.
		if (typeof text === 'string') store.budget.step(text.length);
		this.marks.begin({
			hidden: nameOf(tag) === 'OC' && layers.hides(given),
			...(typeof text === 'string' && { actualText: decodedText(text) }),
			start: this.drawn.runs.length,
		});
	}

	private drawObject(reference: PdfObject, resources: Dict): void {
		const { store, layers } = this.around;
		const object = store.resolve(reference);
		if (!(object instanceof PdfStream) || layers.hides(object.dict.get('OC'))) return;
		const type = nameOf(store.resolve(object.dict.get('Subtype')));
		if (type === 'Image' && !this.marks.hidden) this.pictures.addImage(this.state, reference);
		if (type === 'Form') this.drawForm(object, resources);
	}

	/** Commands of their own, placed by a matrix (8.10). */
	private drawForm(form: PdfStream, above: Dict): void {
		const { store } = this.around;
		if (this.forms.has(form)) return;
		store.budget.check('depth', this.forms.size);
		this.forms.add(form);
		const outer = this.state;
		const matrix = matrixOf(store.numbers(form.dict.get('Matrix'), 6)) ?? IDENTITY;
		this.state = { ...outer, matrix: combined(matrix, outer.matrix) };
		const box = store.numbers(form.dict.get('BBox'), 4);
		const extent = box && extentOf(this.state.matrix, box);
		// Some programs write an empty box, and viewers show the form nevertheless.
		if (extent && areaOf(extent) > 0) this.state.clip = overlapOf(extent, outer.clip);
		const own = store.resolve(form.dict.get('Resources'));
		this.execute(this.unpack(form), isDict(own) ? own : above);
		this.state = outer;
		this.forms.delete(form);
	}
}

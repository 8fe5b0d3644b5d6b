import { Lexer } from '../file/lexer';
import { bytesOf, Keyword, Name, type PdfObject } from '../file/objects';
import { Parser } from '../file/parser';
import type { Budget } from '../file/limits';

/** A character code as it was cut out of a string. */
export interface Code {
	value: number;
	/** In bytes. */
	length: number;
}

/** How the strings of a composite font are to be read. */
export interface CodeMap {
	vertical: boolean;
	/** Whether each code has two bytes: then nobody need cut them. */
	inPairs?: boolean;
	codesIn(text: string): Code[];
	/** The number of the glyph in its collection; undefined where that needs a table nobody ships. */
	cidOf(code: Code): number | undefined;
	/** Whether a glyph without a number may be one of those for which the file states a width of its own. */
	mayBeNarrow?(code: Code): boolean;
	/** The numbers that `cidOf` can give, where that are few. */
	known?: ReadonlySet<number>;
	/** Of maps that are made from Unicode or from a known character set. */
	textOf?(code: Code): string | undefined;
}

interface Range<T> {
	low: number;
	high: number;
	target: T;
}

interface CodeSpace {
	low: string;
	high: string;
}

type Target = number | string | PdfObject[];

/** Ranges up to this length are written out, since there are many of them and looking up must be fast. */
const SHORT = 256;
/** What a code takes, in the units of the budget. */
const UNITS_PER_ENTRY = 2;
const UTF16 = new TextDecoder('utf-16be');

/** A CMap file (ISO 32000-1, 9.7.5 and 9.10.3): codes to glyphs, or codes to text. */
export class CMap implements CodeMap {
	vertical = false;

	/** Another map that this one is based on. */
	base: string | undefined;

	private readonly spaces: CodeSpace[] = [];

	/** Of the shortest codes. */
	private shortest = 4;

	private readonly single = new Map<number, number | string>();

	private readonly long: Array<Range<number | string>> = [];

	constructor(
		bytes: Uint8Array,
		private readonly budget: Budget,
	) {
		const parser = new Parser(new Lexer(bytes), budget, false);
		let operands: PdfObject[] = [];
		for (let next = parser.next(); !isEnd(next); next = parser.next()) {
			if (!(next instanceof Keyword)) operands.push(next);
			else {
				this.execute(next.value, operands);
				operands = [];
			}
		}
	}

	get hasSpaces(): boolean {
		return this.spaces.length > 0;
	}

	codesIn(text: string): Code[] {
		const codes: Code[] = [];
		for (let at = 0; at < text.length;) {
			this.budget.step(this.spaces.length);
			const length = Math.min(this.lengthAt(text, at), text.length - at);
			codes.push({ value: valueOf(text.slice(at, at + length)), length });
			at += length;
		}
		return codes;
	}

	cidOf({ value }: Code): number | undefined {
		const target = this.find(value);
		return typeof target === 'number' ? target : undefined;
	}

	/** As ToUnicode says it (9.10.3). */
	unicodeOf(code: number): string | undefined {
		const target = this.find(code);
		return typeof target === 'string' ? target : undefined;
	}

	private find(code: number): number | string | undefined {
		const target = this.single.get(code);
		if (target !== undefined) return target;
		const range = this.long.find(({ low, high }) => code >= low && code <= high);
		if (range && typeof range.target === 'string') this.budget.step(range.target.length);
		return range && moved(range.target, code - range.low);
	}

	/** How many bytes the next code has: that of the space it is in, else that of the shortest codes. */
	private lengthAt(text: string, at: number): number {
		const fits = this.spaces.find(({ low, high }) => isWithin(text, at, low, high));
		if (fits) return fits.low.length;
		return this.hasSpaces ? this.shortest : 2;
	}

	private execute(operator: string, operands: PdfObject[]): void {
		switch (operator) {
			case 'endcodespacerange':
				inGroups(operands, 2, ([low, high]) => this.addSpace(low, high));
				break;
			case 'endcidchar':
			case 'endbfchar':
				inGroups(operands, 2, ([code, target]) => this.add(code, code, target));
				break;
			case 'endcidrange':
			case 'endbfrange':
				inGroups(operands, 3, ([low, high, target]) => this.add(low, high, target));
				break;
			case 'usecmap':
				this.base = operands.map((name) => (name instanceof Name ? name.value : '')).at(-1);
				break;
			case 'def': {
				const [key, value] = operands.slice(-2);
				if (key instanceof Name && key.value === 'WMode') this.vertical = value === 1;
			}
		}
	}

	private addSpace(low: PdfObject | undefined, high: PdfObject | undefined): void {
		if (typeof low !== 'string' || typeof high !== 'string') return;
		if (low.length < 1 || low.length > 4 || low.length !== high.length) return;
		if (this.spaces.length === SHORT) return;
		// Files repeat them, and each is compared with every code.
		if (this.spaces.some((one) => one.low === low && one.high === high)) return;
		this.shortest = Math.min(this.shortest, low.length);
		this.spaces.push({ low, high });
	}

	private add(
		first: PdfObject | undefined,
		last: PdfObject | undefined,
		given: PdfObject | undefined,
	): void {
		if (typeof first !== 'string' || typeof last !== 'string') return;
		const [low, high] = [valueOf(first), valueOf(last)];
		const target = targetOf(given);
		if (target === undefined || high < low) return;
		if (Array.isArray(target)) {
			for (const [at, one] of target.slice(0, high - low + 1).entries()) {
				if (typeof one === 'string') this.keep(low + at, decoded(one));
			}
		} else if (high - low < SHORT) {
			for (let code = low; code <= high; code++) this.keep(code, moved(target, code - low));
		} else if (this.long.length < SHORT) this.long.push({ low, high, target });
	}

	/** A range is a few bytes, and each of its codes gets a text of its own, however long. */
	private keep(code: number, target: number | string): void {
		this.budget.keep(UNITS_PER_ENTRY + (typeof target === 'string' ? target.length / 8 : 0));
		this.single.set(code, target);
	}
}

const isEnd = (value: PdfObject): boolean => value instanceof Keyword && value.value === '';

function inGroups(
	operands: PdfObject[],
	size: number,
	each: (group: Array<PdfObject | undefined>) => void,
): void {
	for (let at = 0; at + size <= operands.length; at += size) each(operands.slice(at, at + size));
}

/** The number that a string of bytes stands for, the highest byte first. */
export function valueOf(text: string, from = 0, length = text.length): number {
	let value = 0;
	const end = from + Math.min(length, 4);
	for (let at = from; at < end; at++) value = value * 256 + text.charCodeAt(at);
	return value;
}

/** Each byte of a code has a range of its own (9.7.6.2). */
function isWithin(text: string, at: number, low: string, high: string): boolean {
	for (let byte = 0; byte < low.length; byte++) {
		const value = text.charCodeAt(at + byte);
		if (!(value >= low.charCodeAt(byte) && value <= high.charCodeAt(byte))) return false;
	}
	return true;
}

/** Some writers leave out the first byte where it is zero. */
const decoded = (text: string): string =>
	UTF16.decode(bytesOf(text.length % 2 === 0 ? text : `\0${text}`));

function targetOf(given: PdfObject | undefined): Target | undefined {
	if (typeof given === 'string') return decoded(given);
	return typeof given === 'number' || Array.isArray(given) ? given : undefined;
}

/** In a range, numbers go up, and so does the last letter of a text. */
function moved(target: number | string, by: number): number | string {
	if (typeof target === 'number') return target + by;
	if (by === 0 || target === '') return target;
	const letters = [...target];
	const last = (letters.pop()?.codePointAt(0) ?? 0) + by;
	return letters.join('') + (last < 0x110000 ? String.fromCodePoint(last) : '');
}

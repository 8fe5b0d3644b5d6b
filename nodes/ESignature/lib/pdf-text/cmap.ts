import { bytesOf, END, Keyword, Lexer, Name, Parser, type Budget, type PdfObject } from '../pdf';
import { MAX, UNITS } from './limits';

interface CodeSpace {
	low: string;
	high: string;
}

interface CodeRange {
	low: number;
	high: number;
	target: number | string;
}

/** A CMap (9.7.5 and 9.10.3): codes to glyphs, or codes to text. Without a file, two bytes are the number of a glyph. */
export class CMap {
	/** Another map that this one is based on. */
	base: string | undefined;

	private readonly spaces: CodeSpace[] = [];

	/** Of the shortest codes. */
	private shortest = 4;

	private readonly single = new Map<number, number | string>();

	private readonly long: CodeRange[] = [];

	private constructor(private readonly budget: Budget) {}

	static identity(budget: Budget): CMap {
		const map = new CMap(budget);
		map.long.push({ low: 0, high: 0xffff, target: 0 });
		return map;
	}

	static async read(bytes: Uint8Array, budget: Budget): Promise<CMap> {
		const map = new CMap(budget);
		const parser = new Parser(new Lexer(bytes, budget), budget, false);
		let operands: PdfObject[] = [];
		for (let next = parser.next(); next !== END; next = parser.next()) {
			if (budget.isTired) await budget.rest();
			if (next instanceof Keyword) {
				map.execute(next.value, operands);
				operands = [];
			} else if (operands.length < MAX.mapOperands) operands.push(next);
		}
		return map;
	}

	/** How many bytes the next code has: that of the space it is in, else that of the shortest codes. */
	lengthAt(text: string, at: number): number {
		if (this.spaces.length === 0) return 2;
		this.budget.step(this.spaces.length);
		const fits = this.spaces.find(({ low, high }) => isWithin(text, at, low, high));
		return fits ? fits.low.length : this.shortest;
	}

	find(code: number): number | string | undefined {
		const target = this.single.get(code);
		if (target !== undefined) return target;
		const range = this.long.find(({ low, high }) => code >= low && code <= high);
		return range && moved(range.target, code - range.low);
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
			case 'usecmap': {
				const name = operands.at(-1);
				this.base = name instanceof Name ? name.value : '';
			}
		}
	}

	private addSpace(low: PdfObject | undefined, high: PdfObject | undefined): void {
		if (typeof low !== 'string' || typeof high !== 'string') return;
		if (low.length < 1 || low.length > 4 || low.length !== high.length) return;
		this.budget.step(this.spaces.length);
		// Files repeat them, and each is compared with every code.
		const isKnown = this.spaces.some((one) => one.low === low && one.high === high);
		if (isKnown || this.spaces.length === MAX.rangesOfMap) return;
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
		if (Array.isArray(given)) {
			for (const [at, one] of given.slice(0, Math.max(0, high - low + 1)).entries()) {
				const text = typeof one === 'string' ? utf16(one) : undefined;
				if (text !== undefined) this.keep(low + at, text);
			}
			return;
		}
		const target = typeof given === 'string' ? utf16(given) : given;
		if (typeof target !== 'string' && typeof target !== 'number') return;
		if (high - low < MAX.rangesOfMap) {
			for (let code = low; code <= high; code++) this.keep(code, moved(target, code - low));
		} else if (this.long.length < MAX.rangesOfMap) this.long.push({ low, high, target });
	}

	/** A range is a few bytes, and each of its codes gets a text of its own, however long. */
	private keep(code: number, target: number | string): void {
		this.budget.keep(UNITS.code + (typeof target === 'string' ? target.length / 8 : 0));
		this.single.set(code, target);
	}
}

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

const UTF16 = new TextDecoder('utf-16be');

/** Some writers leave out the first byte where it is zero. Undefined for more than one code can stand for. */
function utf16(text: string): string | undefined {
	if (text.length > MAX.bytesPerCode) return undefined;
	// Most codes stand for one letter, and the decoder takes a while even for that.
	if (text.length === 2 && text.charCodeAt(0) < 0xd8) {
		return String.fromCharCode(text.charCodeAt(0) * 256 + text.charCodeAt(1));
	}
	return UTF16.decode(bytesOf(text.length % 2 === 0 ? text : `\0${text}`));
}

/** In a range, numbers go up, and so does the last letter of a text. */
function moved(target: number | string, by: number): number | string {
	if (typeof target === 'number') return target + by;
	if (by === 0 || target === '') return target;
	const letters = [...target];
	const last = (letters.pop()?.codePointAt(0) ?? 0) + by;
	return letters.join('') + (last < 0x110000 ? String.fromCodePoint(last) : '');
}

import { isBlank, type Lexer } from '../file/lexer';
import { isKeyword, Keyword, Name, startsWith, type Dict } from '../file/objects';
import type { Parser } from '../file/parser';

/** Skips `BI ... ID data EI` (ISO 32000-1, 8.9.7); the parser stands behind `BI`. */
export function skipInlineImage(parser: Parser): void {
	const { lexer } = parser;
	const entries: Dict = new Map();
	let key: string | undefined;
	for (let next = parser.next(); !isKeyword(next, 'ID'); next = parser.next()) {
		if (next instanceof Keyword) {
			// The end of the content, or something that is no image.
			if (next.value === '' || next.value === 'EI') return;
			continue;
		}
		if (key === undefined) key = next instanceof Name ? next.value : undefined;
		else {
			entries.set(key, next);
			key = undefined;
		}
	}
	const start = lexer.at + 1;
	const length = statedLength(entries);
	lexer.at =
		length !== undefined && endsAt(lexer, start + length) ? start + length : findEnd(lexer);
	lexer.next();
}

/** The length of the data, where the dictionary tells: as such (PDF 2.0), or by the size of an unpacked image. */
function statedLength(entries: Dict): number | undefined {
	const number = (...keys: string[]): number | undefined => {
		const value = keys.map((key) => entries.get(key)).find((one) => one !== undefined);
		return typeof value === 'number' && value >= 0 ? value : undefined;
	};
	const stated = number('L', 'Length');
	if (stated !== undefined) return stated;
	if (entries.has('F') || entries.has('Filter')) return undefined;
	const [width, height] = [number('W', 'Width'), number('H', 'Height')];
	const space = entries.get('CS') ?? entries.get('ColorSpace');
	const isMask = (entries.get('IM') ?? entries.get('ImageMask')) === true;
	const colors = COLORS.get(space instanceof Name ? space.value : '');
	const bits = isMask ? 1 : (number('BPC', 'BitsPerComponent') ?? 8) * (colors ?? NaN);
	if (width === undefined || height === undefined || Number.isNaN(bits)) return undefined;
	return Math.ceil((width * bits) / 8) * height;
}

const COLORS = new Map([
	['G', 1],
	['DeviceGray', 1],
	['RGB', 3],
	['DeviceRGB', 3],
	['CMYK', 4],
	['DeviceCMYK', 4],
]);

/** `EI` stands there, after a blank or none. */
function endsAt({ bytes, end }: Lexer, offset: number): boolean {
	let at = offset;
	while (at < offset + 3 && isBlank(bytes[at])) at += 1;
	const after = bytes[at + 2];
	return startsWith(bytes, 'EI', at) && (at + 2 >= end || isBlank(after));
}

/** How many bytes behind `EI` must look like drawing commands. */
const LOOK_AHEAD = 12;

/** The data may hold the letters `EI`, too, but hardly ever followed by plain text. */
function findEnd({ bytes, at: start, end }: Lexer): number {
	for (let at = start; at < end; at++) {
		if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49 || !isBlank(bytes[at - 1])) continue;
		const after = bytes.subarray(at + 2, Math.min(at + 2 + LOOK_AHEAD, end));
		const plain = after.every((byte) => isBlank(byte) || (byte >= 0x20 && byte < 0x7f));
		if (plain && (after.length === 0 || isBlank(after[0]))) return at;
	}
	return end;
}

import { hexValue, isBlank } from '../file/lexer';
import type { Budget } from '../limits';
import { Output } from './output';

type Decoder = (bytes: Uint8Array, budget: Budget) => Uint8Array;

/** ISO 32000-1, 7.4.2. */
export const decodeHex: Decoder = (bytes, budget) => {
	const output = new Output(budget, bytes.length / 2);
	let high = -1;
	for (const byte of bytes) {
		if (byte === 0x3e) break;
		const value = hexValue(byte);
		if (value >= 0 && high >= 0) output.push(high * 16 + value);
		if (value >= 0) high = high >= 0 ? -1 : value;
	}
	if (high >= 0) output.push(high * 16);
	return output.result();
};

/** 7.4.3: five letters from `!` to `u` make four bytes; `z` is four zeros. */
export const decodeAscii85: Decoder = (bytes, budget) => {
	const output = new Output(budget, bytes.length);
	let group: number[] = [];
	const start = bytes[0] === 0x3c && bytes[1] === 0x7e ? 2 : 0;
	for (const byte of bytes.subarray(start)) {
		if (byte === 0x7e) break;
		if (isBlank(byte)) continue;
		if (byte === 0x7a && group.length === 0) output.append(new Uint8Array(4));
		else if (byte >= 0x21 && byte <= 0x75) group.push(byte - 0x21);
		if (group.length === 5) {
			pushGroup(output, group, 4);
			group = [];
		}
	}
	if (group.length > 1) {
		const count = group.length - 1;
		while (group.length < 5) group.push(84);
		pushGroup(output, group, count);
	}
	return output.result();
};

function pushGroup(output: Output, group: number[], count: number): void {
	const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
	for (let at = 0; at < count; at++) output.push(Math.floor(value / 256 ** (3 - at)) & 0xff);
}

/** 7.4.5. */
export const decodeRunLength: Decoder = (bytes, budget) => {
	const output = new Output(budget, bytes.length * 2);
	for (let at = 0; at < bytes.length; ) {
		const length = bytes[at] as number;
		if (length === 128) break;
		if (length < 128) {
			output.append(bytes.subarray(at + 1, at + 2 + length));
			at += 2 + length;
		} else {
			output.append(new Uint8Array(257 - length).fill(bytes[at + 1] ?? 0));
			at += 2;
		}
	}
	return output.result();
};

const CLEAR = 256;
const END = 257;
const MOST = 4_096;

/** 7.4.4.2; `early` is 1 where codes grow one entry before they have to, as they normally do. */
export function decodeLzw(bytes: Uint8Array, budget: Budget, early: number): Uint8Array {
	const output = new Output(budget, bytes.length * 3);
	// Each entry is a part of the output: the entry before it and one byte more.
	const starts = new Uint32Array(MOST + 1);
	const lengths = new Uint16Array(MOST + 1);
	let [size, width, buffer, count] = [END + 1, 9, 0, 0];
	let previous = -1;
	for (const byte of bytes) {
		buffer = ((buffer << 8) | byte) & 0xffffff;
		count += 8;
		if (count < width) continue;
		count -= width;
		const code = (buffer >>> count) & ((1 << width) - 1);
		if (code === END) break;
		if (code === CLEAR) {
			[size, width, previous] = [END + 1, 9, -1];
			continue;
		}
		const start = output.length;
		if (code < 256) output.push(code);
		else if (code < size) copy(output, starts[code] as number, lengths[code] as number);
		// The code that is just being made.
		else if (code === size && previous >= 0) copy(output, previous, start - previous + 1);
		else break;
		if (previous >= 0 && size < MOST) {
			starts[size] = previous;
			lengths[size] = start - previous + 1;
			size += 1;
			if (size + early >= 1 << width && width < 12) width += 1;
		}
		previous = start;
	}
	return output.result();
}

function copy(output: Output, start: number, length: number): void {
	for (let at = start; at < start + length; at++) output.push(output.bytes[at] as number);
}

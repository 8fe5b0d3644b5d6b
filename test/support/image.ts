import { inflateSync } from 'node:zlib';

/** Rows of pixels, each with red, green and blue. */
export interface Image {
	width: number;
	height: number;
	pixels: Uint8Array;
}

/** A portable pixmap, as all renderers write it. */
export function imageOfPpm(file: Buffer): Image {
	const head = /^P6\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 200));
	const [all = '', width, height] = head ?? [];
	return { width: Number(width), height: Number(height), pixels: file.subarray(all.length) };
}

/** A PNG without a palette, as browsers write it (PNG specification, 5 and 9). */
export function imageOfPng(file: Buffer): Image {
	const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
	const size = file[25] === 6 ? 4 : 3;
	const packed: Buffer[] = [];
	for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
		const isData = file.toString('latin1', at + 4, at + 8) === 'IDAT';
		if (isData) packed.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
	}
	const rows = inflateSync(Buffer.concat(packed));
	const length = width * size;
	const plain = new Uint8Array(length * height);
	for (let row = 0; row < height; row++) {
		const filter = rows[row * (length + 1)] ?? 0;
		for (let at = 0; at < length; at++) {
			const to = row * length + at;
			const left = at < size ? 0 : (plain[to - size] as number);
			const above = row === 0 ? 0 : (plain[to - length] as number);
			const corner = row === 0 || at < size ? 0 : (plain[to - length - size] as number);
			const predicted =
				[0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
			plain[to] = (rows[row * (length + 1) + 1 + at] as number) + predicted;
		}
	}
	const pixels = new Uint8Array(width * height * 3);
	for (let at = 0; at < width * height; at++)
		pixels.set(plain.subarray(at * size, at * size + 3), at * 3);
	return { width, height, pixels };
}

function paeth(left: number, above: number, corner: number): number {
	const [a, b, c] = [left, above, corner].map((one) => Math.abs(left + above - corner - one)) as [
		number,
		number,
		number,
	];
	return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** Left, top, right and bottom of the pixels that are wanted; undefined if there are none. */
export function extentOf(
	{ width, height, pixels }: Image,
	isWanted: (red: number, green: number, blue: number) => boolean,
): [number, number, number, number] | undefined {
	let [left, top, right, bottom] = [width, height, -1, -1];
	for (let y = 0, at = 0; y < height; y++) {
		for (let x = 0; x < width; x++, at += 3) {
			if (!isWanted(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number))
				continue;
			left = Math.min(left, x);
			top = Math.min(top, y);
			right = Math.max(right, x + 1);
			bottom = Math.max(bottom, y + 1);
		}
	}
	return right < 0 ? undefined : [left, top, right, bottom];
}

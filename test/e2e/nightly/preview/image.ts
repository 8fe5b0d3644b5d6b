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

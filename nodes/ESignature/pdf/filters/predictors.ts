/** The shape of the rows that a predictor works on (ISO 32000-1, table 8). */
export interface Rows {
	predictor: number;
	colors: number;
	bits: number;
	columns: number;
}

const TIFF = 2;

/** Undoes the prediction that was made before packing (7.4.4.4). */
export function unpredict(bytes: Uint8Array, rows: Rows): Uint8Array {
	if (rows.predictor < TIFF) return bytes;
	const pixel = Math.max(1, (rows.colors * rows.bits + 7) >> 3);
	const width = Math.max(1, (rows.columns * rows.colors * rows.bits + 7) >> 3);
	// A row longer than all there is comes from a damaged number.
	if (width > bytes.length) return rows.predictor === TIFF ? bytes : new Uint8Array(0);
	return rows.predictor === TIFF
		? unpredictTiff(bytes, width, rows)
		: unpredictPng(bytes, width, pixel);
}

/** Only whole bytes: other depths occur in images, which nobody reads here. */
function unpredictTiff(bytes: Uint8Array, width: number, { colors, bits }: Rows): Uint8Array {
	const result = bytes.slice();
	if (bits !== 8) return result;
	for (let start = 0; start < result.length; start += width) {
		const end = Math.min(start + width, result.length);
		for (let at = start + colors; at < end; at++) {
			result[at] = (result[at] as number) + (result[at - colors] as number);
		}
	}
	return result;
}

/** Each row begins with the number of its filter (PNG specification, 9.2). */
function unpredictPng(bytes: Uint8Array, width: number, pixel: number): Uint8Array {
	const count = Math.ceil(bytes.length / (width + 1));
	const result = new Uint8Array(count * width);
	let length = 0;
	for (let row = 0; row < count; row++) {
		const from = row * (width + 1);
		const filter = bytes[from] as number;
		const to = row * width;
		const end = Math.min(width, bytes.length - from - 1);
		for (let at = 0; at < end; at++) {
			const left = at < pixel ? 0 : (result[to + at - pixel] as number);
			const up = row === 0 ? 0 : (result[to + at - width] as number);
			const corner = row === 0 || at < pixel ? 0 : (result[to + at - width - pixel] as number);
			result[to + at] = (bytes[from + 1 + at] as number) + predicted(filter, left, up, corner);
		}
		length += end;
	}
	return result.subarray(0, length);
}

function predicted(filter: number, left: number, up: number, corner: number): number {
	switch (filter) {
		case 1:
			return left;
		case 2:
			return up;
		case 3:
			return (left + up) >> 1;
		case 4:
			return paeth(left, up, corner);
		default:
			return 0;
	}
}

function paeth(left: number, up: number, corner: number): number {
	const guess = left + up - corner;
	const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
		number,
		number,
		number,
	];
	if (toLeft <= toUp && toLeft <= toCorner) return left;
	return toUp <= toCorner ? up : corner;
}

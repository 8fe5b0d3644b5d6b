import { deflateSync } from 'node:zlib';

/** Number -> object, as it stands between `obj` and `endobj`; bytes are one letter each. */
export type Objects = Record<number, string>;

export const stream = (data: string, entries = ''): string =>
	`<< /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`;

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The objects of a file, and where each of them begins. */
export function bodyOf(objects: Objects): { text: string; offsets: Map<number, number> } {
	let text = '%PDF-1.7\n';
	const offsets = new Map<number, number>();
	for (const [number, object] of Object.entries(objects)) {
		offsets.set(Number(number), text.length);
		text += `${number} 0 obj\n${object}\nendobj\n`;
	}
	return { text, offsets };
}

/** A whole file with a table, as the specification prints it. */
export function fileOf(objects: Objects, trailer = ''): string {
	const { text, offsets } = bodyOf(objects);
	const size = Math.max(...offsets.keys()) + 1;
	const lines = Array.from({ length: size }, (_, number) => {
		const offset = offsets.get(number);
		return offset === undefined
			? '0000000000 65535 f \n'
			: `${String(offset).padStart(10, '0')} 00000 n \n`;
	});
	return `${text}xref\n0 ${size}\n${lines.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
}

export const latin1 = (bytes: Uint8Array | number[]): string =>
	Buffer.from(bytes).toString('latin1');

/** A stream that is packed as most programs do. */
export const packed = (data: string | number[], entries = ''): string =>
	stream(
		latin1(deflateSync(typeof data === 'string' ? bytesOf(data) : Buffer.from(data))),
		`/Filter /FlateDecode ${entries}`,
	);

/** An entry of a table in a stream: its type, where it is, and its index there. */
export const rowOf = (type: number, place: number, index: number): number[] => [
	type,
	place >> 16,
	(place >> 8) & 255,
	place & 255,
	index & 255,
];

/** A file whose table is a stream, and whose first objects up to the first stream are in another stream. */
export function packedFileOf(objects: Objects, predicted = false): string {
	const all = Object.entries(objects).map(([number, object]) => [Number(number), object] as const);
	const inner = all.slice(
		0,
		all.findIndex(([, object]) => object.includes('stream')),
	);
	let [head, body] = ['', ''];
	for (const [number, object] of inner) {
		head += `${number} ${body.length} `;
		body += `${object} `;
	}
	const home = Math.max(...all.map(([number]) => number)) + 1;
	const entries = `/Type /ObjStm /N ${inner.length} /First ${head.length}`;
	const others = Object.fromEntries(all.slice(inner.length));
	const { text, offsets } = bodyOf({ ...others, [home]: packed(`${head}${body}`, entries) });
	const rows = Array.from({ length: home + 2 }, (_, number) => {
		const index = inner.findIndex(([one]) => one === number);
		const place = index < 0 ? (offsets.get(number) ?? text.length) : home;
		const type = index < 0 ? Number(number > 0) : 2;
		return rowOf(type, place, Math.max(0, index));
	});
	// Filter 2 of PNG: the difference to the row above.
	const differences = rows.map((row, at) => [
		2,
		...row.map((value, column) => (value - (rows[at - 1]?.[column] ?? 0)) & 255),
	]);
	const parameters = predicted ? '/DecodeParms << /Predictor 12 /Columns 5 >>' : '';
	const dict = `/Type /XRef /Size ${rows.length} /W [1 3 1] /Root 1 0 R ${parameters}`;
	const table = packed((predicted ? differences : rows).flat(), dict);
	return `${text}${home + 1} 0 obj\n${table}\nendobj\nstartxref\n${text.length}\n%%EOF\n`;
}

export interface OnePage {
	/** Entries of the page, of its resources, and its fonts beside Helvetica (F1). */
	page?: string;
	resources?: string;
	fonts?: string;
	catalog?: string;
	objects?: Objects;
	contents?: string;
}

const HELVETICA =
	'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** One page of 600 by 800 points; its content is object 4. */
export function onePage(content: string, options: OnePage = {}): Objects {
	const { page = '', resources = '', fonts = '', catalog = '', objects = {} } = options;
	const { contents = '4 0 R' } = options;
	return {
		1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
		2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 800] >>',
		3: `<< /Type /Page /Parent 2 0 R /Contents ${contents} /Resources << /Font << /F1 5 0 R ${fonts} >> ${resources} >> ${page} >>`,
		4: stream(content),
		5: HELVETICA,
		...objects,
	};
}

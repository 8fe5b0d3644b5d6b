import { createHash } from 'node:crypto';

import type { Bytes } from '../http/reply';

export interface SizedBytes {
	length: number;
	bytes: Bytes;
}

const LINE_LENGTH = 64;
const LINES = 1024;

/** Comment lines that hardly compress, the same in every run. */
const FILLER = Buffer.from(
	Array.from({ length: LINES }, (_, line) => {
		const noise = createHash('sha256').update(String(line)).digest('hex');
		return `%${noise.slice(0, LINE_LENGTH - 2)}\n`;
	}).join(''),
);

/**
 * The PDF, made this long: comments after the end, then the pointer to the cross-reference table
 * once more, since readers look for it there. Produced piece by piece. Never shorter than the PDF.
 */
export function padPdf(pdf: Buffer, length?: number): SizedBytes {
	const xref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.subarray(-64).toString('latin1'))?.[1];
	const end = Buffer.from(`\nstartxref\n${xref}\n%%EOF\n`);
	const room = (length ?? 0) - pdf.length - end.length - 1;
	if (room <= 0) return { length: pdf.length, bytes: [pdf] };
	return { length: pdf.length + 1 + room + end.length, bytes: padded(pdf, room, end) };
}

function* padded(pdf: Buffer, room: number, end: Buffer): Iterable<Uint8Array> {
	yield pdf;
	yield Buffer.from('\n');
	for (let left = room; left > 0; left -= FILLER.length) yield FILLER.subarray(0, left);
	yield end;
}

import { PDFDocument, StandardFonts } from 'pdf-lib';

import { typesetter } from './fonts';
import { broken, LINE_HEIGHT, paged, plainPdf, SIZE, START } from './plainPdf';
import { isWestern } from './winAnsi';

/** Between the margins of A4. */
const WIDTH = 595 - 2 * START.x;

const isPlain = (line: string) => [...line].every(isWestern);

/** A PDF of lines. Those for which the fonts of every reader are enough are written by `plainPdf`. */
export async function textPdf(lines: string[]): Promise<Buffer> {
	const pages = paged(lines.flatMap(broken));
	const plain = plainPdf(pages.map((page) => page.map((line) => (isPlain(line) ? line : ''))));
	if (pages.flat().every(isPlain)) return plain;
	const pdf = await PDFDocument.load(plain, { updateMetadata: false });
	const usual = await pdf.embedFont(StandardFonts.Helvetica);
	const typeset = typesetter(pdf);
	for (const [number, page] of pages.entries()) {
		for (const [at, line] of page.entries()) {
			if (isPlain(line)) continue;
			const { text, font } = await typeset(line, usual);
			const size = Math.min(SIZE, WIDTH / font.widthOfTextAtSize(text, 1));
			const y = START.y - (at + 1) * LINE_HEIGHT;
			pdf.getPage(number).drawText(text, { x: START.x, y, size, font });
		}
	}
	return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

import fontkit from '@pdf-lib/fontkit';
import { PDFDocument, StandardFonts, type PDFFont } from 'pdf-lib';

import { runsOf, type Face, type Run } from './fonts';
import { LINE_HEIGHT, paged, plainPdf, SIZE, START } from './plainPdf';

/** What lies between the margins of A4. */
const WIDTH = 595 - 2 * START.x;

/** Gives each font that a PDF needs, put into it once. */
export function embedder(pdf: PDFDocument): (face: Face) => Promise<PDFFont> {
	const embedded = new Map<Face, Promise<PDFFont>>();
	pdf.registerFontkit(fontkit);
	return async (face) => {
		const font = embedded.get(face) ?? pdf.embedFont(face.bytes, { subset: true });
		embedded.set(face, font);
		return await font;
	};
}

/** A PDF of lines in any script. Lines for which the fonts of every reader are enough stay as `plainPdf` writes them. */
export async function textPdf(lines: string[]): Promise<Buffer> {
	const pages = paged(lines).map((page) => page.map(runsOf));
	const isPlain = (runs: Run[]) => runs.every(({ face }) => !face);
	const textOf = (runs: Run[]) => runs.map(({ text }) => text).join('');
	const plain = plainPdf(
		pages.map((page) => page.map((runs) => (isPlain(runs) ? textOf(runs) : ''))),
	);
	if (pages.flat().every(isPlain)) return plain;
	const pdf = await PDFDocument.load(plain, { updateMetadata: false });
	const usual = await pdf.embedFont(StandardFonts.Helvetica);
	const fontOf = embedder(pdf);
	for (const [number, page] of pages.entries()) {
		for (const [line, runs] of page.entries()) {
			if (isPlain(runs)) continue;
			const pieces: Array<{ text: string; font: PDFFont }> = [];
			for (const { text, face } of runs) {
				pieces.push({ text, font: face ? await fontOf(face) : usual });
			}
			const widths = pieces.map(({ text, font }) => font.widthOfTextAtSize(text, 1));
			const width = widths.reduce((sum, each) => sum + each, 0);
			const size = Math.min(SIZE, WIDTH / width);
			let { x } = START;
			for (const [at, { text, font }] of pieces.entries()) {
				const y = START.y - (line + 1) * LINE_HEIGHT;
				pdf.getPage(number).drawText(text, { x, y, size, font });
				x += (widths[at] as number) * size;
			}
		}
	}
	return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

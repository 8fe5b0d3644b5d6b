import {
	decodePDFRawStream,
	PDFDocument,
	PDFName,
	PDFPage,
	StandardFonts,
	type PDFRawStream,
} from 'pdf-lib';

import { corpusFiles } from './files';

/** As many as the service takes. */
export const PAGES = 250;
const LINES = 45;

/** Stands on each fiftieth page. */
export const RARE = 'Signature of the tenant:';
const isMarked = (number: number): boolean => number % 50 === 0;

/** Full pages of one line after the other, one command for each. */
export async function longDocument(): Promise<Uint8Array> {
	const pdf = await PDFDocument.create();
	const font = await pdf.embedFont(StandardFonts.TimesRoman);
	for (let number = 1; number <= PAGES; number++) {
		const page = pdf.addPage([595, 842]);
		for (let line = 0; line < LINES; line++) {
			const text = `${number}.${line} The parties agree that nothing in this clause limits the liability of either.`;
			page.drawText(text, { x: 60, y: 780 - line * 16, size: 11, font });
		}
		if (isMarked(number)) page.drawText(RARE, { x: 60, y: 40, size: 11, font });
	}
	return await pdf.save();
}

/**
 * Pages of small print as Chromium writes them: a command for each word and less, two bytes for each letter, and marks
 * around ligatures. It is one page of the corpus, each time a little lower and with a number of its own.
 */
export async function denseDocument(): Promise<Uint8Array> {
	const pdf = await PDFDocument.load(corpusFiles().get('chromium-dense.pdf') as Buffer);
	const [model] = pdf.getPages() as [PDFPage];
	const stream = model.node.Contents() as PDFRawStream;
	const content = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
	const font = await pdf.embedFont(StandardFonts.TimesRoman);
	model.node.setFontDictionary(PDFName.of('Own'), font.ref);
	for (let number = 1; number <= PAGES; number++) {
		const own = `Page ${number}${isMarked(number) ? `. ${RARE}` : ''}`;
		const commands = `q 1 0 0 1 0 ${-number / 100} cm ${content} Q BT /Own 9 Tf 60 12 Td (${own}) Tj ET`;
		const page = model.node.clone();
		page.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(commands)));
		pdf.addPage(PDFPage.of(page, pdf.context.register(page), pdf));
	}
	pdf.removePage(0);
	return await pdf.save();
}

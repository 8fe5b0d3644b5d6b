import { PDFDocument, StandardFonts } from 'pdf-lib';

/** As many as the service takes. */
export const PAGES = 250;
export const LINES = 45;

/** Full pages of one line after the other, with a text to find on each fiftieth. */
export async function longDocument(): Promise<Uint8Array> {
	const pdf = await PDFDocument.create();
	const font = await pdf.embedFont(StandardFonts.TimesRoman);
	for (let number = 1; number <= PAGES; number++) {
		const page = pdf.addPage([595, 842]);
		for (let line = 0; line < LINES; line++) {
			const text = `${number}.${line} The parties agree that nothing in this clause limits the liability of either.`;
			page.drawText(text, { x: 60, y: 780 - line * 16, size: 11, font });
		}
		if (number % 50 === 0)
			page.drawText('Signature of the tenant:', { x: 60, y: 40, size: 11, font });
	}
	return await pdf.save();
}

import fontkit from '@pdf-lib/fontkit';
import { readFileSync } from 'node:fs';
import type { PDFDocument, PDFFont } from 'pdf-lib';

import { isWestern, printable } from './winAnsi';

/** European scripts, Hebrew and Arabic; it has no Chinese, Japanese or Korean letters. */
const WIDE_FONT = 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf';

interface Typeset {
	text: string;
	font: PDFFont;
}

/**
 * Chooses the font for each text of a PDF: the usual one where it has all letters, otherwise a larger
 * one that is embedded once. A letter that neither has becomes a question mark.
 */
export function typesetter(pdf: PDFDocument): (text: string, usual: PDFFont) => Promise<Typeset> {
	let wide: Promise<PDFFont> | undefined;
	return async (text, usual) => {
		if ([...text].every(isWestern)) return { text, font: usual };
		pdf.registerFontkit(fontkit);
		wide ??= pdf.embedFont(readFileSync(require.resolve(WIDE_FONT)), { subset: true });
		const font = await wide;
		const known = new Set(font.getCharacterSet());
		const shown = [...text]
			.map((letter) => (known.has(letter.codePointAt(0) ?? 0) ? letter : '?'))
			.join('');
		return canShape(font, shown) ? { text: shown, font } : { text: printable(text), font: usual };
	};
}

/** The library fails on scripts such as Tifinagh, for which it lacks a part. */
function canShape(font: PDFFont, text: string): boolean {
	try {
		font.widthOfTextAtSize(text, 1);
		return true;
	} catch {
		return false;
	}
}

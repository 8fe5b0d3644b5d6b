import {
	degrees,
	rgb,
	StandardFonts,
	type PDFDocument,
	type PDFFont,
	type PDFPage,
	type Rotation,
} from 'pdf-lib';

import type { BoundingBox } from '../../nodes/ESignature/api';
import { typesetter } from '../files/fonts';
import type { StoredDocument } from './records';

const INK = rgb(0.05, 0.1, 0.4);

/** Draws what was entered where its field was placed. */
export async function stampValues(
	pdf: PDFDocument,
	{ fields, values }: Pick<StoredDocument, 'fields' | 'values'>,
): Promise<void> {
	const plain = await pdf.embedFont(StandardFonts.Helvetica);
	// The nearest to handwriting among the fonts that every reader has.
	const script = await pdf.embedFont(StandardFonts.TimesRomanItalic);
	const pages = pdf.getPages();
	const typeset = typesetter(pdf);
	for (const { ID, type, page: number = 1, boundingBox } of fields) {
		const page = pages[number - 1];
		const value = values[ID];
		// A field may name a page that the document turned out not to have.
		if (!page || value === undefined) continue;
		const written = type === 'signature' || type === 'initials';
		if (type === 'checkbox') drawFrame(page, boundingBox);
		const { text, font } = await typeset(value, written ? script : plain);
		drawFitted(page, text, font, boundingBox, {
			most: written ? 28 : 12,
			centered: type === 'checkbox',
		});
	}
}

function drawFitted(
	page: PDFPage,
	text: string,
	font: PDFFont,
	[x, y, w, h]: BoundingBox,
	{ most, centered }: { most: number; centered: boolean },
): void {
	if (text === '') return;
	const tall = Math.min(most, h * 0.7);
	const size = Math.max(1, Math.min(tall, (tall * w) / font.widthOfTextAtSize(text, tall)));
	const left = x + (centered ? (w - font.widthOfTextAtSize(text, size)) / 2 : 0);
	// A letter stands about 0.7 of its size above the line.
	const { angle, ...at } = onPage(page, left, y + h / 2 + size * 0.35);
	page.drawText(text, { ...at, size, font, color: INK, rotate: angle });
}

/** The largest square in the middle of the box. */
function drawFrame(page: PDFPage, [x, y, w, h]: BoundingBox): void {
	const side = Math.min(w, h);
	const left = x + (w - side) / 2;
	const top = y + (h - side) / 2;
	const one = onPage(page, left, top);
	const other = onPage(page, left + side, top + side);
	page.drawRectangle({
		x: Math.min(one.x, other.x),
		y: Math.min(one.y, other.y),
		width: side,
		height: side,
		borderColor: INK,
		borderWidth: 0.75,
	});
}

/**
 * A point of the page as people see it, in the page's own coordinates. A box is measured from the top-left corner
 * (docs/api.md, Fields), PDF counts from the bottom-left one; the page may be cropped and turned.
 */
function onPage(page: PDFPage, x: number, y: number): { x: number; y: number; angle: Rotation } {
	const box = page.getCropBox();
	const right = box.x + box.width;
	const top = box.y + box.height;
	const turned = ((page.getRotation().angle % 360) + 360) % 360;
	const angle = degrees(turned);
	if (turned === 90) return { x: box.x + y, y: box.y + x, angle };
	if (turned === 180) return { x: right - x, y: box.y + y, angle };
	if (turned === 270) return { x: right - y, y: top - x, angle };
	return { x: box.x + x, y: top - y, angle };
}

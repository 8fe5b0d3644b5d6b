import {
	joined,
	ObjectStore,
	readPages,
	type PageSize,
	type PageSource,
	type ReadOptions,
} from '../pdf';
import {
	drawBeside,
	drawBox,
	drawLegend,
	fitsInside,
	numbers,
	type Drawing,
	type LabeledBox,
	type LegendEntry,
} from './appearance';
import { HELVETICA, HELVETICA_DESCRIPTOR } from './helvetica';
import { Update } from './update';

export interface PreviewBox extends LabeledBox {
	/** From 1 on. */
	page: number;
}

export interface PreviewOptions extends ReadOptions {
	/** For a corner of the first page. */
	legend?: readonly LegendEntry[];
}

/** In parts of 1. */
const TINT = 0.75;

/**
 * The file with boxes on its pages: its own bytes, and annotations behind them. Throws a PdfError if that is not
 * possible.
 */
export async function drawBoxes(
	bytes: Uint8Array,
	boxes: readonly PreviewBox[],
	{ legend = [], ...options }: PreviewOptions = {},
): Promise<Uint8Array> {
	return await ObjectStore.use(bytes, options, async (store) => {
		const { budget } = store;
		const pages = await readPages(store);
		const missing = boxes.find(({ page }) => !pages[page - 1]);
		if (missing) throw new RangeError(`There is no page ${missing.page}`);
		const update = new Update(store);
		const descriptor = update.add(HELVETICA_DESCRIPTOR);
		const font = update.add(`<< ${HELVETICA} /FontDescriptor ${descriptor} 0 R >>`);
		for (const [index, page] of pages.entries()) {
			budget.step(boxes.length);
			const own = boxes.filter((one) => one.page === index + 1);
			const annotations: number[] = [];
			for (const drawing of drawingsOn(page.size, own, index === 0 ? legend : [])) {
				// Each was compared with all others of the page.
				budget.step(own.length);
				await budget.rest();
				annotations.push(addAnnotation(update, page, drawing, font));
			}
			if (annotations.length > 0) update.annotate(page, annotations);
		}
		return await joined([bytes, ...update.finish()], budget);
	});
}

/** Boxes come last, so that no label hides one. */
function* drawingsOn(
	page: PageSize,
	boxes: readonly PreviewBox[],
	legend: readonly LegendEntry[],
): Generator<Drawing> {
	const taken = boxes.map(({ box }) => box);
	if (legend.length > 0) yield drawLegend(legend, page, taken);
	for (const box of boxes) if (!fitsInside(box)) yield drawBeside(box, page, taken);
	for (const box of boxes) yield drawBox(box);
}

/** An annotation with its own appearance, so that all readers draw the same (ISO 32000-1, 12.5.5). */
function addAnnotation(
	update: Update,
	page: PageSource,
	{ box, size, color, commands, text }: Drawing,
	font: number,
): number {
	const [, , width, height] = box;
	const [a, b, c, d] = page.toDisplay;
	const unit = Math.hypot(a, b);
	// Upright as the page is shown, however it is turned.
	const turned = [a, c, -b, -d].map((one) => one / unit);
	const form = update.addStream(
		`/Type /XObject /Subtype /Form /BBox [${numbers(0, 0, ...(size ?? [width, height]))}]
/Matrix [${numbers(...turned, 0, 0)}]
/Resources << /Font << /F ${font} 0 R >> /ExtGState << /Tint << /ca ${TINT} >> >> >>`,
		commands,
	);
	return update.add(
		`<< /Type /Annot /Subtype /Square /F ${PRINTED} /Rect [${numbers(...inPage(box, page))}]
/C [${numbers(...color)}] ${text === undefined ? '' : `/Contents <${hexOf(text)}>`} /AP << /N ${form} 0 R >> >>`,
	);
}

/** Viewers leave out other annotations on paper. */
const PRINTED = 4;

/** `left, bottom, right, top` in the coordinates of the page, which `toDisplay` leads from. */
function inPage([x, y, width, height]: Drawing['box'], { toDisplay }: PageSource): number[] {
	const [a, b, c, d, e, f] = toDisplay;
	const square = a * a + b * b;
	const corners = [
		[x - e, y - f],
		[x + width - e, y + height - f],
	] as const;
	const across = corners.map(([right, down]) => (a * right + b * down) / square);
	const up = corners.map(([right, down]) => (c * right + d * down) / square);
	return [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)];
}

/** A text string in UTF-16 (7.9.2.2), as hexadecimal digits. */
function hexOf(text: string): string {
	const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
	return `feff${codes.map((code) => code.toString(16).padStart(4, '0')).join('')}`;
}

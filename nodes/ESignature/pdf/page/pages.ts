import { isDict, nameOf, type Dict, type PdfObject } from '../file/objects';
import type { ObjectStore } from '../file/store';
import type { Matrix } from './matrix';

/** `left, bottom, right, top` in the coordinates of the page. */
export type Rectangle = [left: number, bottom: number, right: number, top: number];

export interface PageGeometry {
	mediaBox: Rectangle;
	/** The part that is shown: the crop box, as far as it lies within the media box. */
	shown: Rectangle;
	/** Clockwise. */
	rotation: 0 | 90 | 180 | 270;
	/** Points per unit of the page (PDF 1.6). */
	userUnit: number;
	/** As shown: turned, cropped, in points. */
	width: number;
	height: number;
	/** From the page's own coordinates to points from the corner seen at the top left, down and to the right. */
	toDisplay: Matrix;
}

export interface PageSource {
	dict: Dict;
	resources: Dict;
	geometry: PageGeometry;
}

/** What a page takes from the nodes above it (ISO 32000-1, 7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/**
 * All pages in their order. Undefined if one of them cannot be found: all later ones would get another number, and
 * fields would land on the wrong page.
 */
export function readPages(store: ObjectStore): PageSource[] | undefined {
	const pages: PageSource[] = [];
	const seen = new Set<Dict>();
	const visit = (given: PdfObject | undefined, above: Dict, depth: number): boolean => {
		store.budget.check('depth', depth);
		store.budget.step();
		const node = store.resolve(given);
		if (!isDict(node) || seen.has(node)) return false;
		seen.add(node);
		const inherited = new Map(above);
		for (const key of INHERITED) {
			const value = node.get(key);
			if (value !== undefined && value !== null) inherited.set(key, value);
		}
		const kids = store.resolve(node.get('Kids'));
		if (Array.isArray(kids) && nameOf(store.resolve(node.get('Type'))) !== 'Page') {
			return kids.every((kid) => visit(kid, inherited, depth + 1));
		}
		pages.push({
			dict: node,
			resources: store.dict(inherited.get('Resources')),
			geometry: readGeometry(node, inherited, store),
		});
		store.budget.check('pages', pages.length);
		return true;
	};
	return visit(store.root.get('Pages'), new Map(), 0) && pages.length > 0 ? pages : undefined;
}

/** What programs assume where a file states no size, or none that is possible. */
const LETTER: Rectangle = [0, 0, 612, 792];

function readGeometry(page: Dict, inherited: Dict, store: ObjectStore): PageGeometry {
	const mediaBox = readBox(inherited.get('MediaBox'), store) ?? LETTER;
	const cropBox = readBox(inherited.get('CropBox'), store) ?? mediaBox;
	const shown = overlap(cropBox, mediaBox) ?? mediaBox;
	const stated = store.number(inherited.get('Rotate')) ?? 0;
	const rotation = (stated % 90 === 0 ? ((stated % 360) + 360) % 360 : 0) as 0 | 90 | 180 | 270;
	const unit = store.number(page.get('UserUnit')) ?? 1;
	const userUnit = unit > 0 && Number.isFinite(unit) ? unit : 1;
	const across = (shown[2] - shown[0]) * userUnit;
	const down = (shown[3] - shown[1]) * userUnit;
	const [width, height] = rotation % 180 === 0 ? [across, down] : [down, across];
	const toDisplay = displayMatrix(shown, rotation, userUnit);
	return { mediaBox, shown, rotation, userUnit, width, height, toDisplay };
}

function readBox(value: PdfObject | undefined, store: ObjectStore): Rectangle | undefined {
	const numbers = store.numbers(value, 4);
	if (!numbers) return undefined;
	const [a = 0, b = 0, c = 0, d = 0] = numbers;
	const box: Rectangle = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
	return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

function overlap(one: Rectangle, other: Rectangle): Rectangle | undefined {
	const box: Rectangle = [
		Math.max(one[0], other[0]),
		Math.max(one[1], other[1]),
		Math.min(one[2], other[2]),
		Math.min(one[3], other[3]),
	];
	return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

function displayMatrix(box: Rectangle, rotation: number, unit: number): Matrix {
	const [left, bottom, right, top] = box.map((side) => side * unit) as Rectangle;
	switch (rotation) {
		case 90:
			return [0, unit, unit, 0, -bottom, -left];
		case 180:
			return [-unit, 0, 0, unit, right, -bottom];
		case 270:
			return [0, -unit, -unit, 0, top, right];
		default:
			return [unit, 0, 0, -unit, -left, top];
	}
}

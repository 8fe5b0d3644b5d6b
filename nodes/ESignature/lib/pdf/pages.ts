import { STEPS, type ReadOptions } from './limits';
import { isDict, Ref, type Dict, type PdfObject } from './objects';
import { ObjectStore } from './store';

/** `[a b c d e f]` as ISO 32000-1, 8.3.3 writes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** As shown: turned, cropped, in points. */
export interface PageSize {
	width: number;
	height: number;
}

/** The pages without what is on them: a fraction of the work. */
export async function readPageSizes(
	bytes: Uint8Array,
	options: ReadOptions = {},
): Promise<PageSize[]> {
	return await ObjectStore.use(bytes, options, async (store) =>
		(await readPages(store)).map(({ size }) => size),
	);
}

export interface PageSource {
	/** The number of its object; undefined where it stands in the list of another one, which is not allowed. */
	number: number | undefined;
	dict: Dict;
	resources: Dict;
	size: PageSize;
	/** From the page's own coordinates to points from the corner seen at the top left, down and to the right. */
	toDisplay: Matrix;
}

/** Attributes that a page inherits from the nodes above it (ISO 32000-1, 7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/**
 * All pages in their order. It fails if one of them cannot be found: all later ones would get another number, and
 * places would be on the wrong page.
 */
export async function readPages(store: ObjectStore): Promise<PageSource[]> {
	const pages: PageSource[] = [];
	const seen = new Set<Dict>();
	const visit = async (given: PdfObject | undefined, above: Dict, depth: number): Promise<void> => {
		store.budget.checkDepth(depth);
		store.budget.step(STEPS.pageNode);
		await store.budget.rest();
		const node = store.resolve(given);
		if (!isDict(node) || seen.has(node)) return store.fail();
		seen.add(node);
		const inherited = new Map(above);
		for (const key of INHERITED) {
			const value = node.get(key);
			if (value !== undefined && value !== null) inherited.set(key, value);
		}
		const kids = store.resolve(node.get('Kids'));
		if (Array.isArray(kids) && store.name(node.get('Type')) !== 'Page') {
			for (const kid of kids) await visit(kid, inherited, depth + 1);
			return;
		}
		pages.push({
			number: given instanceof Ref ? given.number : undefined,
			dict: node,
			resources: store.dict(inherited.get('Resources')),
			...readGeometry(node, inherited, store),
		});
		store.budget.checkPages(pages.length);
	};
	await visit(store.root.get('Pages'), new Map(), 0);
	return pages.length > 0 ? pages : store.fail();
}

/** `left, bottom, right, top` in the coordinates of the page. */
type Rectangle = [left: number, bottom: number, right: number, top: number];

/** Programs assume this size if a file states none, or an impossible one. */
const LETTER: Rectangle = [0, 0, 612, 792];

function readGeometry(
	page: Dict,
	inherited: Dict,
	store: ObjectStore,
): Pick<PageSource, 'size' | 'toDisplay'> {
	const mediaBox = readBox(inherited.get('MediaBox'), store) ?? LETTER;
	const cropBox = readBox(inherited.get('CropBox'), store) ?? mediaBox;
	const shown = overlap(cropBox, mediaBox) ?? mediaBox;
	const stated = store.number(inherited.get('Rotate')) ?? 0;
	const rotation = stated % 90 === 0 ? ((stated % 360) + 360) % 360 : 0;
	// Points per unit of the page (PDF 1.6).
	const stretch = store.number(page.get('UserUnit')) ?? 1;
	const unit = stretch > 0 && Number.isFinite(stretch) ? stretch : 1;
	const across = (shown[2] - shown[0]) * unit;
	const down = (shown[3] - shown[1]) * unit;
	const [width, height] = rotation % 180 === 0 ? [across, down] : [down, across];
	return { size: { width, height }, toDisplay: displayMatrix(shown, rotation, unit) };
}

function readBox(value: PdfObject | undefined, store: ObjectStore): Rectangle | undefined {
	const numbers = store.numbers(value, 4);
	if (!numbers) return undefined;
	const [a, b, c, d] = numbers as Rectangle;
	return withArea([Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);
}

const overlap = (one: Rectangle, other: Rectangle): Rectangle | undefined =>
	withArea([
		Math.max(one[0], other[0]),
		Math.max(one[1], other[1]),
		Math.min(one[2], other[2]),
		Math.min(one[3], other[3]),
	]);

const withArea = (box: Rectangle): Rectangle | undefined =>
	box[2] > box[0] && box[3] > box[1] ? box : undefined;

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

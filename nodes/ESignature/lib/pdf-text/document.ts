import { readAnnotations } from './annotations';
import { ContentReader, type DocumentContext } from './content';
import { hasUnreadWords } from './flows';
import { FontLibrary } from './fonts';
import type { Glyphs, Matrix } from './glyphs';
import { Layers } from './layers';
import { Budget, guarded, STEPS, type ReadOptions } from './limits';
import { isDict, type Dict, type PdfObject } from './objects';
import { ObjectStore } from './store';

/** A page that may show text which cannot be found. */
export interface UnreadPage {
	page: number;
	/**
	 * `text`: some of its letters, commands or form fields could not be read; `image`: most of it is a scan or a drawing;
	 * `hidden`: a tag begins where a frame or a table cell hides it.
	 */
	kind: 'text' | 'image' | 'hidden';
}

/** As shown: turned, cropped, in points. */
export interface PageSize {
	width: number;
	height: number;
}

export interface PdfPage extends PageSize {
	/** From 1 on. */
	number: number;
	glyphs: Glyphs;
	unread: 'text' | 'image' | undefined;
	/** Texts of annotations and form fields that are shown somewhere, but the file does not say where. */
	unplaced: string[];
	hidesTag: boolean;
}

export interface PdfDocument {
	pages: PdfPage[];
}

/** Reads all text of a PDF with its places; raises a PdfError where that is not possible. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions = {}): Promise<PdfDocument> {
	return await guarded(
		async () =>
			await ObjectStore.use(bytes, new Budget(options), async (store) => {
				const context = { store, fonts: new FontLibrary(store), layers: new Layers(store) };
				const drawn: DrawnPage[] = [];
				for (const source of await readPages(store)) {
					await store.budget.rest();
					drawn.push(await drawPage(source, context));
				}
				const backgrounds = await backgroundsOf(drawn, store.budget);
				const pages: PdfPage[] = [];
				for (const { size, glyphs, unplaced, content } of drawn) {
					pages.push({
						...size,
						number: pages.length + 1,
						glyphs,
						unplaced,
						hidesTag: content.hidesTag,
						unread: await unreadOn(content, backgrounds, store.budget),
					});
				}
				return { pages };
			}),
	);
}

/** The pages without what is on them: a fraction of the work. */
export async function readPageSizes(
	bytes: Uint8Array,
	options: ReadOptions = {},
): Promise<PageSize[]> {
	return await guarded(
		async () =>
			await ObjectStore.use(bytes, new Budget(options), async (store) =>
				(await readPages(store)).map(({ size }) => size),
			),
	);
}

interface DrawnPage {
	size: PageSize;
	glyphs: Glyphs;
	unplaced: string[];
	content: ContentReader;
}

async function drawPage(
	{ dict, resources, size, toDisplay }: PageSource,
	context: DocumentContext,
): Promise<DrawnPage> {
	const content = new ContentReader(context, size, toDisplay);
	await content.read(dict.get('Contents'), resources);
	const { drawn, unplaced } = await readAnnotations(dict, context);
	for (const { form, placement } of drawn) await content.drawOver(form, placement);
	content.glyphs.trim();
	return { size, glyphs: content.glyphs, unplaced, content };
}

/** Images that cover this part of a page are its content, unless there is as much text as on a printed page. */
const MOST_OF_PAGE = 0.5;
/** More letters than a stamp, a page number and the line of a fax have together. */
const PRINTED = 150;
/** So many lines and curves can be a word that is drawn. */
const WORD = 30;

/** How many letters it has, counted as far as that of a printed page. */
function lettersOn({ glyphs }: ContentReader, budget: Budget): number {
	let count = 0;
	for (let at = 0; at < glyphs.count && count < PRINTED; at++) {
		budget.step();
		count += glyphs.texts[at]?.trim().length ?? 1;
	}
	return count;
}

/** What is behind a printed page, such as a letterhead, is the scan of no other page. */
async function backgroundsOf(pages: DrawnPage[], budget: Budget): Promise<Set<number>> {
	const backgrounds = new Set<number>();
	for (const { content } of pages) {
		await budget.rest();
		if (lettersOn(content, budget) < PRINTED) continue;
		budget.step(content.images.size);
		for (const object of content.images.keys()) backgrounds.add(object);
	}
	// Images among the commands have no number of their own.
	backgrounds.delete(0);
	return backgrounds;
}

async function unreadOn(
	content: ContentReader,
	backgrounds: Set<number>,
	budget: Budget,
): Promise<PdfPage['unread']> {
	const { glyphs, damaged, images, lines } = content;
	await budget.rest();
	if (damaged || (await hasUnreadWords(glyphs, budget))) return 'text';
	budget.step(images.size);
	const own = [...images].filter(([object]) => !backgrounds.has(object));
	const letters = lettersOn(content, budget);
	// Some scanners draw blanks over their image.
	if (letters === 0) return own.length > 0 || lines >= WORD ? 'image' : undefined;
	const covered = own.reduce((sum, [, part]) => sum + part, 0);
	return covered >= MOST_OF_PAGE && letters < PRINTED ? 'image' : undefined;
}

/** The pages that may show more than was searched; `isWanted` decides about texts whose place is not known. */
export async function unreadPages(
	{ pages }: PdfDocument,
	isWanted: (text: string) => boolean,
	budget: Budget,
): Promise<UnreadPage[]> {
	const found: UnreadPage[] = [];
	for (const { number, unread, unplaced } of pages) {
		await budget.rest();
		const isUnplaced = unplaced.some((text) => {
			budget.step(text.length);
			return isWanted(text);
		});
		const kind = isUnplaced ? 'text' : unread;
		if (kind) found.push({ page: number, kind });
	}
	return found;
}

interface PageSource {
	dict: Dict;
	resources: Dict;
	size: PageSize;
	/** From the page's own coordinates to points from the corner seen at the top left, down and to the right. */
	toDisplay: Matrix;
}

/** What a page takes from the nodes above it (ISO 32000-1, 7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/**
 * All pages in their order. It fails if one of them cannot be found: all later ones would get another number, and
 * places would be on the wrong page.
 */
async function readPages(store: ObjectStore): Promise<PageSource[]> {
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

/** What programs assume where a file states no size, or none that is possible. */
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

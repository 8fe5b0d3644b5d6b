import {
	Budget,
	DEFAULT_LIMITS,
	pdfFailureOf,
	PdfStop,
	type PdfFailure,
	type PdfLimits,
} from '../file/limits';
import { isDict, nameOf, type Dict, type PdfObject } from '../file/objects';
import { ObjectStore } from '../file/store';
import { FontLibrary } from '../fonts';
import { readAnnotations } from './annotations';
import { ContentReader, type Drawn, type Surroundings } from './content';
import type { DrawnGlyphs, GlyphRun, Glyphs, Matrix } from './glyphs';
import { OptionalContent } from './markedContent';

export interface PdfPage extends PageGeometry, DrawnGlyphs {
	/** From 1 on. */
	number: number;
	/**
	 * Which part of it each image covers, twice what is covered twice: a page of images was probably scanned. By the
	 * numbers of their objects; those that stand among the commands have none, and are all 0.
	 */
	images: ReadonlyMap<number, number>;
	/** Lines and curves that are drawn on it: some programs draw letters with them. */
	lines: number;
	/** Fonts with glyphs on this page whose letters cannot be known. */
	unreadableFonts: string[];
	/** A part of the page is missing or in the wrong place, because its commands are not whole. */
	damaged: boolean;
	/** Texts of annotations and form fields that are shown somewhere, but the file does not say where. */
	unplaced: string[];
	/** The same page with what clips take away; only where a bracket is among it. */
	unclipped?: PdfPage;
}

export interface PdfDocument {
	pages: PdfPage[];
}

export type PdfOutcome = { kind: 'read'; document: PdfDocument } | PdfFailure;

export interface ReadOptions {
	limits?: Partial<PdfLimits>;
	/** True once there is no more time. */
	expired?: () => boolean;
	/** Called after each page, so that a long document does not hold up everything else. */
	pause?: () => Promise<void>;
}

/** Reads all text of a PDF with its places; every way in which that can fail is an outcome. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions = {}): Promise<PdfOutcome> {
	return await outcomeOf(async () => ({
		kind: 'read',
		document: await read(new ObjectStore(bytes, budgetOf(options)), options),
	}));
}

/** The pages without what is on them: a fraction of the work. */
export async function readPageSizes(
	bytes: Uint8Array,
	options: ReadOptions = {},
): Promise<{ kind: 'read'; pages: PageGeometry[] } | PdfFailure> {
	return await outcomeOf(async () => ({
		kind: 'read',
		pages: findPages(new ObjectStore(bytes, budgetOf(options))).map(({ geometry }) => geometry),
	}));
}

const budgetOf = ({ limits, expired }: ReadOptions): Budget =>
	new Budget({ ...DEFAULT_LIMITS, ...limits }, expired);

async function outcomeOf<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | PdfFailure> {
	try {
		return await work();
	} catch (error) {
		return pdfFailureOf(error);
	}
}

async function read(store: ObjectStore, { pause }: ReadOptions): Promise<PdfDocument> {
	const sources = findPages(store);
	const around = { store, fonts: new FontLibrary(store), layers: new OptionalContent(store) };
	const pages: PdfPage[] = [];
	for (const [index, source] of sources.entries()) {
		store.budget.checkTime();
		store.budget.startPage();
		pages.push(readPage(source, index + 1, around));
		await pause?.();
	}
	return { pages };
}

/** A second look at the whole file may find what its tables hide. */
function findPages(store: ObjectStore): PageSource[] {
	const pages = readPages(store) ?? (store.rescue() ? readPages(store) : undefined);
	if (!pages) throw new PdfStop({ kind: 'damaged', part: 'pages' });
	return pages;
}

function readPage(source: PageSource, number: number, around: Surroundings): PdfPage {
	const page = drawPage(source, number, around, true);
	// Read once more, since letters may be drawn one by one: only together with the others they tell what was cut.
	return page.cutBracket ? { ...page, unclipped: drawPage(source, number, around, false) } : page;
}

function drawPage(
	{ dict, resources, geometry }: PageSource,
	number: number,
	around: Surroundings,
	clips: boolean,
): PdfPage & Pick<Drawn, 'cutBracket'> {
	const reader = new ContentReader(around, geometry, clips);
	reader.read(dict.get('Contents'), resources);
	const { drawn, unplaced } = readAnnotations(dict, around);
	for (const { form, placement } of drawn) reader.drawOver(form, placement);
	const { glyphs, damaged, cutBracket } = reader.drawn;
	const { images, lines } = reader.pictures;
	const runs = withinPage(reader.drawn, geometry);
	const unreadableFonts = unreadIn(glyphs);
	const seen = { glyphs, runs, images, lines, cutBracket };
	return { ...geometry, number, ...seen, unreadableFonts, damaged, unplaced };
}

function unreadIn({ texts, styles }: Glyphs): string[] {
	const fonts = new Set<string>();
	for (let at = texts.indexOf(undefined); at >= 0; at = texts.indexOf(undefined, at + 1)) {
		fonts.add(styles[at]?.font ?? '');
	}
	return [...fonts];
}

/** What lies outside of the part that is shown is not seen, so no field can be placed at it. */
function withinPage({ glyphs, runs }: DrawnGlyphs, { width, height }: PageGeometry): GlyphRun[] {
	const isSeen = (at: number): boolean => {
		const { along, up, ascent } = glyphs.style(at);
		const length = glyphs.length(at);
		const middleX = glyphs.x(at) + (along.x * length) / 2 + (up.x * ascent) / 2;
		const middleY = glyphs.y(at) + (along.y * length) / 2 + (up.y * ascent) / 2;
		return middleX >= 0 && middleX <= width && middleY >= 0 && middleY <= height;
	};
	// The glyphs that are seen move up to where others are not.
	let kept = 0;
	for (const run of runs) {
		const { first, end } = run;
		// A run is straight: with both ends on the page, all of it is.
		const isWhole = isSeen(first) && isSeen(end - 1);
		run.first = kept;
		for (let at = first; at < end; at++) {
			if (!isWhole && !isSeen(at)) continue;
			glyphs.move(at, kept);
			kept += 1;
		}
		run.end = kept;
	}
	glyphs.cut(kept);
	glyphs.trim();
	return runs.filter(({ count }) => count > 0);
}

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

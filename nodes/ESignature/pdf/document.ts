import { ObjectStore } from './file/store';
import { FontLibrary } from './fonts';
import { Budget, DEFAULT_LIMITS, PdfStop, type PdfLimits, type PdfProblem } from './limits';
import { ContentReader, type Surroundings } from './page/content';
import { OptionalContent } from './page/optionalContent';
import { readPages, type PageGeometry, type PageSource } from './page/pages';
import type { Glyph, GlyphRun } from './page/run';

export interface PdfPage extends PageGeometry {
	/** From 1 on. */
	number: number;
	/** In the order in which they are drawn. */
	runs: GlyphRun[];
	/** How many images it shows: a page with images and without runs was probably scanned. */
	images: number;
	/** Fonts with glyphs on this page whose letters cannot be known. */
	unreadableFonts: string[];
	/** A part of the page is missing, because it could not be unpacked. */
	damaged: boolean;
}

export interface PdfDocument {
	pages: PdfPage[];
}

export type PdfOutcome =
	| { kind: 'read'; document: PdfDocument }
	| (PdfProblem & { fault?: unknown });

export interface ReadOptions {
	limits?: Partial<PdfLimits>;
	/** True once there is no more time. */
	expired?: () => boolean;
	/** Called after each page, so that a long document does not hold up everything else. */
	pause?: () => Promise<void>;
}

/** Reads all text of a PDF with its places; every way in which that can fail is an outcome. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions = {}): Promise<PdfOutcome> {
	const budget = new Budget({ ...DEFAULT_LIMITS, ...options.limits }, options.expired);
	try {
		return { kind: 'read', document: await read(bytes, budget, options) };
	} catch (error) {
		if (error instanceof PdfStop) return error.problem;
		// A mistake in this folder, or a file that nests in a way that no limit knows. Tests look for `fault`.
		return { kind: 'damaged', part: 'objects', fault: error };
	}
}

async function read(
	bytes: Uint8Array,
	budget: Budget,
	{ pause }: ReadOptions,
): Promise<PdfDocument> {
	const store = new ObjectStore(bytes, budget);
	const sources = findPages(store);
	const around = { store, fonts: new FontLibrary(store), layers: new OptionalContent(store) };
	const pages: PdfPage[] = [];
	for (const [index, source] of sources.entries()) {
		budget.checkTime();
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
	const { dict, resources, geometry } = source;
	const reader = new ContentReader(around, geometry.toDisplay);
	reader.read(dict.get('Contents'), resources);
	const { runs, images, damaged } = reader.drawn;
	const seen = runs.flatMap((run) => withinPage(run, geometry));
	const unknown = seen.filter(({ glyphs }) => glyphs.some(({ text }) => text === undefined));
	const unreadableFonts = [...new Set(unknown.map(({ font }) => font))];
	return { ...geometry, number, runs: seen, images, unreadableFonts, damaged };
}

/** What lies outside of the part that is shown is not seen, so no field can be placed at it. */
function withinPage(run: GlyphRun, { width, height }: PageGeometry): GlyphRun[] {
	const { along, up, ascent } = run;
	const isSeen = ({ x, y, length }: Glyph): boolean => {
		const [middleX, middleY] = [
			x + (along.x * length) / 2 + (up.x * ascent) / 2,
			y + (along.y * length) / 2 + (up.y * ascent) / 2,
		];
		return middleX >= 0 && middleX <= width && middleY >= 0 && middleY <= height;
	};
	const [first, last] = [run.glyphs[0], run.glyphs.at(-1)];
	// A run is straight: with both ends on the page, all of it is.
	if (first && last && isSeen(first) && isSeen(last)) return [run];
	const glyphs = run.glyphs.filter(isSeen);
	return glyphs.length > 0 ? [{ ...run, glyphs }] : [];
}

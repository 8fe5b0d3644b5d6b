import {
	ObjectStore,
	readPages,
	type Budget,
	type PageSize,
	type PageSource,
	type ReadOptions,
} from '../pdf';
import { readAnnotations } from './annotations';
import { ContentReader, type DocumentContext } from './content';
import { hasUnreadWords } from './flows';
import { FontLibrary } from './fonts';
import type { Glyphs } from './glyphs';
import { Layers } from './layers';

/** A page that may show text which cannot be found. */
export interface UnreadPage {
	page: number;
	/**
	 * `text`: some of its letters, commands or form fields could not be read; `image`: most of it is a scan or a drawing;
	 * `hidden`: a tag begins where a frame or a table cell hides it.
	 */
	kind: 'text' | 'image' | 'hidden';
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
	pages: readonly PdfPage[];
}

/** Reads all text of a PDF with its places; throws a PdfError if that is not possible. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions = {}): Promise<PdfDocument> {
	return await ObjectStore.use(bytes, options, async (store) => {
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
	});
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
const MIN_SCAN_FRACTION = 0.5;

/** More letters than a stamp, a page number and the line of a fax have together. */
const MIN_PRINTED_LETTERS = 150;

/** So many lines and curves can be a word that is drawn. */
const MIN_DRAWN_PATHS = 30;

/** How many letters it has, counted as far as that of a printed page. */
function lettersOn({ glyphs }: ContentReader, budget: Budget): number {
	let count = 0;
	for (let at = 0; at < glyphs.count && count < MIN_PRINTED_LETTERS; at++) {
		budget.step();
		count += glyphs.texts[at]?.trim().length ?? 1;
	}
	return count;
}

/** An image behind a printed page, such as a letterhead, is not the scan of another page. */
async function backgroundsOf(pages: DrawnPage[], budget: Budget): Promise<Set<number>> {
	const backgrounds = new Set<number>();
	for (const { content } of pages) {
		await budget.rest();
		if (lettersOn(content, budget) < MIN_PRINTED_LETTERS) continue;
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
	if (letters === 0) return own.length > 0 || lines >= MIN_DRAWN_PATHS ? 'image' : undefined;
	const covered = own.reduce((sum, [, part]) => sum + part, 0);
	return covered >= MIN_SCAN_FRACTION && letters < MIN_PRINTED_LETTERS ? 'image' : undefined;
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

import {
	findTexts,
	readPdf,
	type PdfDocument,
	type PdfPage,
	type TextHit,
} from '../../../../../nodes/ESignature/lib/pdf-text';
import { bytesOf, fileOf, onePage, stream, type Objects, type OnePage } from '../handMade';

export const read = async (file: string | Uint8Array): Promise<PdfDocument> =>
	await readPdf(typeof file === 'string' ? bytesOf(file) : file);

export const readContent = async (content: string, options?: OnePage): Promise<PdfDocument> =>
	await read(fileOf(onePage(content, options)));

/** All letters of a document in the order in which they are drawn, page by page. */
export const drawn = ({ pages }: PdfDocument): string =>
	pages.map(({ glyphs }) => glyphs.texts.map((text) => text ?? '?').join('')).join('|');

export async function placesOf(document: PdfDocument, text: string): Promise<TextHit[]> {
	const [found] = await findTexts(document, [text]);
	return found?.places ?? [];
}

export const times = async (document: PdfDocument, text: string): Promise<number> =>
	(await placesOf(document, text)).length;

/** Why the first page could not be read in full. */
export const unreadIn = ({ pages }: PdfDocument): string | undefined => pages[0]?.unread;

/** A font that can show every letter, each 500 wide: codes are Unicode. */
export const ANY = {
	fonts: '/U 10 0 R',
	objects: {
		10: '<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>',
		11: '<< /Type /Font /Subtype /CIDFontType2 /DW 500 >>',
		12: stream('1 beginbfrange <0000> <FFFF> <0000> endbfrange'),
	},
};

/** A text in that font, as content streams write it. */
export const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Shows a string in a font; further objects begin at 10. */
export async function shownIn(font: string, text: string, objects: Objects = {}) {
	return await readContent(`BT /F2 10 Tf 100 700 Td ${text} Tj ET`, {
		fonts: '/F2 10 0 R',
		objects: { 10: font, ...objects },
	});
}

/** Lengths of the glyphs, in thousandths of the size. */
export async function widthsIn(font: string, text: string, objects?: Objects): Promise<number[]> {
	const { glyphs } = (await shownIn(font, text, objects)).pages[0] as PdfPage;
	return glyphs.texts.map((_, at) => Math.round(glyphs.length(at) * 100));
}

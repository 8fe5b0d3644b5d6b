import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from 'pdf-lib';

export interface Stamp {
	text: string;
	font: string;
	x: number;
	y: number;
}

/** What was drawn onto a page, with its place in the coordinates of the page. */
export async function stampsIn(bytes: Buffer, page = 0): Promise<Stamp[]> {
	const pdf = await PDFDocument.load(bytes);
	const contents = pdf.getPage(page).node.Contents();
	const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
	const text = streams
		.map((each) => pdf.context.lookup(each))
		.filter((stream) => stream instanceof PDFRawStream)
		.map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
		.join('\n');
	const drawn =
		/\/(\S+) [\d.]+ Tf\s(?:(?! Tf\s)[\s\S])*?([-\d.e]+) ([-\d.e]+) Tm\s[\s\S]*?<([0-9A-F]*)> Tj/g;
	return [...text.matchAll(drawn)].map(([, font = '', x, y, hex = '']) => ({
		text: Buffer.from(hex, 'hex').toString('latin1'),
		font,
		x: Number(x),
		y: Number(y),
	}));
}

import { winAnsiBytes } from './winAnsi';

const LINES_PER_PAGE = 46;
export const LINE_HEIGHT = 16;
export const SIZE = 11;
/** The first line stands below this. */
export const START = { x: 56, y: 800 };
/** About what fits between the margins of A4 at 11 points. */
const LETTERS_PER_LINE = 88;

/** A line that is not as all others. It is as high as they are, so a large one needs empty ones above it. */
export interface StyledLine {
	text: string;
	size: number;
	isWhite: boolean;
}

/** Parentheses and backslashes end or escape a PDF string. */
const pdfString = (text: string) => winAnsiBytes(text).replace(/[\\()]/g, '\\$&');

/**
 * A PDF of plain text, one array of lines per page (A4). Written by hand because it must be made at
 * once, without a promise, and always with the same bytes; `pdf-lib` can do neither.
 */
export function plainPdf(pages: ReadonlyArray<ReadonlyArray<string | StyledLine>>): Buffer {
	const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
		...pages.flatMap((lines, index) => {
			const shown = lines.map(shownLine).join('\n');
			const content = `BT /F1 ${SIZE} Tf ${LINE_HEIGHT} TL ${START.x} ${START.y} Td\n${shown}\nET`;
			return [
				'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ' +
					`/Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
				`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
			];
		}),
	];

	let text = '%PDF-1.7\n';
	const offsets = objects.map((object, index) => {
		const offset = text.length;
		text += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(offset).padStart(10, '0')} 00000 n \n`;
	});
	const size = objects.length + 1;
	text +=
		`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
		`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
	return Buffer.from(text, 'latin1');
}

function shownLine(line: string | StyledLine): string {
	if (typeof line === 'string') return `(${pdfString(line)}) '`;
	const { text, size, isWhite } = line;
	return `${isWhite ? 1 : 0} g /F1 ${size} Tf (${pdfString(text)}) ' 0 g /F1 ${SIZE} Tf`;
}

/** Lines that fit, on as many pages as they need. */
export function paged<Line>(lines: Line[]): Line[][] {
	const pages: Line[][] = [];
	for (let at = 0; at < Math.max(1, lines.length); at += LINES_PER_PAGE) {
		pages.push(lines.slice(at, at + LINES_PER_PAGE));
	}
	return pages;
}

/** A line of any length, in lines that fit: broken at a space where there is one, and what follows is set in. */
export function broken(line: string): string[] {
	if (line.length <= LETTERS_PER_LINE) return [line];
	const space = line.lastIndexOf(' ', LETTERS_PER_LINE);
	const inset = '        ';
	const at = space > LETTERS_PER_LINE / 2 ? space : LETTERS_PER_LINE;
	return [line.slice(0, at), ...broken(inset + line.slice(at).trimStart())];
}

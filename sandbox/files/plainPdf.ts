const LINES_PER_PAGE = 46;
const LINE_HEIGHT = 16;

/** The standard fonts know Latin-1 only; parentheses and backslashes end or escape a PDF string. */
const pdfString = (text: string) =>
	text.replace(/[^\x20-\x7e\xa1-\xff]/g, '?').replace(/[\\()]/g, '\\$&');

/**
 * A PDF of plain text, one array of lines per page (A4). Written by hand because it must be made at
 * once, without a promise, and always with the same bytes; `pdf-lib` can do neither.
 */
export function plainPdf(pages: string[][]): Buffer {
	const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
		...pages.flatMap((lines, index) => {
			const shown = lines.map((line) => `(${pdfString(line)}) '`).join('\n');
			const content = `BT /F1 11 Tf ${LINE_HEIGHT} TL 56 800 Td\n${shown}\nET`;
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

/** Lines of any number, broken into pages. */
export function paged(lines: string[]): string[][] {
	const pages: string[][] = [];
	for (let at = 0; at < Math.max(1, lines.length); at += LINES_PER_PAGE) {
		pages.push(lines.slice(at, at + LINES_PER_PAGE));
	}
	return pages;
}

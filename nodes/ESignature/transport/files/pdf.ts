import type { FileEnds, Findings } from './fileReader';

/** As far from its ends as readers look for the two marks of a PDF. */
const REACH = 1024;

/** Enough of the PDF rules (ISO 32000) to tell a whole file from a cut one or from another type. */
export function readPdf({ head, end, bytes }: FileEnds): Findings | string {
	const start = head.subarray(0, REACH).toString('latin1');
	if (!start.includes('%PDF-')) return 'it is not a PDF';
	const text = end.toString('latin1');
	const mark = text.lastIndexOf('%%EOF');
	if (mark < Math.max(0, text.length - REACH)) return 'its end is missing';
	// The mark of an earlier revision: a later one had begun.
	if (/\d \d{1,5} obj\b/.test(text.slice(mark))) return 'its end is missing';

	const table = lastTable(text.slice(0, mark));
	const stated = statedLength(start);
	// The first part of a file made for fast display ends with a mark, too, and with a table at 0.
	if (stated > bytes && table === 0) return 'its end is missing';
	const warnings = [
		...(stated > bytes ? [`It states a length of ${stated} bytes, but has ${bytes}.`] : []),
		...(table >= bytes ? ['Its table of contents is said to lie beyond its end.'] : []),
	];
	return { warnings };
}

/** Where the file says that its last cross-reference table begins (7.5.5); -1 if it does not say. */
function lastTable(text: string): number {
	const found = /^startxref\s{1,99}(\d{1,15})\s/.exec(text.slice(text.lastIndexOf('startxref')));
	return found ? Number(found[1]) : -1;
}

/** A file made for fast display states its whole length at its start (annex F); 0 for others. */
function statedLength(start: string): number {
	const at = start.indexOf('/Linearized');
	const found = at < 0 ? null : /\/L\s{1,99}(\d{1,15})\b/.exec(start.slice(at));
	return found ? Number(found[1]) : 0;
}

import type { FileEnds } from './fileEnds';

/** Enough of the PDF rules to tell a whole file from a cut one or from another type. */
export function pdfFault({ head, tail }: FileEnds): string | undefined {
	if (!head.subarray(0, 1024).includes('%PDF-')) return 'it is not a PDF';
	if (!tail.subarray(-1024).includes('%%EOF')) return 'its end is missing';
	return undefined;
}

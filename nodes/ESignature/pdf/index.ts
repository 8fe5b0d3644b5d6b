import type { PdfOutcome, ReadOptions } from './document';

/** Finds text in PDFs. Imports nothing from outside this folder; n8n and its texts are the callers' business. */
export type { PdfDocument, PdfOutcome, PdfPage, ReadOptions } from './document';
export { findOnPage, findText, hitAt, similarTexts } from './find';
export type { Box, SimilarText, TextHit } from './find';
export { DEFAULT_LIMITS } from './limits';
export type { PdfLimits, PdfProblem } from './limits';
export type { Glyph, GlyphRun } from './page/run';
export type { Flow } from './text/flow';
export { flowsOf } from './text/lines';

/**
 * Reads all text of a PDF with its places; every way in which that can fail is an outcome. The reader itself is loaded
 * with the first file, since n8n loads every node when it starts, and most workflows read no PDF.
 */
export async function readPdf(bytes: Uint8Array, options?: ReadOptions): Promise<PdfOutcome> {
	const reader = await import('./document');
	return await reader.readPdf(bytes, options);
}

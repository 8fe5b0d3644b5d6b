/** Finds text in PDFs. Imports nothing from outside this folder; n8n and its texts are the callers' business. */
export { readPdf } from './document';
export type { PdfDocument, PdfOutcome, PdfPage, ReadOptions } from './document';
export { findOnPage, findText, hitAt, similarTexts } from './find';
export type { Box, SimilarText, TextHit } from './find';
export { DEFAULT_LIMITS } from './limits';
export type { PdfLimits, PdfProblem } from './limits';
export type { Glyph, GlyphRun } from './page/run';
export type { Flow } from './text/flow';
export { flowsOf } from './text/lines';

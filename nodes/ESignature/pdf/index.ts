// Finds text in PDFs. It imports nothing from outside this folder; n8n and its texts are the callers' business. Whoever
// needs it loads it with import() when the first file comes: n8n loads every node when it starts, and most workflows
// read no PDF.
export { bounded, Budget, DEFAULT_LIMITS } from './file/limits';
export type { PdfFailure, PdfLimits, PdfProblem } from './file/limits';
export { readPageSizes, readPdf } from './page/document';
export type { PageGeometry, PdfDocument, PdfOutcome, PdfPage, ReadOptions } from './page/document';
export type { Glyph, GlyphRun, Glyphs } from './page/glyphs';
export { findAcross, findOnPage, findText, similarTexts } from './text/find';
export type { Box, SimilarText, TextHit } from './text/find';
export { flowsOf } from './text/flows';
export type { Flow, PageFlows } from './text/flows';
export { tagsOn } from './text/tags';
export type { TagHit } from './text/tags';
export { couldHideTag, couldStandUnread } from './text/unread';

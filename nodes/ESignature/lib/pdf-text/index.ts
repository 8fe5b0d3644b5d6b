// Finds text and tags in PDFs. See README.md.
export { readPageSizes, readPdf } from './document';
export type { PageSize, PdfDocument, PdfPage, UnreadPage } from './document';
export { findTexts, similarTexts } from './find';
export type { Box, FoundText, SimilarText, TextHit } from './find';
export { PdfError } from './limits';
export type { PdfLimits, PdfProblem, ReadOptions } from './limits';
export { findTags } from './tags';
export type { FoundTags, TagHit } from './tags';

// Finds text and tags in PDFs. See README.md.
export { readPageSizes, readPdf } from './document';
export type { PageSize, PdfDocument, PdfPage, UnreadPage } from './document';
export { findTexts } from './find';
export type { FoundText } from './find';
export { PdfError } from './limits';
export type { PdfLimits, PdfProblem, ReadOptions } from './limits';
export type { Box, TextHit } from './places';
export { similarTexts } from './similar';
export type { SimilarText } from './similar';
export { findTags } from './tags';
export type { FoundTags, TagHit } from './tags';

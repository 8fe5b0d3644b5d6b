// Finds text and tags in PDFs. See README.md.
export { PdfError, readPageSizes } from '../pdf';
export type { PageSize, PdfLimits, PdfProblem, ReadOptions } from '../pdf';
export { readPdf } from './document';
export type { PdfDocument, PdfPage, UnreadPage } from './document';
export { findTexts } from './find';
export type { FoundText } from './find';
export type { Box, TextHit } from './places';
export { similarTexts } from './similar';
export type { SimilarText } from './similar';
export { findTags } from './tags';
export type { FoundTags, TagHit } from './tags';

// Reads the objects of PDFs and their pages. See README.md.
export { bytesOf, fromCodes, indexOf, joined } from './bytes';
export { encodingNamed, standardFontNamed, standardWidth } from './encodings';
export { END, isBlank, Lexer } from './lexer';
export { Budget, guarded, PdfError } from './limits';
export type { PdfLimits, PdfProblem, ReadOptions } from './limits';
export {
	decodedText,
	isDict,
	isKeyword,
	isWholeNumber,
	Keyword,
	Name,
	nameOf,
	PdfStream,
	Ref,
} from './objects';
export type { Dict, PdfObject } from './objects';
export { readPages, readPageSizes } from './pages';
export type { Matrix, PageSize, PageSource } from './pages';
export { Parser, readRawEntries, readRawList } from './parser';
export { ObjectStore } from './store';
export type { Section } from './tables';

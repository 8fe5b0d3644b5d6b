import type { Document, NewField, UUID } from '../../api';
import { idKey, wrongInput, type Call } from '../../core';
import { quoted } from '../../values/text';
import type { PageSize } from '../../lib/pdf-text';
import { pageCount, readDocumentOnce } from '../document/document';
import { documentPdf, hasDocumentFile } from '../document/originals';
import type { DocumentIds } from '../shared/locators';
import { pageSizes, PdfText, type PdfFile } from '../shared/pdfs';
import { oneOf } from '../shared/inputs';
import { isGiven, readEntry, withEntryName } from '../shared/rows';
import { findPositions, textPlaceOf, type TextPlace } from './atText';
import {
	detailsOf,
	positionOf,
	withDefaults,
	type FieldDetails,
	type FieldInput,
	type Position,
} from './field';
import * as form from './form';
import { isWithin, outsidePageError, pageIn } from './pages';

/** A field to create, for a participant with an ID or, in a new envelope, with an index. */
export interface WantedField<Signer = UUID> {
	/** Its name in errors, e.g. `Field 2`. The only field has none. */
	entry?: string;
	signer: Signer;
	field: FieldDetails;
	at: Position | TextPlace;
	/** Where its position comes from, if not from a row of the user. */
	by?: 'tag' | 'template';
	/** The text or tag in the document that it was placed at. */
	foundAt?: string;
}

/** The same field, with its position in the document. */
export type Placed<Wanted extends WantedField<unknown>> = Wanted & { at: Position };

export type PlacedField<Signer = UUID> = Placed<WantedField<Signer>>;

export const isPlaced = <Wanted extends WantedField<unknown>>(
	wanted: Wanted,
): wanted is Placed<Wanted> => !('text' in wanted.at);

/** The field as it is sent. */
export const newField = ({ signer, field, at }: PlacedField): NewField => ({
	...field,
	...at,
	participantID: signer,
});

const EITHER = "Use either 'text', or 'x' and 'y' or a 'boundingBox'.";
const POSITION_KEYS = ['x', 'y', 'boundingBox'];
const TEXT_KEYS = form.textProperties.map(({ name }) => name);
const BOX_KEYS = form.boxProperties.map(({ name }) => name);

/** A row of the form. It hides the page for a field at a text, so the page does not count. */
export const fieldFromForm = <Row extends FieldInput>(row: Row): Row =>
	oneOf(row, form.placement) === 'atText' ? { ...row, page: undefined } : row;

/** A row of JSON. It may leave out the placement, which its other keys show. */
export const fieldFromJson = <Row extends FieldInput>(row: Row): Row => ({
	...row,
	placement: placementIn(row),
});

function placementIn(row: FieldInput): form.Placement {
	const isAtText = isGiven(row.text);
	const placement = isAtText ? 'atText' : 'atPosition';
	const isSet = (key: string): boolean => isGiven({ ...row }[key as keyof FieldInput]);
	if (!isAtText && !POSITION_KEYS.some(isSet))
		throw wrongInput('The field has no position', EITHER);
	const box = BOX_KEYS.find(isSet);
	if (isSet('boundingBox') && box !== undefined) {
		throw wrongInput(
			`The field has both a 'boundingBox' and '${box}'`,
			"A 'boundingBox' is in points, and has the position and the size. Remove one of them.",
		);
	}
	const stray = (isAtText ? POSITION_KEYS : TEXT_KEYS).find(isSet);
	if (stray === undefined && oneOf(row, form.placement, placement) === placement) return placement;
	throw wrongInput(
		`A field placed at ${isAtText ? 'text' : 'a position'} cannot have '${stray ?? form.placement.name}'`,
		EITHER,
	);
}

/** The field that a row describes, checked as far as possible without its document. */
export function wantedField<Signer>(input: FieldInput, signer: Signer): WantedField<Signer> {
	const row = withDefaults(input);
	const field = detailsOf(row);
	const isAtText = oneOf(row, form.placement) === 'atText';
	// Without a page, the whole document is searched.
	return { signer, field, at: isAtText ? textPlaceOf(row, input.page) : positionOf(row) };
}

/**
 * Places the fields in a PDF. A text that occurs several times can make several fields. If the PDF cannot be read, only
 * fields at a text are refused.
 */
export async function placeInFile<Wanted extends WantedField<unknown>>(
	call: Pick<Call, 'pause' | 'assertNotCanceled'>,
	file: PdfFile,
	wanted: readonly Wanted[],
): Promise<Array<Placed<Wanted>>> {
	if (!wanted.every(isPlaced)) {
		return await placeInPdf(await PdfText.read(call, file, firstText(wanted)), wanted);
	}
	const pages = await pageSizes(call, file.bytes);
	return pages ? wanted.map((one) => placeOnPage(one, pages, file.name)) : [...wanted];
}

/** Places the fields in a PDF whose text was read. */
export async function placeInPdf<Wanted extends WantedField<unknown>>(
	pdf: PdfText,
	wanted: readonly Wanted[],
): Promise<Array<Placed<Wanted>>> {
	await pdf.search(textsToFind(wanted));
	const placed: Array<Placed<Wanted>> = [];
	for (const one of wanted) {
		const { at } = one;
		if ('text' in at) placed.push(...(await placeAtText(pdf, one, at)));
		else placed.push(placeOnPage({ ...one, at }, pdf.pages, pdf.name));
	}
	return placed;
}

const textsToFind = (wanted: ReadonlyArray<WantedField<unknown>>): string[] =>
	wanted.flatMap(({ at }) => ('text' in at ? at.text : []));

/** For errors. */
const firstText = (wanted: ReadonlyArray<WantedField<unknown>>): string =>
	`the text ${quoted(textsToFind(wanted)[0])}`;

async function placeAtText<Wanted extends WantedField<unknown>>(
	pdf: PdfText,
	wanted: Wanted,
	place: TextPlace,
): Promise<Array<Placed<Wanted>>> {
	const positions = await findPositions(pdf, place).catch((error: unknown) => {
		throw withEntryName(wanted.entry, error);
	});
	return positions.map((at) => ({ ...wanted, at, foundAt: place.text }));
}

/** Checks that the page exists and that the field is within its edges, as the page is shown: turned and cropped. */
function placeOnPage<Field extends PlacedField<unknown>>(
	field: Field,
	pages: readonly PageSize[],
	name: string,
): Field {
	const { entry = 'The field', by } = field;
	const placed = withExistingPage(field, pages.length, quoted(name));
	const { page, boundingBox } = placed.at;
	const geometry = pages[page - 1];
	if (!geometry || isWithin(boundingBox, geometry)) return placed;
	const advice = by === 'template' ? OTHER_PLACE : "Change 'X', 'Y', 'Width' or 'Height'";
	throw outsidePageError(`${entry} lies outside`, geometry, page, name, advice);
}

/** Advice for fields of a template, which have no inputs to change. */
const OTHER_PAGE =
	'Provide a file that has this page, or move the field to another page of the envelope to copy.';
const OTHER_PLACE =
	'Provide a file whose pages are as large as those of the envelope to copy, or move the field there';

function withExistingPage<Field extends PlacedField<unknown>>(
	field: Field,
	pages: number,
	document: string,
): Field {
	const { entry, by, at } = field;
	const advice = by === 'template' ? OTHER_PAGE : undefined;
	const page = readEntry(entry, () => pageIn(pages, at.page, document, advice));
	return { ...field, at: { ...at, page } };
}

/** Checks the page, if the service has counted the pages of the document. `name`: the document's name in errors. */
export function checkPage<Field extends PlacedField<unknown>>(
	document: Document,
	field: Field,
	name: string,
): Field {
	const pages = pageCount(document);
	if (pages) return withExistingPage(field, pages, name);
	if (field.at.page > 0) return field;
	throw pagesUnknown();
}

const pagesUnknown = () =>
	wrongInput(
		'The number of pages of the document is not known yet',
		"Enter the number of the page instead, or wait until the document is processed, e.g. with 'Wait Until Processed'.",
	);

/** Only the PDF that was read last is kept: items for one document usually follow each other, and PDFs take much memory. */
interface LastRead {
	document?: string;
	pdf?: PdfText;
}

/** The PDF of an existing document, read for a search. `what`: what is searched for, as errors name it. */
export async function pdfOf(call: Call, ids: DocumentIds, what: string): Promise<PdfText> {
	const read = async () => await PdfText.read(call, await documentPdf(call, ids), what);
	if (hasDocumentFile(call)) return await read();
	const last = await call.cached('last PDF', async (): Promise<LastRead> => ({}));
	const document = `${idKey(ids.envelopeID)} ${idKey(ids.documentID)}`;
	if (last.pdf && last.document === document) return last.pdf;
	const pdf = await read();
	Object.assign(last, { document, pdf });
	return pdf;
}

/** Places the fields in an existing document, whose PDF is read only to find a text. */
export async function placeInDocument(
	call: Call,
	ids: DocumentIds,
	wanted: readonly WantedField[],
): Promise<PlacedField[]> {
	if (!wanted.every(isPlaced)) {
		return await placeInPdf(await pdfOf(call, ids, firstText(wanted)), wanted);
	}
	if (hasDocumentFile(call)) return await placeInFile(call, await documentPdf(call, ids), wanted);
	return await Promise.all(
		wanted.map(async (one) => {
			const page = await pageNumber(call, ids, one.at.page, one.entry);
			return { ...one, at: { ...one.at, page } };
		}),
	);
}

/** The number of the page. The document is read only if the page is counted from the end. */
export async function pageNumber(
	call: Call,
	ids: DocumentIds,
	page: number,
	entry?: string,
): Promise<number> {
	if (page > 0) return page;
	const pages = pageCount(await readDocumentOnce(call, ids));
	if (pages) return readEntry(entry, () => pageIn(pages, page, 'the document'));
	throw pagesUnknown();
}

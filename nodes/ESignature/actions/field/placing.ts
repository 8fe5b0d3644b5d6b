import type { Document, NewField, UUID } from '../../api';
import { idKey, wrongInput, type Call } from '../../core';
import { quoted } from '../../values/text';
import type { PageSize } from '../../lib/pdf-text';
import { pageCount, readDocumentOnce } from '../document/document';
import { documentPdf, hasDocumentFile } from '../document/originals';
import type { DocumentIds } from '../shared/locators';
import { pageSizes, PdfText, type PdfFile } from '../shared/pdfs';
import { oneOf } from '../shared/inputs';
import { isGiven, named, namedError, type Source } from '../shared/rows';
import { isWithin, outside, pageIn, spotsAt, textPlaceOf, type TextPlace } from './atText';
import { withDefaults, newField, type FieldInput } from './field';
import * as form from './form';

/** A field to create. With `at`, its page and position are not known yet. */
export interface WantedField {
	/** Its name in errors, e.g. `Field 2`. The only field has none. */
	entry?: string;
	field: NewField;
	at?: TextPlace;
	/** What determined its position, if not a row of the user's. */
	by?: 'tag' | 'template';
}

const EITHER = "Use either 'text', or 'x' and 'y' or a 'boundingBox'.";
const POSITION_KEYS = ['x', 'y', 'boundingBox'];
const TEXT_KEYS = form.textProperties.map(({ name }) => name);
const BOX_KEYS = form.boxProperties.map(({ name }) => name);

/** How a row places its field. The form has an input for it; in JSON, the other keys show it. */
function placementOf(row: FieldInput, source: Source): form.Placement {
	if (source === 'form') return oneOf(row, form.placement);
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
export function wantedField(
	input: FieldInput,
	participantID: UUID,
	source: Source,
): Pick<WantedField, 'field' | 'at'> {
	const placement = placementOf(input, source);
	const row = withDefaults(input);
	if (placement === 'atPosition') return { field: newField(row, participantID) };
	const yetUnknown = { page: 1, x: 0, y: 0 };
	const field = newField({ ...row, ...yetUnknown }, participantID);
	// The form hides the page for a field at a text, so its value does not count.
	return { field, at: textPlaceOf(row, source === 'json' ? input.page : undefined) };
}

/**
 * The fields at their places in the document. A text that occurs several times can make several fields. If the PDF
 * cannot be read, only fields at a text are refused.
 */
export async function placedIn<Wanted extends WantedField>(
	call: Pick<Call, 'pause' | 'assertNotCanceled'>,
	file: PdfFile,
	wanted: readonly Wanted[],
): Promise<Wanted[]> {
	const [first] = textsToFind(wanted);
	if (first !== undefined)
		return await placedAt(await PdfText.read(call, file, theText(first)), wanted);
	const pages = await pageSizes(call, file.bytes);
	return wanted.map((one) => (pages ? onPage(one, pages, file.name) : one));
}

/** Does the same for a PDF whose text was read. */
export async function placedAt<Wanted extends WantedField>(
	pdf: PdfText,
	wanted: readonly Wanted[],
): Promise<Wanted[]> {
	await pdf.search(textsToFind(wanted));
	const placed: Wanted[] = [];
	for (const one of wanted) {
		const { entry, field, at } = one;
		if (!at) {
			placed.push(onPage(one, pdf.pages, pdf.name));
			continue;
		}
		const spots = await spotsAt(pdf, at).catch((error: unknown) => {
			throw namedError(entry, error);
		});
		placed.push(...spots.map((spot) => ({ ...one, at: undefined, field: { ...field, ...spot } })));
	}
	return placed;
}

const textsToFind = (wanted: readonly WantedField[]): string[] =>
	wanted.flatMap(({ at }) => at?.text ?? []);

/** The field, checked to be on a page that exists and within its edges, as the page is shown: turned and cropped. */
function onPage<Wanted extends WantedField>(
	wanted: Wanted,
	pages: readonly PageSize[],
	name: string,
): Wanted {
	const { entry = 'The field', field, by } = wanted;
	const page = existingPage(wanted, pages.length, quoted(name));
	const geometry = pages[page - 1];
	if (!geometry || isWithin(field.boundingBox, geometry)) {
		return { ...wanted, field: { ...field, page } };
	}
	const advice = by === 'template' ? OTHER_PLACE : "Change 'X', 'Y', 'Width' or 'Height'";
	throw outside(`${entry} lies outside`, geometry, page, name, advice);
}

/** Advice for fields of a template, which have no inputs to change. */
const OTHER_PAGE =
	'Provide a file that has this page, or move the field to another page of the envelope to copy.';
const OTHER_PLACE =
	'Provide a file whose pages are as large as those of the envelope to copy, or move the field there';

/** A field as far as its page is concerned. */
type OnPage = Pick<WantedField, 'entry' | 'by'> & { field: { page?: number } };

const existingPage = ({ entry, field, by }: OnPage, pages: number, document: string): number =>
	named(entry, () =>
		pageIn(pages, field.page ?? 1, document, by === 'template' ? OTHER_PAGE : undefined),
	);

const isFromEnd = ({ field }: OnPage): boolean => (field.page ?? 1) < 0;

/** The field, on a page that the document has: -1 is its last page. `name`: the document's name in errors. */
export function onPageOf<Wanted extends OnPage>(
	document: Document,
	wanted: Wanted,
	name: string,
): Wanted {
	const pages = pageCount(document);
	if (pages) {
		return { ...wanted, field: { ...wanted.field, page: existingPage(wanted, pages, name) } };
	}
	if (!isFromEnd(wanted)) return wanted;
	throw wrongInput(
		'The number of pages of the document is not known yet',
		"Enter the number of the page instead, or wait until the document is processed, e.g. with 'Wait Until Processed'.",
	);
}

const theText = (text: string): string => `the text ${quoted(text)}`;

/** Only the PDF that was read last is kept: items for one document usually follow each other, and PDFs take much memory. */
interface LastRead {
	document?: string;
	pdf?: PdfText;
}

/** The PDF of an existing document, read for a search. `what`: what is searched for, as errors name it. */
export async function pdfOf(call: Call, ids: DocumentIds, what: string): Promise<PdfText> {
	const read = async () => await PdfText.read(call, await documentPdf(call, ids), what);
	if (hasDocumentFile(call)) return await read();
	const last = await call.once('last PDF', async (): Promise<LastRead> => ({}));
	const document = `${idKey(ids.envelopeID)} ${idKey(ids.documentID)}`;
	if (last.pdf && last.document === document) return last.pdf;
	const pdf = await read();
	Object.assign(last, { document, pdf });
	return pdf;
}

/** Does the same as `placedIn` for an existing document, whose PDF is read only to find a text. */
export async function placedInDocument(
	call: Call,
	ids: DocumentIds,
	wanted: readonly WantedField[],
): Promise<WantedField[]> {
	const [first] = textsToFind(wanted);
	if (first !== undefined) return await placedAt(await pdfOf(call, ids, theText(first)), wanted);
	return hasDocumentFile(call)
		? await placedIn(call, await documentPdf(call, ids), wanted)
		: await Promise.all(wanted.map(async (one) => await withPageNumber(call, ids, one)));
}

/** The field with the number of its page. The document is read only if the page is counted from the end. */
export const withPageNumber = async <Wanted extends OnPage>(
	call: Call,
	ids: DocumentIds,
	wanted: Wanted,
): Promise<Wanted> =>
	isFromEnd(wanted) ? onPageOf(await readDocumentOnce(call, ids), wanted, 'the document') : wanted;

import type { NewField } from '../../api';
import type { Call } from '../../core';
import { pageSizes, PdfText, quoted, type PdfFile } from '../shared/pdfs';
import { named } from '../shared/rows';
import { assertOnPage, pageIn, spotsAt, type TextPlace } from './atText';

/** A field that is asked for; with a text, its page and position are yet to be found. */
export interface WantedField {
	/** As it is called in an error, e.g. `Field 2`; the only field has no number. */
	entry?: string;
	field: NewField;
	at?: TextPlace;
}

export const isByText = ({ at }: Pick<WantedField, 'at'>): boolean => at !== undefined;

/**
 * The fields for each that is asked for, at their places in the document: a text that occurs several times can make
 * several. What cannot be placed is told before anything is created. Where the PDF cannot be read, only fields that
 * are placed by a text need it.
 */
export async function placedIn(
	call: Pick<Call, 'pause'>,
	file: PdfFile,
	wanted: readonly WantedField[],
): Promise<NewField[][]> {
	const texts = wanted.flatMap(({ at }) => at?.text ?? []);
	const [first] = texts;
	const pdf = first === undefined ? undefined : await readFor(call, file, first);
	await pdf?.look(texts);
	const pages = pdf?.pages ?? (await pageSizes(file.bytes));
	return wanted.map(({ entry, field, at }) => {
		if (pdf && at)
			return called(entry, () => spotsAt(pdf, at)).map((spot) => ({ ...field, ...spot }));
		if (!pages) return [field];
		const page = called(entry, () => pageIn(pages.length, field.page ?? 1, file.name));
		const { boundingBox } = field;
		assertOnPage(entry ?? 'The field', { page, boundingBox }, pages, file.name);
		return [{ ...field, page }];
	});
}

const readFor = async (call: Pick<Call, 'pause'>, file: PdfFile, text: string): Promise<PdfText> =>
	await PdfText.read(call, file, `the text ${quoted(text)}`);

const called = <Made>(entry: string | undefined, make: () => Made): Made =>
	entry === undefined ? make() : named(entry, make);

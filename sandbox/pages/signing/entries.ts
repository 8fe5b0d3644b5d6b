import type { UUID } from '../../../nodes/ESignature/api';
import { renderDate } from '../../service/fieldValues';
import { inputName, type LabeledField } from './fieldLabels';

export type Form = Record<string, unknown>;

export interface Entries {
	/** For the documents, by field ID. */
	values: Record<UUID, string>;
	/** Errors that prevent signing, by field ID. */
	problems: Record<UUID, string>;
}

export const MAX_ENTRY_LENGTH = 200;

/** Their boxes are narrow: a whole name would be drawn too small to read. Room for `J.R.R.T.`. */
const MAX_INITIALS_LENGTH = 8;

export const textIn = (form: Form, name: string): string => {
	const entered = form[name];
	return typeof entered === 'string' ? entered.replace(/\s+/g, ' ').trim() : '';
};

/** Reads a form as sent. A browser may send anything, so nothing in it is trusted. */
export function readEntries(fields: LabeledField[], form: Form, openedAt: Date): Entries {
	const entries: Entries = { values: {}, problems: {} };
	for (const labeled of fields) {
		const { ID, required = true } = labeled.field;
		const outcome = readEntry(labeled, textIn(form, inputName(ID)), openedAt);
		const missing = required && outcome.value === '' && missingText(labeled);
		const problem = outcome.problem ?? (missing || undefined);
		entries.values[ID] = outcome.value;
		if (problem) entries.problems[ID] = problem;
	}
	return entries;
}

function readEntry(
	{ field, label }: LabeledField,
	text: string,
	openedAt: Date,
): { value: string; problem?: string } {
	if (field.type === 'checkbox') return { value: text === '' ? '' : 'X' };
	if (field.type === 'date') {
		const { format = 'YYYY-MM-DD', modifiable = false } = field;
		if (!modifiable) return { value: renderDate(openedAt, format) };
		if (text === '') return { value: '' };
		const date = dateFrom(text);
		if (date) return { value: renderDate(date, format) };
		return { value: '', problem: `${label}: enter a date such as 2025-09-10.` };
	}
	const maxLength = field.type === 'initials' ? MAX_INITIALS_LENGTH : MAX_ENTRY_LENGTH;
	if (text.length > maxLength) {
		return { value: text, problem: `${label}: enter at most ${maxLength} characters.` };
	}
	return { value: text };
}

function missingText({ field, label }: LabeledField): string {
	if (field.type === 'checkbox') return `${label}: check the box.`;
	return field.type === 'date' ? `${label}: choose a date.` : `${label}: fill in this field.`;
}

/** The two forms in which browsers send dates; the 31st of February is none. */
function dateFrom(text: string): Date | undefined {
	const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(text);
	if (!match) return undefined;
	const iso = `${match[1]}T${match[2] ?? '00:00'}:00.000Z`;
	const date = new Date(iso);
	return Number.isNaN(date.getTime()) || date.toISOString() !== iso ? undefined : date;
}

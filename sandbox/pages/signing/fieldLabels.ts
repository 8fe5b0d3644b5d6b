import type { Field, FieldType, UUID } from '../../../nodes/ESignature/api';
import type { StoredDocument, StoredEnvelope, StoredParticipant } from '../../service/records';

const NAMES: Record<Exclude<FieldType, 'custom'>, string> = {
	signature: 'Signature',
	initials: 'Initials',
	name: 'Full name',
	date: 'Date',
	company: 'Company',
	title: 'Title',
	checkbox: 'Checkbox',
};

/** A field on the page: numbered in the order in which it is filled in. */
export interface LabeledField {
	field: Field;
	document: StoredDocument;
	number: number;
	/** Unique within the envelope. */
	label: string;
}

export type Need = 'required' | 'optional' | 'given';

/** `given` is a date that the service fills in and that cannot be changed. */
export function needOf(field: Field): Need {
	if (field.type === 'date' && !field.modifiable) return 'given';
	return (field.required ?? true) ? 'required' : 'optional';
}

/** The fields of one signer in reading order: document, page, from top to bottom, from left to right. */
export function labeledFields(
	{ documents }: StoredEnvelope,
	{ ID }: StoredParticipant,
): LabeledField[] {
	const seen = new Map<string, number>();
	return documents
		.flatMap((document) =>
			document.fields
				.filter(({ participantID }) => participantID === ID)
				.sort(inReadingOrder)
				.map((field) => ({ field, document })),
		)
		.map(({ field, document }, index) => {
			const name = field.type === 'custom' ? field.label : NAMES[field.type];
			const count = (seen.get(name) ?? 0) + 1;
			seen.set(name, count);
			const label = count > 1 ? `${name} ${count}` : name;
			return { field, document, number: index + 1, label };
		});
}

function inReadingOrder(one: Field, other: Field): number {
	const [x1, y1] = one.boundingBox;
	const [x2, y2] = other.boundingBox;
	return (one.page ?? 1) - (other.page ?? 1) || y1 - y2 || x1 - x2;
}

/** ID of the input, which is also its name in the form. */
export const inputName = (ID: UUID): string => `field-${ID}`;

import type { Field, FieldType } from '../../../nodes/ESignature/api';
import type { StoredEnvelope, StoredParticipant } from '../../../sandbox';

export const ENTERED: Record<Exclude<FieldType, 'date'>, string> = {
	signature: 'Ada Lovelace',
	initials: 'AL',
	name: 'Augusta Ada King',
	company: 'Analytical Engines & Co.',
	title: 'Countess of Lovelace',
	custom: 'CC-1843 \u2013 Gr\u00f6\u00dfe',
	checkbox: 'X',
};

export const fieldsOf = ({ documents }: StoredEnvelope, { ID }: StoredParticipant): Field[] =>
	documents.flatMap(({ fields }) => fields).filter(({ participantID }) => participantID === ID);

/** The form as a signer fills it in; `changes` go by the type of the field. */
export function formFor(
	envelope: StoredEnvelope,
	participant: StoredParticipant,
	changes: Partial<Record<FieldType, string>> = {},
): Record<string, string> {
	const entries: Partial<Record<FieldType, string>> = { ...ENTERED, ...changes };
	return {
		action: 'sign',
		...Object.fromEntries(
			fieldsOf(envelope, participant).map(({ ID, type }) => [`field-${ID}`, entries[type] ?? '']),
		),
	};
}

import type { Field } from '../../nodes/ESignature/api';
import type { StoredEnvelope } from '../../sandbox';

/** All of an envelope that a copy of it has, with people by their place. */
export const shapeOf = ({ mode, notification, documents, participants }: StoredEnvelope) => ({
	mode,
	notification,
	documents: documents.map(({ name, pdf, fields }) => ({
		name,
		pdf: pdf?.toString('base64'),
		fields: fields.map((field) => ({
			...without(field, ['ID', 'documentID', 'participantID']),
			whom: participants.findIndex(({ ID }) => ID === field.participantID),
		})),
	})),
});

const without = (field: Field, keys: string[]): object =>
	Object.fromEntries(Object.entries(field).filter(([key]) => !keys.includes(key)));

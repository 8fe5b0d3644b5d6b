import { defineBulkOperation } from '../../core';
import {
	documentId,
	envelopeId,
	signerId,
	type DocumentIds,
	type ParticipantIds,
} from '../shared/locators';
import { fieldsBulk } from './addFields';
import { FIELD_KEYS, newField, type FieldInput } from './field';
import { fieldProperties } from './form';

export const create = defineBulkOperation({
	name: 'Create',
	action: 'Create field',
	description:
		'Place a field on a page of a document, for one signer. Items for the same document share a request.',
	ids: [envelopeId, documentId, signerId],
	properties: [...fieldProperties],
	bulk: fieldsBulk<DocumentIds & ParticipantIds>(({ ids, param }) => {
		// Inputs that the form hides for this type have no value.
		const input = Object.fromEntries(
			FIELD_KEYS.map((name) => [name, param<unknown>(name, null) ?? undefined]),
		) as FieldInput;
		return [newField(input, ids.participantID, 'form')];
	}),
});

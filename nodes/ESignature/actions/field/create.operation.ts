import { defineBulkOperation } from '../../core';
import {
	documentId,
	envelopeId,
	signerId,
	type DocumentIds,
	type ParticipantIds,
} from '../shared/locators';
import { rowOf } from '../shared/inputs';
import { fieldsBulk } from './addFields';
import { newField } from './field';
import { fieldProperties } from './form';

export const create = defineBulkOperation({
	name: 'Create',
	action: 'Create field',
	description:
		'Place a field on a page of a document, for one signer. Items for the same document share a request.',
	ids: [envelopeId, documentId, signerId],
	properties: [...fieldProperties],
	bulk: fieldsBulk<DocumentIds & ParticipantIds>((call) => [
		newField(rowOf(call, fieldProperties), call.ids.participantID, 'form'),
	]),
});

import type { UUID } from '../../api';
import { defineBulkOperation } from '../../core';
import { documentFile } from '../document/originals';
import { documentId, envelopeId, signerId, type DocumentIds } from '../shared/locators';
import { rowOf } from '../shared/inputs';
import { fieldsBulk } from './addFields';
import { allowOverlap, fieldProperties } from './form';
import { fieldFromForm, placeInDocument, wantedField } from './placing';

export const create = defineBulkOperation({
	name: 'Create',
	action: 'Create field',
	description: 'Add a field for one signer to a document',
	ids: [envelopeId, documentId, signerId],
	properties: [...fieldProperties],
	options: [allowOverlap, documentFile],
	bulk: fieldsBulk<DocumentIds & { participantID: UUID }>(async (call) => {
		const row = fieldFromForm(rowOf(call, fieldProperties));
		const wanted = wantedField(row, call.ids.participantID);
		return await placeInDocument(call, call.ids, [wanted]);
	}),
});

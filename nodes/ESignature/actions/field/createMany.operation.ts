import type { NewField } from '../../api';
import { chosenValue, defineBulkOperation, uuid } from '../../core';
import { documentId } from '../locators/documentId';
import { envelopeId } from '../locators/envelopeId';
import { signerId } from '../locators/participantId';
import { eachRow, formRows, inputMode, jsonRows, rowsOf } from '../rows';
import { fieldProperties } from './fieldProperties';
import { fieldsBulk } from './fieldsBulk';
import { newField, type FieldInput } from './newField';

const EXAMPLE =
	'[{ "type": "signature", "participantID": "...", "page": 1, "unit": "mm", "x": 20, "y": 240, "width": 60, "height": 15 }]';

interface FieldRow extends FieldInput {
	/** The form's spelling and the contract's. */
	participantId?: unknown;
	participantID?: unknown;
}

export const createMany = defineBulkOperation<NewField>({
	name: 'Create Many',
	action: 'Create many fields',
	description: 'Place a list of fields on a document in one request',
	properties: [
		envelopeId,
		documentId,
		inputMode,
		formRows(['fields', 'Fields'], ['field', 'Field'], [signerId, ...fieldProperties]),
		jsonRows('fieldsJson', 'Fields (JSON)', EXAMPLE),
	],
	bulk: fieldsBulk((call) =>
		eachRow(rowsOf<FieldRow>(call, 'fields', 'field', 'fieldsJson'), (row) =>
			newField(row, uuid(chosenValue(row.participantID ?? row.participantId), 'participant ID')),
		),
	),
});

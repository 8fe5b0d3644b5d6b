import { chosenValue, defineBulkOperation, enteredId, sameId, wrongInput } from '../../core';
import { quoted } from '../../values/text';
import { documentFile } from '../document/originals';
import { documentId, envelopeId, signerId } from '../shared/locators';
import { formRows, inputMode, jsonRows, knownKeys, readRows } from '../shared/rows';
import { fieldsBulk } from './addFields';
import { FIELD_KEYS, type FieldInput } from './field';
import { ADD_SIGNATURE_FIELD, allowOverlap, fieldRow } from './form';
import { fieldFromForm, fieldFromJson, placeInDocument, wantedField } from './placing';

const EXAMPLE =
	'[{ "type": "signature", "participantID": "...", "page": 1, "x": 72, "y": 680, "width": 150, "height": 40 }]';

interface FieldRow extends FieldInput {
	participantId?: unknown;
	documentID?: unknown;
}

/** `participantID`, as the contract spells it, is the same key. */
const KEYS = ['participantId', 'documentID', ...FIELD_KEYS];

/** A list from 'Get Many' or 'Create' may be used again. */
const IGNORED_KEYS = ['ID', 'reconciled', 'participantEmail'];

/** A row that was listed for another document is not placed in this one. */
function assertSameDocument({ documentID }: FieldRow, chosen: string): void {
	if (documentID === undefined || sameId(documentID, chosen)) return;
	throw wrongInput(
		`'documentID' is not the ID of the chosen document, but ${quoted(documentID)}`,
		"Remove 'documentID', or choose that document.",
	);
}

const fieldRows = formRows(
	['fields', 'Fields'],
	['field', 'Field'],
	fieldRow(signerId.property),
	ADD_SIGNATURE_FIELD,
);

const FIELDS = {
	noun: 'Field',
	form: fieldRows,
	json: 'fieldsJson',
	fromForm: fieldFromForm<FieldRow>,
	fromJson: (row: FieldRow): FieldRow => fieldFromJson(knownKeys(row, KEYS, IGNORED_KEYS)),
};

export const createMany = defineBulkOperation({
	name: 'Create Many',
	action: 'Create many fields',
	description: 'Add a list of fields to a document',
	ids: [envelopeId, documentId],
	properties: [inputMode, fieldRows, jsonRows('fieldsJson', 'Fields (JSON)', EXAMPLE)],
	options: [allowOverlap, documentFile],
	bulk: fieldsBulk(async (call) => {
		const wanted = readRows(call, FIELDS, (row, entry) => {
			assertSameDocument(row, call.ids.documentID);
			const participantID = enteredId(chosenValue(row.participantId), 'participant ID');
			return { entry, ...wantedField(row, participantID) };
		});
		return await placeInDocument(call, call.ids, wanted);
	}),
});

import type { Field, UUID } from '../../api';
import { defineOperation, sameId, UserError, write } from '../../core';
import { documentId, envelopeId, fieldId, signerId } from '../shared/locators';
import { addable, optional } from '../shared/rows';
import { assertNoOverlap, shownField } from './addFields';
import { changeOf, fieldUpdate, isApplied, listFields, type FieldInput } from './field';
import { allowOverlap, boxProperties, format, label, modifiable, page, required } from './form';
import { allowsOverlap, findMovedOverlap } from './overlaps';
import { pageNumber } from './placing';

export const update = defineOperation({
	name: 'Update',
	action: 'Update field',
	description: 'Move, resize or change a field of a draft',
	ids: [envelopeId, documentId, fieldId],
	properties: [
		addable(['updateFields', 'Update Fields'], 'Add field', [
			...boxProperties,
			format,
			label,
			modifiable,
			page,
			optional(signerId.property),
			required,
		]),
	],
	options: [allowOverlap],
	inOrder: true,
	read: ({ param }) => fieldUpdate(param<FieldInput>('updateFields', {})),
	run: async (call, wanted) => {
		const { fieldID, ...ids } = call.ids;
		// Items for the same document share a list, in which each one notes what it changes: they run side by side.
		const fields = await call.cached(
			`fields ${ids.envelopeID} ${ids.documentID}`,
			async () => await listFields(call, ids),
		);
		const at = fields.findIndex(({ ID }) => sameId(ID, fieldID));
		const current = fields[at];
		if (!current) throw notFound(fieldID);
		const change = changeOf(current, wanted);
		if (change.page !== undefined) change.page = await pageNumber(call, ids, change.page);
		const after = { ...current, ...change } as Field;
		if (!allowsOverlap(call)) {
			await assertNoOverlap(call, ids, findMovedOverlap(fields, current, after));
		}
		fields[at] = after;
		const field = await write(
			call,
			'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}',
			{ ...ids, fieldID, body: change },
			{
				readBack: async (reader) =>
					(await listFields(reader, ids)).find(({ ID }) => sameId(ID, fieldID)),
				isDone: (now) => isApplied(change, now),
				repeatable: true,
			},
		).catch(async (error: unknown) => {
			fields[at] = current;
			return await Promise.reject(error);
		});
		return { json: { ...shownField(field, after, []) } };
	},
});

const notFound = (fieldID: UUID) =>
	new UserError(
		`The field ${fieldID} was not found in this document`,
		'Check the field ID and the document.',
		{ unchanged: 'Nothing was changed.' },
	);

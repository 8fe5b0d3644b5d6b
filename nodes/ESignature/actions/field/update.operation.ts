import type { Field, UUID } from '../../api';
import {
	defineOperation,
	idKey,
	NOTHING_CHANGED,
	sameId,
	UserError,
	write,
	type CallWith,
} from '../../core';
import { documentId, envelopeId, fieldId, signerId, type DocumentIds } from '../shared/locators';
import { alphabetical, optional } from '../shared/rows';
import { assertSigners } from './addFields';
import { changeOf, fieldUpdate, isApplied, listFields, mayHave, type FieldInput } from './field';
import { allowOverlap, boxProperties, format, label, modifiable, page, required } from './form';
import { allowsOverlap, asPlaced, assertMovedApart, movesIn } from './overlaps';
import { resolvePages } from './placing';

type UpdateCall = CallWith<DocumentIds & { fieldID: UUID }>;

const has = (all: Field[], fieldID: UUID) => {
	const field = all.find(({ ID }) => sameId(ID, fieldID));
	return field && { field, all };
};

async function readField(call: UpdateCall): Promise<{ field: Field; all: Field[] }> {
	const fields = await listFields(call, call.ids);
	const found = has(fields, call.ids.fieldID);
	if (found) return found;
	throw new UserError(
		'The field was not found in this document',
		'Check the field ID and the document.',
		NOTHING_CHANGED,
	);
}

/** Items for the same document share a list, unless one of them has changed this field. */
async function sharedField(call: UpdateCall): Promise<{ field: Field; all: Field[] }> {
	const { envelopeID, documentID, fieldID } = call.ids;
	if ((await movesIn(call)).has(idKey(fieldID))) return await readField(call);
	const shared = await call.once(
		`fields ${envelopeID} ${documentID}`,
		async () => await listFields(call, call.ids),
	);
	return has(shared, fieldID) ?? (await readField(call));
}

export const update = defineOperation({
	name: 'Update',
	action: 'Update field',
	description: 'Move, resize or change a field of a draft. Its type cannot be changed.',
	ids: [envelopeId, documentId, fieldId],
	properties: [
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: alphabetical([
				...boxProperties,
				format,
				label,
				modifiable,
				page,
				optional(signerId.property),
				required,
			]),
		},
	],
	options: [allowOverlap],
	read: ({ param }) => fieldUpdate(param<FieldInput>('updateFields', {})),
	run: async (call, wanted) => {
		const { fieldID, ...ids } = call.ids;
		const { field: current, all } = await sharedField(call);
		const change = changeOf(current, wanted);
		await resolvePages(call, ids, [{ field: change }]);
		if (change.participantID) await assertSigners(call, ids, [change]);
		const moves = await movesIn(call);
		const after = asPlaced({ ...current, ...change });
		if (!allowsOverlap(call)) assertMovedApart(moves, all, current, after);
		moves.set(idKey(fieldID), after);
		const field = await write(
			call,
			'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}',
			{ ...ids, fieldID, body: change },
			{
				readBack: async (reader) => {
					const now = (await readField({ ...call, ...reader })).field;
					return isApplied(change, now) ? now : undefined;
				},
				isDone: (now) => mayHave(change, now, current),
				repeatable: true,
			},
		).catch(async (error: unknown) => {
			moves.delete(idKey(fieldID));
			return await Promise.reject(error);
		});
		return { json: { ...field } };
	},
});

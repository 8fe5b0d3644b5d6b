import { defineOperation, UserError, sameId, settleByState } from '../../core';
import { listAll, whole } from '../shared/lists';
import { documentId, envelopeId, fieldId, signerId } from '../shared/locators';
import { alphabetical, optional } from '../shared/rows';
import { assertSigners } from './addFields';
import { changeOf, fieldUpdate, isApplied, mayHave, type FieldInput } from './field';
import { allowOverlap, boxProperties, format, label, modifiable, page, required } from './form';
import { assertMovedApart } from './overlaps';
import { resolvePages } from './placing';

const NOT_CHANGED = 'The field still has a different position or different settings.';

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
		const { request } = call;
		const { fieldID, ...ids } = call.ids;
		const read = async () => {
			const fields = await listAll(
				call,
				'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields',
				ids,
			);
			const field = fields.items.find(({ ID }) => sameId(ID, fieldID));
			// Its type must be sent along, so a list that may have it elsewhere is not enough.
			if (!field) whole(fields, 'fields');
			if (field) return { field, all: fields.items };
			throw new UserError(
				'The field was not found in this document',
				'Check the field ID and the document. Nothing was changed.',
			);
		};
		const { field: current, all } = await read();
		const change = changeOf(current, wanted);
		await resolvePages(call, ids, [{ field: change }]);
		if (change.participantID) await assertSigners(call, ids, [change]);
		const forget = assertMovedApart(call, all, current, change);
		const field = await request(
			'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}',
			{
				...ids,
				fieldID,
				body: change,
				objection: (now) => (mayHave(change, now, current) ? undefined : NOT_CHANGED),
				settle: async () =>
					await settleByState(call, async () => (await read()).field, {
						isDone: (now) => isApplied(change, now),
					}),
			},
		).catch(async (error: unknown) => {
			forget();
			return await Promise.reject(error);
		});
		return { json: { ...field } };
	},
});

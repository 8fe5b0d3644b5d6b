import type { IDataObject } from 'n8n-workflow';

import type { Envelope } from '../../api';
import {
	defineOperation,
	UNPROVEN,
	UserError,
	look,
	settleByState,
	type Reconciled,
} from '../../core';
import { envelopeId } from '../shared/locators';
import { changeOf, envelopeUpdate, isApplied, deviationFrom, readBack } from './envelope';
import { body, mode, name, subject } from './form';

export const update = defineOperation({
	name: 'Update',
	action: 'Update envelope',
	description: 'Change the name, the signing mode or the texts of the email of a draft',
	ids: [envelopeId],
	properties: [
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [body, { ...name, description: 'New name of the envelope' }, mode, subject],
		},
	],
	read: ({ param }) => envelopeUpdate(param<IDataObject>('updateFields', {})),
	run: async (call, wanted) => {
		const { request } = call;
		const { envelopeID } = call.ids;
		let known: Envelope | undefined;
		const read = async () =>
			(known = await request('GET /sign/envelopes/{envelopeID}', { envelopeID }));
		const change = await changeOf(wanted, read);
		const answered: Reconciled<Partial<Envelope>> = await request(
			'PATCH /sign/envelopes/{envelopeID}',
			{
				envelopeID,
				body: change,
				objection: (now) => deviationFrom(change, now),
				settle: async () =>
					await settleByState(
						call,
						async () => await request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
						{
							isDone: (now) => isApplied(change, now),
						},
					),
			},
		);
		const isOld = (now: Envelope) => deviationFrom(change, now) !== undefined;
		const kept = { known: { ...known, ...change }, proved: answered };
		let now = await readBack(read, kept, isOld);
		// The answer may lack what was changed: then only the envelope itself tells.
		if (isOld(now)) {
			const { found, last } = await look(call, read, (seen) => (isOld(seen) ? undefined : seen));
			if (!found) throw unproven(envelopeID, deviationFrom(change, last ?? now) ?? '');
			now = found;
		}
		return { json: { ...now, ...(answered.reconciled && { reconciled: true }) } };
	},
});

const unproven = (ID: string, shown: string) =>
	new UserError(
		UNPROVEN,
		`${shown}\nThe change may still take effect: check the envelope ${ID} before you run this step again.`,
		{ outcome: 'unknown' },
	);

import type { IDataObject } from 'n8n-workflow';

import type { Envelope } from '../../api';
import {
	defineOperation,
	UNPROVEN,
	UserError,
	readUntil,
	type Reconciled,
	write,
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
		const answered: Reconciled<Partial<Envelope>> = await write(
			call,
			'PATCH /sign/envelopes/{envelopeID}',
			{ envelopeID, body: change },
			{
				readBack: async (reader) => {
					const now = await reader.request('GET /sign/envelopes/{envelopeID}', { envelopeID });
					return isApplied(change, now) ? now : undefined;
				},
				isDone: (now) => deviationFrom(change, now) === undefined,
				repeatable: true,
			},
		);
		const isOld = (now: Envelope) => deviationFrom(change, now) !== undefined;
		const kept = { known: { ...known, ...change }, proved: answered };
		let now = await readBack(read, kept, isOld);
		// The answer may lack what was changed: then only the envelope itself tells.
		if (isOld(now)) {
			const { found, last } = await readUntil(call, read, (seen) =>
				isOld(seen) ? undefined : seen,
			);
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

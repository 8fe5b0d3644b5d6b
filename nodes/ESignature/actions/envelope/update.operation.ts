import type { IDataObject } from 'n8n-workflow';

import type { Envelope } from '../../api';
import { defineOperation, settleByState, type Reconciled } from '../../core';
import { envelopeId } from '../locators/envelopeId';
import { changeOf, envelopeUpdate, isApplied, mayHave } from './envelopeChange';
import { body, mode, subject } from './envelopeProperties';

const NOT_CHANGED = 'The envelope still has another name, signing mode or e-mail text.';
const ENVELOPE = '/sign/envelopes/{envelopeID}';

export const update = defineOperation({
	name: 'Update',
	action: 'Update envelope',
	description: 'Change the name, the signing mode or the texts of the e-mail of a draft',
	properties: [
		envelopeId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				body,
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Lease contract 2026',
					description: 'New name of the envelope',
				},
				mode,
				subject,
			],
		},
	],
	read: ({ param }) => envelopeUpdate(param<IDataObject>('updateFields', {})),
	run: async (call, wanted) => {
		const { id, request } = call;
		const envelopeID = id('envelopeId');
		let known: Envelope | undefined;
		const read = async () => (known = await request(`GET ${ENVELOPE}`, { envelopeID }));
		const change = await changeOf(wanted, read);
		const answered: Reconciled<object> = await request(`PATCH ${ENVELOPE}`, {
			envelopeID,
			body: change,
			objection: (now) => (mayHave(change, now) ? undefined : NOT_CHANGED),
			settle: async () =>
				await settleByState(call, async () => await request(`GET ${ENVELOPE}`, { envelopeID }), {
					isDone: (now) => isApplied(change, now),
				}),
		});
		// The answer to the change lacks mode and notification. The change is made, even if they cannot be read.
		const now = await read().catch(() => ({ ...known, ...change, ...answered }));
		return { json: { ...now, ...(answered.reconciled && { reconciled: true }) } };
	},
});

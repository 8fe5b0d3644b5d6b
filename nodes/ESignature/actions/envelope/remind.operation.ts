import { defineOperation, type Call } from '../../core';
import { envelopeId, nameInInput } from '../shared/locators';
import { body, subject } from './form';
import { rowOf, text } from '../shared/inputs';

export const remind = defineOperation({
	name: 'Remind',
	action: 'Remind signers of envelope',
	description: 'Email everyone who has not signed yet',
	ids: [envelopeId],
	properties: [
		{
			...subject,
			default: '',
			description: 'Leave subject and body empty to use those of the envelope',
		},
		{
			...body,
			default: '',
			description: 'Leave subject and body empty to use those of the envelope',
		},
	],
	read: reminderOf,
	run: async (call, body) => {
		const { envelopeID } = call.ids;
		// Not repeated after a lost answer: a second reminder would be a second email.
		await call.request('POST /sign/envelopes/{envelopeID}:send-reminders', { envelopeID, body });
		return { json: { reminded: true, envelopeID, ...nameInInput(call, envelopeId) } };
	},
});

function reminderOf(call: Pick<Call, 'param'>) {
	const row = rowOf(call, [subject, body]);
	if (Object.values(row).every((entered) => String(entered ?? '').trim() === '')) return undefined;
	return {
		notification: {
			subject: text(row, subject),
			body: text(row, body),
		},
	};
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Envelope, EnvelopeChange, Notification } from '../../api';
import { defineOperation, settle, wrongInput } from '../../core';
import { oneOf, sameText, text } from '../shared/inputs';
import { envelopeId } from '../shared/locators';
import { addable } from '../shared/rows';
import { wholeEnvelope, readEnvelope } from './envelope';
import { body, mode, name, subject } from './form';

export const update = defineOperation({
	name: 'Update',
	action: 'Update envelope',
	description: 'Change the name, signing mode or email texts of a draft',
	ids: [envelopeId],
	properties: [
		addable(['updateFields', 'Update Fields'], 'Add field', [
			body,
			{ ...name, description: 'New name of the envelope' },
			mode,
			subject,
		]),
	],
	inOrder: true,
	read: ({ param }) => envelopeUpdate(param<IDataObject>('updateFields', {})),
	run: async (call, wanted) => {
		const { envelopeID } = call.ids;
		const change = await changeOf(wanted, async () => await readEnvelope(call, envelopeID));
		const { reply, reconciled } = await settle<Partial<Envelope>>(
			call,
			async () => {
				const args = { envelopeID, body: change };
				const answer = await call.request('PATCH /sign/envelopes/{envelopeID}', args);
				// The answer lacks the mode and the texts, so only the envelope itself shows whether they were changed.
				return await wholeEnvelope(call, envelopeID, answer);
			},
			{
				isDone: (now) => holds(change, now),
				readBack: async (reader) => await readEnvelope(reader, envelopeID),
				repeatable: true,
			},
			`Check the envelope ${envelopeID} before you run this step again.`,
		);
		return { json: { ...reply, ...(reconciled && { reconciled }) } };
	},
});

/** A change as it is entered. It may have only the subject or only the body. */
type EnvelopeUpdate = Omit<EnvelopeChange, 'notification'> & {
	notification?: Partial<Notification>;
};

function envelopeUpdate(values: IDataObject): EnvelopeUpdate {
	if (Object.values(values).every((value) => value === undefined)) {
		throw wrongInput('There is nothing to update', "Add at least one of the 'Update Fields'.");
	}
	const notification = {
		...('subject' in values && { subject: text(values, subject) }),
		...('body' in values && { body: text(values, body) }),
	};
	return {
		...('name' in values && { name: text(values, name) }),
		...('mode' in values && { mode: oneOf(values, mode) }),
		...(Object.keys(notification).length > 0 && { notification }),
	};
}

/** Subject and body are sent together (docs/api.md, Envelopes), so the one that is not entered is read first. */
async function changeOf(
	{ notification, ...rest }: EnvelopeUpdate,
	read: () => Promise<Envelope>,
): Promise<EnvelopeChange> {
	if (!notification) return rest;
	const isWhole = notification.subject !== undefined && notification.body !== undefined;
	const kept = isWhole ? undefined : (await read()).notification;
	const whole = { ...kept, ...notification };
	return {
		...rest,
		notification: {
			subject: requireText(whole.subject, subject),
			body: requireText(whole.body, body),
		},
	};
}

function requireText(half: string | undefined, { displayName }: INodeProperties): string {
	if (typeof half === 'string') return half;
	throw wrongInput(
		`The envelope has no '${displayName}' yet`,
		`Add '${displayName}' to the 'Update Fields', too: subject and body are sent together.`,
	);
}

/** Whether the envelope has what was sent. Ignores what the answer leaves out. */
function holds(change: EnvelopeChange, now: Partial<Envelope>): boolean {
	const parts: Array<[sent: string | undefined, stored: string | undefined]> = [
		[change.name, now.name],
		[change.mode, now.mode],
		[change.notification?.subject, now.notification?.subject],
		[change.notification?.body, now.notification?.body],
	];
	return parts.every(([sent, stored]) => sent === undefined || !stored || sameText(sent, stored));
}

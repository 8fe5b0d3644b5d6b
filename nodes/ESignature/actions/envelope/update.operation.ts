import type { IDataObject } from 'n8n-workflow';

import { SIGNING_MODES, type Envelope, type EnvelopeChange, type Notification } from '../../api';
import { defineOperation, InputError } from '../../core';
import { envelopeId } from '../locators/envelopeId';
import { body, mode, subject } from './envelopeProperties';
import { filled, oneOf } from '../inputs';

const ENVELOPE = '/sign/envelopes/{envelopeID}';

export const update = defineOperation({
	name: 'Update',
	action: 'Update envelope',
	description: 'Change the name, the signing mode or the notification of a draft',
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
				mode,
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					description: 'New name of the envelope',
				},
				subject,
			],
		},
	],
	run: async (call) => {
		const envelopeID = call.id('envelopeId');
		const read = async () => await call.request(`GET ${ENVELOPE}`, { envelopeID });
		const change = await changeOf(call.param<IDataObject>('updateFields', {}), read);
		await call.request(`PATCH ${ENVELOPE}`, {
			envelopeID,
			body: change,
			settle: async () => {
				const now = await read();
				return isApplied(change, now) ? { reply: now } : 'repeat';
			},
		});
		// The answer to the change lacks mode and notification.
		return { json: { ...(await read()) } };
	},
});

async function changeOf(
	values: IDataObject,
	read: () => Promise<Envelope>,
): Promise<EnvelopeChange> {
	const given = Object.entries(values).filter(([, value]) => value !== undefined);
	if (given.length === 0) {
		throw new InputError(
			'There is nothing to update',
			"Add at least one of the 'Update Fields'. Nothing was sent.",
		);
	}
	return {
		...('name' in values && { name: filled(values.name, 'Name') }),
		...('mode' in values && { mode: oneOf(SIGNING_MODES, values.mode, 'Mode') }),
		...(('subject' in values || 'body' in values) && {
			notification: await notificationOf(values, read),
		}),
	};
}

/** The service takes subject and body together, so the one that is not given is kept. */
async function notificationOf(
	values: IDataObject,
	read: () => Promise<Envelope>,
): Promise<Notification> {
	const kept = 'subject' in values && 'body' in values ? undefined : (await read()).notification;
	return {
		subject: filled(values.subject ?? kept?.subject, 'Subject'),
		body: filled(values.body ?? kept?.body, 'Body'),
	};
}

const isApplied = (change: EnvelopeChange, now: Envelope): boolean =>
	(change.name ?? now.name) === now.name &&
	(change.mode ?? now.mode) === now.mode &&
	(!change.notification ||
		(change.notification.subject === now.notification?.subject &&
			change.notification.body === now.notification.body));

import type { IDataObject } from 'n8n-workflow';

import type { Envelope, EnvelopeChange, Notification } from '../../api';
import {
	defineOperation,
	readUntil,
	UNPROVEN,
	UserError,
	write,
	wrongInput,
	type Reconciled,
} from '../../core';
import { oneOf, sameText, text } from '../shared/inputs';
import { envelopeId } from '../shared/locators';
import { isSilent, NOT_READ } from './envelope';
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
		const { envelopeID } = call.ids;
		let known: Envelope | undefined;
		const read = async () =>
			(known = await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID }));
		const change = await changeOf(wanted, read);
		const isDone = (now: Partial<Envelope>) => deviations(change, now).length === 0;
		const answered: Reconciled<Partial<Envelope>> = await write(
			call,
			'PATCH /sign/envelopes/{envelopeID}',
			{ envelopeID, body: change },
			{
				isDone,
				readBack: async ({ request }) =>
					await request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
				repeatable: true,
			},
		);
		// The answer lacks the mode and the texts, so only the envelope itself shows whether they were changed. What the
		// answer does show counts, since a read may be answered from an older copy.
		const { found, last } = await readUntil(
			call,
			async () => ({ ...(await read()), ...answered }),
			(now) => (isDone(now) ? now : undefined),
			{ atOnce: true },
		);
		if (!found && last) throw unproven(envelopeID, deviations(change, last));
		const now = found ?? { ...known, ...change, ...answered, warnings: [NOT_READ] };
		return { json: { ...now, ...(answered.reconciled && { reconciled: true }) } };
	},
});

/** A change as it is entered: of the notification perhaps only one half. */
type EnvelopeUpdate = Omit<EnvelopeChange, 'notification'> & {
	notification?: Partial<Notification>;
};

export function envelopeUpdate(values: IDataObject): EnvelopeUpdate {
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

/** The service takes subject and body together, so the one that is not given is kept. */
export async function changeOf(
	{ notification, ...rest }: EnvelopeUpdate,
	read: () => Promise<Envelope>,
): Promise<EnvelopeChange> {
	if (!notification) return rest;
	const isWhole = notification.subject !== undefined && notification.body !== undefined;
	const kept = isWhole ? undefined : (await read()).notification;
	return {
		...rest,
		notification: {
			subject: notification.subject ?? kept?.subject ?? text({}, subject),
			body: notification.body ?? kept?.body ?? text({}, body),
		},
	};
}

const LONGEST_SHOWN = 100;

/** What an envelope shows that is not what the change asked for. What it does not show, it does not deny. */
export function deviations(change: EnvelopeChange, now: Partial<Envelope>): string[] {
	const parts: Array<[part: string, sent: string | undefined, held: unknown]> = [
		['name', change.name, now.name],
		['mode', change.mode, now.mode],
		['subject', change.notification?.subject, now.notification?.subject],
		['body', change.notification?.body, now.notification?.body],
	];
	return parts
		.filter(([, sent, held]) => sent !== undefined && !isSilent(held) && !sameText(sent, held))
		.map(([part, , held]) => `${part} '${String(held).slice(0, LONGEST_SHOWN)}'`);
}

const unproven = (ID: string, shown: string[]) =>
	new UserError(
		UNPROVEN,
		`The envelope still has a different name, signing mode or email text. The service shows: ${shown.join(', ')}.\nThe change may still take effect: check the envelope ${ID} before you run this step again.`,
		{ outcome: 'unknown' },
	);

import type { IDataObject } from 'n8n-workflow';

import { SIGNING_MODES, type Envelope, type EnvelopeChange, type Notification } from '../../api';
import { InputError } from '../../core';
import { filled, oneOf, sameText } from '../inputs';
import { couldBe } from '../names';
import { isIn } from './states';

/** A change as it is entered: of the notification perhaps only one half. */
export type EnvelopeUpdate = Omit<EnvelopeChange, 'notification'> & {
	notification?: Partial<Notification>;
};

export function envelopeUpdate(values: IDataObject): EnvelopeUpdate {
	if (Object.values(values).every((value) => value === undefined)) {
		throw new InputError(
			'There is nothing to update',
			"Add at least one of the 'Update Fields'. Nothing was sent.",
		);
	}
	const notification = {
		...('subject' in values && { subject: filled(values.subject, 'Subject') }),
		...('body' in values && { body: filled(values.body, 'Body') }),
	};
	return {
		...('name' in values && { name: filled(values.name, 'Name') }),
		...('mode' in values && { mode: oneOf(SIGNING_MODES, values.mode, 'Signing Mode') }),
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
			subject: notification.subject ?? kept?.subject ?? filled(undefined, 'Subject'),
			body: notification.body ?? kept?.body ?? filled(undefined, 'Body'),
		},
	};
}

export const isApplied = (change: EnvelopeChange, now: Envelope): boolean =>
	(change.name === undefined || sameText(change.name, now.name)) &&
	(change.mode ?? now.mode) === now.mode &&
	(!change.notification ||
		(sameText(change.notification.subject, now.notification?.subject) &&
			sameText(change.notification.body, now.notification?.body)));

/** Whether an answer does not say otherwise; it may lack most of an envelope, or have it in other words. */
export function mayHave(change: EnvelopeChange, now: Partial<Envelope>): boolean {
	const { name, mode, notification = { subject: undefined, body: undefined } } = now;
	const isKept = (sent: string | undefined, held: unknown) =>
		sent === undefined || couldBe(sent, held);
	return (
		isKept(change.name, name) &&
		isIn(mode ?? change.mode, String(change.mode ?? mode)) &&
		isKept(change.notification?.subject, notification?.subject) &&
		isKept(change.notification?.body, notification?.body)
	);
}

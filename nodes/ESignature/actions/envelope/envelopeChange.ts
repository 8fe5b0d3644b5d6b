import type { IDataObject } from 'n8n-workflow';

import { SIGNING_MODES, type Envelope, type EnvelopeChange, type Notification } from '../../api';
import { InputError } from '../../core';
import { filled, oneOf } from '../inputs';
import { sameWords } from '../sameWords';
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

/** A part of a change: its name, what was sent, and what an envelope shows of it. */
type Part = [name: string, sent: string, held: unknown];

function partsOf(change: EnvelopeChange, now: Partial<Envelope>): Part[] {
	const parts: Array<[string, string | undefined, unknown]> = [
		['name', change.name, now.name],
		['mode', change.mode, now.mode],
		['subject', change.notification?.subject, now.notification?.subject],
		['body', change.notification?.body, now.notification?.body],
	];
	return parts.flatMap(([name, sent, held]): Part[] =>
		sent === undefined ? [] : [[name, sent, held]],
	);
}

const isSilent = (held: unknown): boolean => typeof held !== 'string' || held.trim() === '';

const isKept = ([part, sent, held]: Part): boolean =>
	part === 'mode' ? isIn(held, sent) : sameWords(sent, held);

/** Whether the whole change is seen. */
export const isApplied = (change: EnvelopeChange, now: Partial<Envelope>): boolean =>
	partsOf(change, now).every(isKept);

/**
 * What an envelope shows that is not what the change asked for; undefined if there is nothing. An answer may
 * lack most of an envelope, and what it does not show it does not deny.
 */
export function otherThan(change: EnvelopeChange, now: Partial<Envelope>): string | undefined {
	const others = partsOf(change, now).filter((part) => !isSilent(part[2]) && !isKept(part));
	if (others.length === 0) return undefined;
	const shown = others.map(([part, , held]) => `${part} '${String(held).slice(0, LONGEST_SHOWN)}'`);
	return `The envelope still has another name, signing mode or e-mail text. The service shows: ${shown.join(', ')}.`;
}

const LONGEST_SHOWN = 100;

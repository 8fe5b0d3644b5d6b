import { NOTIFIERS, SIGNING_MODES, type NewEnvelope } from '../../api';
import type { Call } from '../../core';
import { filled, oneOf } from '../inputs';

/** The envelope to create, or what to correct. */
export function newEnvelope({ param }: Pick<Call, 'param'>): NewEnvelope {
	const notificationsManagedBy = oneOf(
		NOTIFIERS,
		param('notificationsManagedBy'),
		'Notifications Sent By',
	);
	return {
		name: filled(param('name'), 'Name'),
		mode: oneOf(SIGNING_MODES, param('mode'), 'Signing Mode'),
		// The default is left to the service: one that does not know the key yet may refuse it.
		...(notificationsManagedBy === 'sender' && { notificationsManagedBy }),
		// The service renders no text for an envelope whose sender notifies.
		...(notificationsManagedBy === 'service' && {
			notification: {
				subject: filled(param('subject', ''), 'Subject'),
				body: filled(param('body', ''), 'Body'),
			},
		}),
	};
}

import type { Notification } from '../../nodes/ESignature/api';
import { conflict, invalid } from '../http/problems';
import { bodyOf, type Call, type Routes } from '../http/router';
import { newEnvelope } from '../service/creation';
import { LIMITS } from '../service/limits';
import { Reader } from '../service/reader';
import type { StoredEnvelope } from '../service/records';
import type { Service } from '../service/service';
import { cancel, send } from '../service/signing';
import { requireDraft, requireState } from '../service/states';
import { fullEnvelope, shortEnvelope } from '../service/views';

const MODES = ['sequential', 'parallel'] as const;
const NOTIFIERS = ['service', 'sender'] as const;
const NAME = { max: LIMITS.nameLength };

export const envelopeRoutes = (service: Service) => {
	const { settings } = service;
	const short = (envelope: StoredEnvelope) =>
		settings.fullEnvelopes ? fullEnvelope(envelope) : shortEnvelope(envelope);
	return {
		'GET /sign/envelopes': ({ query }) => {
			const cursors = {
				pageAfter: cursor(query, 'pageAfter'),
				pageBefore: cursor(query, 'pageBefore'),
			};
			const { items, nextPage } = service.store.page(cursors, settings);
			return {
				status: 200,
				json: { items: items.map(short), ...(nextPage && { nextPage }) },
			};
		},

		'POST /sign/envelopes': (call) => {
			const known = ['name', 'mode', 'notification', 'notificationsManagedBy'];
			const reader = new Reader(bodyOf(call), known, call);
			const wanted = {
				name: reader.text('name', NAME),
				mode: reader.oneOf('mode', MODES),
				notification: settings.requiresNotification
					? notificationIn(reader)
					: optionalNotification(reader),
				notificationsManagedBy: reader.has('notificationsManagedBy')
					? reader.oneOf('notificationsManagedBy', NOTIFIERS)
					: undefined,
			};
			reader.finish();
			const envelope = newEnvelope(service, wanted);
			service.store.add(envelope);
			service.webhooks.emit('EnvelopeCreated', { envelopeID: envelope.ID });
			return { status: 201, json: fullEnvelope(envelope) };
		},

		'GET /sign/envelopes/{envelopeID}': ({ ids }) => ({
			status: 200,
			json: fullEnvelope(service.store.envelope(ids.envelopeID)),
		}),

		'PATCH /sign/envelopes/{envelopeID}': (call) => {
			const envelope = service.store.envelope(call.ids.envelopeID);
			const reader = new Reader(bodyOf(call), ['name', 'mode', 'notification'], call);
			const change = {
				name: reader.has('name') ? reader.text('name', NAME) : envelope.name,
				mode: reader.has('mode') ? reader.oneOf('mode', MODES) : envelope.mode,
				notification: optionalNotification(reader) ?? envelope.notification,
			};
			reader.finish();
			requireDraft(envelope, 'be changed');
			Object.assign(envelope, change);
			service.happened(envelope, { what: 'Envelope changed' });
			return { status: 200, json: short(envelope) };
		},

		'PUT /sign/envelopes/{envelopeID}:cancel': ({ ids }) => {
			const envelope = service.store.envelope(ids.envelopeID);
			cancel(service, envelope);
			return { status: 200, json: fullEnvelope(envelope) };
		},

		'DELETE /sign/envelopes/{envelopeID}': ({ ids }) => {
			const envelope = service.store.envelope(ids.envelopeID);
			service.store.remove(envelope);
			envelope.status = 'deleted';
			return { status: 204 };
		},

		'POST /sign/envelopes/{envelopeID}:send-for-signing': ({ ids }) => {
			const envelope = service.store.envelope(ids.envelopeID);
			send(service, envelope);
			return { status: 200, json: short(envelope) };
		},

		'POST /sign/envelopes/{envelopeID}:send-reminders': (call) => {
			const envelope = service.store.envelope(call.ids.envelopeID);
			const reader = new Reader(bodyOf(call) ?? {}, ['notification'], call);
			optionalNotification(reader);
			reader.finish();
			requireState(envelope, ['sent'], 'have reminders sent');
			if (envelope.notificationsManagedBy === 'sender') {
				throw conflict('The sender notifies the participants of this envelope, not the service.');
			}
			service.happened(envelope, { what: 'Reminders sent' });
			return { status: 202 };
		},
	} satisfies Partial<Routes>;
};

const optionalNotification = (reader: Reader): Notification | undefined =>
	reader.has('notification') ? notificationIn(reader) : undefined;

function notificationIn(reader: Reader): Notification {
	const notification = reader.object('notification', ['subject', 'body']);
	return {
		subject: notification.text('subject'),
		body: notification.text('body'),
	};
}

function cursor(query: Call['query'], name: string): string | undefined {
	const value = query[name];
	if (value === undefined || typeof value === 'string') return value;
	throw invalid({ [name]: 'must be given once' });
}

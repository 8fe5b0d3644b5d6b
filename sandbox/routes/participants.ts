import type { Authentication, NewParticipant, ParticipantRole } from '../../nodes/ESignature/api';
import { bodyOf, type Routes } from '../http/router';
import { newParticipant } from '../service/creation';
import { LIMITS } from '../service/limits';
import { Reader, readOneOrMany } from '../service/reader';
import { signingPath, signersOf, type StoredEnvelope } from '../service/records';
import type { Service } from '../service/service';
import { requireDraft, requireState } from '../service/states';
import { findIn } from '../service/store';
import { participantView } from '../service/views';

const ROLES: [ParticipantRole, ParticipantRole] = ['signer', 'cc'];
const EMAIL = { max: 254, shape: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, says: 'must be an e-mail address' };
const COUNTRY_CODE = { shape: /^\+\d{1,4}$/, says: 'must be + and one to four digits' };
const PHONE_NUMBER = { shape: /^\d+$/, says: 'must be digits only' };
const SIGNING_URL_LIFETIME_MS = 24 * 60 * 60 * 1000;

export const participantRoutes = (service: Service) =>
	({
		'POST /sign/envelopes/{envelopeID}/participants': (call) => {
			const envelope = service.store.envelope(call.ids.envelopeID);
			const { bulk, list } = readOneOrMany(
				call,
				['email', 'role', 'authentication'],
				readParticipant,
				(count) =>
					envelope.participants.length + count > LIMITS.participantsPerEnvelope
						? `an envelope has at most ${LIMITS.participantsPerEnvelope} participants`
						: undefined,
			);
			requireDraft(envelope, 'take participants');
			const made = list.map(newParticipant);
			for (const participant of made) {
				envelope.participants.push(participant);
				service.happened(envelope, { what: `Participant ${participant.email} added` });
			}
			const items = made.map(participantView);
			const [first] = items;
			return bulk || !first ? { status: 200, json: { items } } : { status: 201, json: first };
		},

		'GET /sign/envelopes/{envelopeID}/participants': ({ ids }) => {
			const items = service.store.envelope(ids.envelopeID).participants.map(participantView);
			return { status: 200, json: { items, total: items.length } };
		},

		'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}': (call) => {
			const { envelope, participant } = service.store.participant(call.ids);
			const reader = new Reader(bodyOf(call) ?? {}, ['authentication'], call);
			const authentication = optionalAuthentication(reader);
			reader.finish();
			requireDraft(envelope, 'have participants changed');
			if (authentication) {
				participant.authentication = authentication;
				service.happened(envelope, { what: `Authentication of ${participant.email} changed` });
			}
			return { status: 200, json: participantView(participant) };
		},

		'DELETE /sign/envelopes/{envelopeID}/participants/{participantID}': ({ ids }) => {
			const { envelope, participant } = service.store.participant(ids);
			requireDraft(envelope, 'have participants deleted');
			remove(service, envelope, [participant.ID]);
			return { status: 204 };
		},

		'POST /sign/envelopes/{envelopeID}/participants:batch-delete': (call) => {
			const envelope = service.store.envelope(call.ids.envelopeID);
			const reader = new Reader(bodyOf(call), ['items'], call);
			const IDs = reader.uuids('items');
			reader.finish();
			for (const ID of IDs) findIn(envelope.participants, ID, 'Participant');
			requireDraft(envelope, 'have participants deleted');
			remove(service, envelope, IDs);
			return { status: 200 };
		},

		'GET /sign/envelopes/{envelopeID}/participants/signing-urls': ({ ids }) => {
			const envelope = service.store.envelope(ids.envelopeID);
			requireState(envelope, ['sent'], 'have signing URLs');
			const expiresAt = new Date(service.settings.now() + SIGNING_URL_LIFETIME_MS).toISOString();
			const items = signersOf(envelope).map((signer) => ({
				userId: signer.userId,
				signingUrl: service.url + signingPath(envelope, signer),
				expiresAt,
			}));
			return { status: 200, json: { items, total: items.length } };
		},
	}) satisfies Partial<Routes>;

function readParticipant(reader: Reader): NewParticipant {
	const authentication = optionalAuthentication(reader);
	return {
		email: reader.text('email', EMAIL),
		// Samples have capitals (docs/api.md, Participants).
		role: reader.oneOf('role', ROLES, { anyCase: true }),
		...(authentication && { authentication }),
	};
}

function optionalAuthentication(reader: Reader): Authentication | undefined {
	if (!reader.has('authentication')) return undefined;
	const all = ['type', 'accessCode', 'countryCode', 'phoneNumber'];
	const method = reader.object('authentication', all);
	const type = method.oneOf('type', ['AccessCode', 'SMS'] as const);
	const foreign = type === 'AccessCode' ? ['countryCode', 'phoneNumber'] : ['accessCode'];
	for (const key of foreign) {
		if (method.has(key)) method.failUnknown(key, `does not belong to ${type}`);
	}
	return type === 'AccessCode'
		? { type, accessCode: method.text('accessCode', LIMITS.accessCode) }
		: {
				type,
				countryCode: method.text('countryCode', COUNTRY_CODE),
				phoneNumber: method.text('phoneNumber', PHONE_NUMBER),
			};
}

/** The fields of a participant go with the participant: what else is not shown. */
function remove(service: Service, envelope: StoredEnvelope, IDs: string[]): void {
	const gone = new Set(IDs);
	for (const { ID, email } of envelope.participants.filter((each) => gone.has(each.ID))) {
		for (const document of envelope.documents) {
			document.fields = document.fields.filter(({ participantID }) => participantID !== ID);
		}
		service.happened(envelope, { what: `Participant ${email} deleted` });
	}
	envelope.participants = envelope.participants.filter(({ ID }) => !gone.has(ID));
}

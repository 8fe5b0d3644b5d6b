import { randomUUID } from 'node:crypto';

import type { Field } from '../../nodes/ESignature/api';
import { unprocessable } from '../http/problems';
import { bodyOf, type Routes } from '../http/router';
import { Reader, readOneOrMany } from '../service/reader';
import type { StoredDocument, StoredEnvelope } from '../service/records';
import type { Service } from '../service/service';
import { requireDraft } from '../service/states';
import { findIn } from '../service/store';
import { FIELD_KEYS, readField, readFieldChange, type FieldInput } from './fieldInput';

export const fieldRoutes = (service: Service) =>
	({
		'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields': (call) => {
			const { envelope, document } = service.store.document(call.ids);
			const { bulk, list } = readOneOrMany(call, FIELD_KEYS, (reader) =>
				readField(reader, pagesOf(document)),
			);
			requireDraft(envelope, 'take fields');
			list.forEach((field, index) => requireSigner(envelope, field, bulk ? index : undefined));
			// The reader has checked that the properties fit the type.
			const made = list.map(
				(field) => ({ ID: randomUUID(), documentID: document.ID, ...field }) as Field,
			);
			document.fields.push(...made);
			service.happened(envelope, { what: `${made.length} field(s) placed on ${document.name}` });
			const [first] = made;
			return bulk || !first ? { status: 200, json: { items: made } } : { status: 201, json: first };
		},

		'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields': ({ ids }) => ({
			status: 200,
			json: { items: service.store.document(ids).document.fields },
		}),

		'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}': (call) => {
			const { envelope, document } = service.store.document(call.ids);
			const field = findIn(document.fields, call.ids.fieldID, 'Field');
			const reader = new Reader(bodyOf(call), FIELD_KEYS, call);
			const change = readFieldChange(reader, pagesOf(document), field.type);
			reader.finish();
			requireDraft(envelope, 'have fields changed');
			if (change.participantID) requireSigner(envelope, change);
			Object.assign(field, change);
			service.happened(envelope, { what: `Field ${field.ID} changed` });
			return { status: 200, json: field };
		},

		'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}': ({ ids }) => {
			const { envelope, document } = service.store.document(ids);
			const { ID } = findIn(document.fields, ids.fieldID, 'Field');
			requireDraft(envelope, 'have fields deleted');
			remove(service, envelope, document, [ID]);
			return { status: 204 };
		},

		'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields:batch-delete': (call) => {
			const { envelope, document } = service.store.document(call.ids);
			const reader = new Reader(bodyOf(call), ['items'], call);
			const IDs = reader.uuids('items');
			reader.finish();
			for (const ID of IDs) findIn(document.fields, ID, 'Field');
			requireDraft(envelope, 'have fields deleted');
			remove(service, envelope, document, IDs);
			return { status: 200 };
		},
	}) satisfies Partial<Routes>;

/** While a document is pending its pages are unknown, so no page number can be refused. */
const pagesOf = ({ status, numPages }: StoredDocument) =>
	status === 'pending' ? Infinity : numPages;

/** It must exist on this envelope and have the `signer` role (docs/api.md, Fields). */
function requireSigner(
	{ ID, participants }: StoredEnvelope,
	{ participantID }: Partial<FieldInput>,
	index?: number,
): void {
	const where = index === undefined ? '' : `items[${index}]: `;
	const participant = participants.find((each) => each.ID === participantID);
	if (!participant) {
		throw unprocessable(`${where}participant ${participantID} does not exist on envelope ${ID}.`);
	}
	if (participant.role !== 'signer') {
		throw unprocessable(`${where}participant ${participantID} has the role cc, not signer.`);
	}
}

function remove(
	service: Service,
	envelope: StoredEnvelope,
	document: StoredDocument,
	IDs: string[],
): void {
	document.fields = document.fields.filter(({ ID }) => !IDs.includes(ID));
	service.happened(envelope, { what: `${IDs.length} field(s) deleted from ${document.name}` });
}

import type { Envelope, Field, ListedDocument, NewField, Participant, UUID } from '../../api';
import { idKey, sameId, unlessMissing, wrongInput, type Call } from '../../core';
import { listDocuments } from '../document/document';
import { listFields } from '../field/field';
import { listParticipants } from '../participant/participant';

export interface Template {
	envelope: Envelope;
	documents: ListedDocument[];
	participants: Participant[];
	/** Those of each document. */
	fields: Field[][];
}

/** Whether the service lists them in the same order each time: the contract promises none. */
export interface SteadyOrder {
	documents: boolean;
	participants: boolean;
}

/** All that is copied. */
export async function readTemplate(call: Call, envelopeID: UUID): Promise<Template> {
	const [envelope, documents, participants] = await Promise.all([
		call.request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
		listDocuments(call, envelopeID),
		listParticipants(call, envelopeID),
	]);
	if (documents.length === 0) {
		throw wrongInput(
			'The template has no documents',
			'Add at least one document to it, with its fields, or choose another envelope.',
		);
	}
	const fields = await Promise.all(
		documents.map(async ({ ID: documentID }) => await listFields(call, { envelopeID, documentID })),
	);
	return { envelope, documents, participants, fields };
}

/**
 * Reads it a second time, after all else that is copied, and raises if it is not what it was: nobody may get the
 * fields of one version in the documents of another. `whole`: with its texts and fields, which need not be compared
 * where its documents are not copied. What is there twice in the same order is taken to be in that order (A137, A138).
 */
export async function readAgain(
	call: Call,
	template: Template,
	{ whole: isWhole }: { whole: boolean },
): Promise<SteadyOrder> {
	const envelopeID = template.envelope.ID;
	const ofDocument = async ({ ID: documentID }: ListedDocument) =>
		await unlessMissing(listFields(call, { envelopeID, documentID }));
	const [envelope, documents, participants, fields] = await Promise.all([
		isWhole ? call.request('GET /sign/envelopes/{envelopeID}', { envelopeID }) : template.envelope,
		listDocuments(call, envelopeID),
		listParticipants(call, envelopeID),
		isWhole ? Promise.all(template.documents.map(ofDocument)) : undefined,
	]);
	const now = {
		...{ envelope, documents, participants },
		fields: fields?.map((list) => list ?? []) ?? template.fields,
	};
	if (JSON.stringify(copiedOf(now)) !== JSON.stringify(copiedOf(template))) {
		throw wrongInput(
			'The template was changed while it was read',
			'Run this step again when no one is working on the template.',
		);
	}
	const isInOrder = (these: Array<{ ID: UUID }>, those: Array<{ ID: UUID }>) =>
		these.every(({ ID }, at) => sameId(ID, those[at]?.ID));
	return {
		documents: isInOrder(template.documents, now.documents),
		participants: isInOrder(template.participants, now.participants),
	};
}

/** What the copy takes from it, in an order of its own. The rest may change: downloading is an event, too. */
function copiedOf({ envelope, documents, participants, fields }: Template) {
	const { mode, notification, notificationsManagedBy } = envelope;
	const each = <Item extends { ID: UUID }>(items: Item[], facts: (item: Item) => unknown) =>
		items.map((item) => JSON.stringify([idKey(item.ID), facts(item)])).sort();
	return [
		[mode, notification?.subject, notification?.body, notificationsManagedBy],
		each(documents, ({ name, ...more }) => {
			const { sizeBytes, numPages } = more as Record<string, unknown>;
			return [name, sizeBytes, numPages];
		}),
		each(participants, ({ email, role }) => [email, role]),
		// By document, whatever the order of the documents.
		fields.map((some) => each(some, (field) => copyOf(field, idKey(field.participantID)))),
	];
}

/** Every property that the contract knows, for somebody else; what is null is not there. */
export function copyOf(field: Field, participantID: string): NewField {
	const { type, boundingBox, page, required } = field;
	const { label, format, modifiable } = { ...field } as Record<string, unknown>;
	const rest = Object.entries({ required, label, format, modifiable });
	return {
		...{ type, participantID, boundingBox, page: page ?? 1 },
		...Object.fromEntries(rest.filter(([, value]) => (value ?? undefined) !== undefined)),
	} as NewField;
}

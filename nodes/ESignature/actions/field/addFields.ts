import type { Field, NewField, Participant, UUID } from '../../api';
import { idKey, sameId, type Bulk, type Call, type CallWith, type Reconciled } from '../../core';
import { readDocumentOnce } from '../document/document';
import { listParticipants } from '../participant/participant';
import { createTogether } from '../shared/createTogether';
import type { DocumentIds } from '../shared/locators';
import { isSameBox, listFields } from './field';
import {
	allowsOverlap,
	findOverlap,
	findRequestOverlap,
	overlapError,
	type Overlap,
} from './overlaps';
import { newField, type PlacedField } from './placing';

const labelOf = (field: NewField | Field): string =>
	'label' in field && typeof field.label === 'string' ? field.label.normalize('NFC').trim() : '';

/** Type, participant, page, place and label tell fields apart. */
export const isSameField = (wanted: NewField, made: Field): boolean =>
	wanted.type === made.type &&
	sameId(wanted.participantID, made.participantID) &&
	(wanted.page ?? 1) === Number(made.page ?? 1) &&
	labelOf(wanted) === labelOf(made) &&
	isSameBox(wanted.boundingBox, made.boundingBox);

/** Creates all fields in one request. After a lost answer they are looked for beside those that existed before. */
export async function addFields(
	call: Call,
	ids: DocumentIds,
	wanted: NewField[],
	before?: Field[],
): Promise<Array<Reconciled<Field>>> {
	return await createTogether<NewField, Field>(call, wanted, {
		where: `fields of document ${ids.documentID} in envelope ${ids.envelopeID}`,
		before,
		isSame: isSameField,
		list: async (reader) => await listFields(reader, ids),
		send: async (body) =>
			await call.request('POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields', {
				...ids,
				body,
			}),
	});
}

/** With what people look for: the page, which an answer may leave out, and the signer's email address, if it is known. */
export function shownField(
	field: Reconciled<Field>,
	{ page, participantID }: Pick<NewField, 'page' | 'participantID'>,
	people: readonly Participant[],
): Reconciled<Field> {
	const signer = people.find(({ ID }) => sameId(ID, participantID));
	return {
		...field,
		page: field.page ?? page,
		...(signer && { participantEmail: signer.email }),
	};
}

/** Throws for an overlap, with the email addresses of its signers and the name of its document, if they can be read. */
export async function assertNoOverlap(
	call: Call,
	ids: DocumentIds,
	overlap: Overlap<UUID> | undefined,
): Promise<void> {
	if (!overlap) return;
	const [people, document] = await Promise.all([
		listParticipants(call, ids.envelopeID).catch(() => []),
		readDocumentOnce(call, ids).catch(() => undefined),
	]);
	const emailOf = (signer: UUID): string => {
		const person = people.find(({ ID }) => sameId(ID, signer));
		return person ? call.redact(person.email) : idKey(signer);
	};
	throw overlapError(overlap, emailOf, document && call.redact(document.name));
}

/** How fields are sent, whether they come one per item or as a list. */
export const fieldsBulk = <Ids extends DocumentIds>(
	place: (call: CallWith<Ids>) => Promise<PlacedField[]>,
	/** Those that were read to place the fields. */
	readPeople: (call: Call, ids: DocumentIds) => Promise<Participant[]> = async () => [],
): Bulk<NewField, DocumentIds, Ids> => ({
	target: ({ envelopeID, documentID }) => ({ envelopeID, documentID }),
	entries: async (call) => {
		const placed = await place(call);
		if (!allowsOverlap(call)) await assertNoOverlap(call, call.ids, findOverlap(placed));
		return placed.map(newField);
	},
	failedEntry: async (call, { envelopeID }, wanted) => {
		const participants = await listParticipants(call, envelopeID);
		const signers = new Set(
			participants.filter(({ role }) => role !== 'cc').map(({ ID }) => idKey(ID)),
		);
		return wanted.findIndex(({ participantID }) => !signers.has(idKey(participantID)));
	},
	send: async (call, ids, wanted) => {
		const before = await listFields(call, ids).catch(() => undefined);
		if (!allowsOverlap(call)) {
			await assertNoOverlap(call, ids, findRequestOverlap(wanted, before ?? []));
		}
		const made = await addFields(call, ids, wanted, before);
		const people = await readPeople(call, ids);
		return made.map((field, at) => shownField(field, wanted[at] as NewField, people));
	},
});

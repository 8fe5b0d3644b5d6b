import type { Field, NewField, UUID } from '../../api';
import {
	idKey,
	sameId,
	wrongInput,
	type Bulk,
	type Call,
	type CallWith,
	type Reconciled,
} from '../../core';
import { quoted, quotedList } from '../../values/text';
import { listParticipants } from '../participant/participant';
import { createTogether } from '../shared/createTogether';
import type { DocumentIds } from '../shared/locators';
import { isSameBox, listFields } from './field';
import { allowsOverlap, assertApart, assertApartFrom, assertItemsApart } from './overlaps';
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

/** Creates all fields in one request. After a lost answer they are looked for, so that no field is created twice. */
export async function addFields(
	call: Call,
	ids: DocumentIds,
	wanted: NewField[],
	{ inOwnDraft, mustBeApart }: { inOwnDraft?: boolean; mustBeApart?: boolean } = {},
): Promise<Array<Reconciled<Field>>> {
	return await createTogether<NewField, Field>(call, wanted, {
		where: `fields of document ${ids.documentID} in envelope ${ids.envelopeID}`,
		inOwnDraft,
		isSame: isSameField,
		list: async (reader) => await listFields(reader, ids),
		refuse: mustBeApart ? (before) => assertApartFrom(before, wanted) : undefined,
		send: async (body, lookAt) =>
			await call.request('POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields', {
				...ids,
				body,
				lookAt,
			}),
	});
}

/** How fields are sent, whether they come one per item or as a list. */
export const fieldsBulk = <Ids extends DocumentIds>(
	place: (call: CallWith<Ids>) => Promise<PlacedField[]>,
): Bulk<NewField, DocumentIds, Ids> => ({
	target: ({ envelopeID, documentID }) => ({ envelopeID, documentID }),
	entries: async (call) => {
		const placed = await place(call);
		if (!allowsOverlap(call)) assertApart(placed);
		return placed.map(newField);
	},
	failedEntry: async (call, ids, wanted) => {
		const known = new Set((await readableParticipants(call, ids)).map(({ ID }) => idKey(ID)));
		const place = wanted.findIndex(({ participantID }) => !known.has(idKey(participantID)));
		return known.size > 0 ? place : undefined;
	},
	send: async (call, ids, wanted) => {
		if (!allowsOverlap(call)) assertItemsApart(wanted);
		await assertSigners(call, ids, wanted);
		return await addFields(call, ids, wanted, { mustBeApart: !allowsOverlap(call) });
	},
});

/** Reads once per envelope and run. An application that may place fields need not be allowed to read participants. */
const readableParticipants = async (call: Call, { envelopeID }: DocumentIds) =>
	await call.once(
		`readable participants ${envelopeID}`,
		async () => await listParticipants(call, envelopeID).catch(() => []),
	);

/** Refuses fields for copy recipients before the service does. */
export async function assertSigners(
	call: Call,
	ids: DocumentIds,
	wanted: Array<{ participantID?: UUID }>,
): Promise<void> {
	const participants = await readableParticipants(call, ids);
	const copies = new Map(
		participants.filter(({ role }) => role === 'cc').map((one) => [idKey(one.ID), one]),
	);
	const failedEntry = wanted.findIndex(({ participantID }) => copies.has(idKey(participantID)));
	const copy = copies.get(idKey(wanted[failedEntry]?.participantID));
	if (!copy) return;
	const signers = participants.filter(({ role }) => role === 'signer').map(({ email }) => email);
	throw wrongInput(
		`${quoted(copy.email ?? copy.ID)} is a copy recipient (CC), who cannot have a field`,
		signers.length > 0
			? `Choose one of the signers: ${quotedList(signers)}.`
			: 'Add a participant with the role Signer.',
		failedEntry,
	);
}

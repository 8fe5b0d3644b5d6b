import type { Document, Envelope, Field, Participant, UUID } from '../../api';
import type { Call, Reconciled, Step } from '../../core';
import { addDocument } from '../document/addDocument';
import { waitForDocument } from '../document/processing';
import { addFields } from '../field/addFields';
import { addParticipants } from '../participant/addParticipants';
import type { Composition } from './composition';
import { createMarkedDraft, unmark } from './markedDraft';

const MOST_FIELDS = 200;

/** A draft that holds everything it should. */
export interface Filled {
	draft: Reconciled<Envelope>;
	documents: Document[];
	participants: Participant[];
	fields: Field[];
}

/** Creates a draft and puts everything into it, step by step; `onBegun` tells that there is something to undo. */
export async function fillDraft(
	call: Call,
	{ envelope, documents, participants, fields }: Composition,
	wait: number,
	step: Step,
	onBegun: (ID: UUID) => void,
): Promise<Filled> {
	const draft = await step(
		'creating the envelope',
		async () => await createMarkedDraft(call, envelope),
	);
	const { ID } = draft;
	onBegun(ID);
	const uploaded: Document[] = [];
	for (const [index, document] of documents.entries()) {
		const nth = `document ${index + 1}`;
		const added = await step(`adding ${nth}`, async () => await addDocument(call, ID, document));
		uploaded.push(
			await step(`waiting for ${nth}`, async () => await waitForDocument(call, ID, added.ID, wait)),
		);
	}
	const added = await step(
		'adding the participants',
		async () =>
			await addParticipants(call, ID, participants, {
				inOwnDraft: true,
				// A field is placed by the ID of its participant.
				toldApart: fields.length > 0,
			}),
	);
	const placed = await step(
		'placing the fields',
		async () => await placeFields(call, ID, uploaded, added, fields),
	);
	const { name } = await step(
		'naming the envelope',
		async () => await unmark(call, ID, envelope.name),
	);
	const known = { ...envelope, ...draft, name };
	return { draft: known, documents: uploaded, participants: added, fields: placed };
}

async function placeFields(
	call: Call,
	envelopeID: UUID,
	documents: Document[],
	participants: Participant[],
	fields: Composition['fields'],
): Promise<Field[]> {
	const made: Field[] = [];
	for (const [index, { ID: documentID }] of documents.entries()) {
		const wanted = fields
			.filter(({ document }) => document === index)
			.map(({ participant, field }) => field(participants[participant]?.ID ?? ''));
		for (let at = 0; at < wanted.length; at += MOST_FIELDS) {
			made.push(
				...(await addFields(call, { envelopeID, documentID }, wanted.slice(at, at + MOST_FIELDS), {
					inOwnDraft: true,
				})),
			);
		}
	}
	return made;
}

import type { Document, Envelope, Field, Participant, UUID } from '../../api';
import { inSteps, type Call, type Reconciled } from '../../core';
import { addDocument } from '../document/addDocument';
import { waitForDocument } from '../document/processing';
import { addFields } from '../field/addFields';
import { addParticipants } from '../participant/addParticipants';
import { assertOnlyOurs } from './assertOnlyOurs';
import type { Composition } from './composition';
import { createMarkedDraft, forgetMark, unmark } from './markedDraft';
import { removeDraft } from './removeDraft';
import { sendEnvelope } from './sendEnvelope';

const MOST_FIELDS = 200;

interface Filled {
	draft: Reconciled<{ ID: UUID }>;
	documents: Document[];
	participants: Participant[];
	fields: Field[];
}

interface Manner {
	send: boolean;
	keepDraft: boolean;
	/** Seconds to wait for a document. */
	wait: number;
}

/** Creates the whole envelope, step by step; what was begun is removed when a step does not succeed. */
export async function compose(
	call: Call,
	composition: Composition,
	{ send, keepDraft, wait }: Manner,
): Promise<Omit<Filled, 'draft'> & { envelope: Reconciled<Envelope> }> {
	const unsent = `complete, but perhaps not sent: item ${call.item}`;
	const SENDING = 'sending the envelope';
	let begun: UUID | undefined;
	return await inSteps(
		async (step) => {
			// An earlier try of this run got as far as sending: a second envelope would go to the same signers.
			const filled =
				(call.memory.get(unsent) as Filled | undefined) ??
				(await fill(call, composition, wait, step, (ID) => {
					begun = ID;
				}));
			const { ID } = filled.draft;
			begun = ID;
			if (!send) {
				const read = async () =>
					await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID: ID });
				return result(filled, await step('reading the envelope', read));
			}
			await step('checking the envelope', async () => await assertOnlyOurs(call, ID, filled));
			call.memory.set(unsent, filled);
			const sent = await step(SENDING, async () => await sendEnvelope(call, ID));
			return result(filled, sent);
		},
		async ({ step, uncertain }) => {
			if (begun === undefined) return noDraft(uncertain);
			if (step === SENDING && uncertain) {
				return {
					note: `The envelope ${begun} was left as it is, since it may have been sent: look at its status.`,
					clean: false,
				};
			}
			call.memory.delete(unsent);
			forgetMark(call);
			return await removeDraft(call.apart(), begun, {
				name: composition.envelope.name,
				keep: keepDraft,
			});
		},
	);
}

async function fill(
	call: Call,
	{ envelope, documents, participants, fields }: Composition,
	wait: number,
	step: Parameters<Parameters<typeof inSteps>[0]>[0],
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
		const added = await step(
			`adding ${nth}`,
			async () => await addDocument(call, ID, document, uploaded),
		);
		const waiting = async () => await waitForDocument(call, ID, added.ID, wait);
		const ready = await step(`waiting for ${nth}`, waiting);
		uploaded.push({ ...ready, ...(added.reconciled && { reconciled: true }) });
	}
	const added = await step(
		'adding the participants',
		async () => await addParticipants(call, ID, participants, []),
	);
	const placed = await step(
		'placing the fields',
		async () => await placeFields(call, ID, uploaded, added, fields),
	);
	await step('naming the envelope', async () => await unmark(call, ID, envelope.name));
	return { draft, documents: uploaded, participants: added, fields: placed };
}

/** The envelope was found again if any part of it was. */
function result({ draft, ...filled }: Filled, envelope: Envelope) {
	const parts: Array<Reconciled<object>> = [draft, ...Object.values(filled).flat()];
	const reconciled = parts.some((part) => part.reconciled);
	return { ...filled, envelope: { ...envelope, ...(reconciled && { reconciled: true as const }) } };
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
				...(await addFields(
					call,
					{ envelopeID, documentID },
					wanted.slice(at, at + MOST_FIELDS),
					made,
				)),
			);
		}
	}
	return made;
}

const noDraft = (uncertain: boolean) =>
	uncertain
		? { note: 'A draft may exist; it would be empty.', clean: false }
		: { note: 'No draft was left behind.', clean: true };

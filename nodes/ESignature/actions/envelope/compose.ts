import type { Document, Field, Participant, UUID } from '../../api';
import { inSteps, unlessMissing, type Call } from '../../core';
import { addDocument } from '../document/addDocument';
import { waitForDocument } from '../document/processing';
import { addFields } from '../field/addFields';
import { addParticipants } from '../participant/addParticipants';
import type { Composition } from './composition';
import { createEnvelope } from './createEnvelope';
import { removeEnvelope } from './removeEnvelope';
import { sendEnvelope } from './sendEnvelope';

const ENVELOPE = '/sign/envelopes/{envelopeID}';
const MOST_FIELDS = 200;

/** Creates the whole envelope, step by step; what was begun is removed when a step does not succeed. */
export async function compose(
	call: Call,
	{ envelope, documents, participants, fields }: Composition,
	{ send, keepDraft, wait }: { send: boolean; keepDraft: boolean; wait: number },
) {
	let envelopeID: UUID | undefined;
	return await inSteps(
		async (step) => {
			const draft = await step(
				'creating the envelope',
				async () => await createEnvelope(call, envelope),
			);
			envelopeID = draft.ID;
			const ID = draft.ID;
			const uploaded: Document[] = [];
			for (const [index, document] of documents.entries()) {
				const nth = `document ${index + 1}`;
				const { ID: documentID } = await step(
					`adding ${nth}`,
					async () => await addDocument(call, ID, document),
				);
				uploaded.push(
					await step(
						`waiting for ${nth}`,
						async () => await waitForDocument(call, ID, documentID, wait),
					),
				);
			}
			const added = await step(
				'adding the participants',
				async () => await addParticipants(call, ID, participants),
			);
			const placed = await step(
				'placing the fields',
				async () => await placeFields(call, ID, uploaded, added, fields),
			);
			const result = send
				? await step('sending the envelope', async () => await sendEnvelope(call, ID))
				: await step(
						'reading the envelope',
						async () => await call.request(`GET ${ENVELOPE}`, { envelopeID: ID }),
					);
			return { envelope: result, documents: uploaded, participants: added, fields: placed };
		},
		async (outcomeUnknown) =>
			envelopeID ? await removeDraft(call.apart(), envelopeID, keepDraft) : noDraft(outcomeUnknown),
	);
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
				...(await addFields(call, { envelopeID, documentID }, wanted.slice(at, at + MOST_FIELDS))),
			);
		}
	}
	return made;
}

const noDraft = (outcomeUnknown: boolean): string =>
	outcomeUnknown
		? 'A draft with the name of this envelope may exist; it would be empty.'
		: 'No draft was left behind.';

/** Says what became of the draft. An envelope that was sent after all is left alone. */
async function removeDraft(call: Call, envelopeID: UUID, keep: boolean): Promise<string> {
	if (keep) return `The draft ${envelopeID} was kept, as you asked for.`;
	const removed = await remove(call, envelopeID).catch(() => undefined);
	return removed ?? `The draft ${envelopeID} could not be deleted: please delete it yourself.`;
}

async function remove(call: Call, envelopeID: UUID): Promise<string> {
	const envelope = await unlessMissing(call.request(`GET ${ENVELOPE}`, { envelopeID }));
	if (envelope && envelope.status !== 'drafted') {
		return `The envelope ${envelopeID} has the status '${envelope.status}' and was left as it is.`;
	}
	if (envelope) await removeEnvelope(call, envelopeID);
	return 'The draft was deleted.';
}

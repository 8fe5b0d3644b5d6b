import { randomBytes } from 'crypto';

import {
	ENTRIES_PER_REQUEST,
	type Document,
	type Envelope,
	type Field,
	type NewEnvelope,
	type Participant,
	type ShortEnvelope,
	type UUID,
} from '../../api';
import {
	unlessMissing,
	write,
	type Call,
	type Reconciled,
	type Step,
	type Undone,
} from '../../core';
import { addDocument, maxWait, waitForDocument, type AfterWait } from '../document/document';
import { addFields } from '../field/addFields';
import { assertApart } from '../field/overlaps';
import { resolvePages } from '../field/placing';
import { addParticipants } from '../participant/addParticipants';
import type { Composition } from './composition';
import { isSilent, removeEnvelope } from './envelope';
import { recentEnvelopes } from './list';
import { placedInDraft } from './placedFields';

/**
 * Length of the temporary name. It is no longer than the wanted name (but at least 40), so that it meets every limit that
 * the wanted name meets, and at most 50, so that a service that shortens names does not cut off the mark.
 */
const LENGTH = { least: 40, most: 50 };
const MARK = /n8n[^0-9a-z]{1,9}[0-9a-f]{24}/i;

/** A name that nobody else can have given: the beginning of the wanted one with 96 random bits. */
function markedName(name: string, mark: string): string {
	const length = Math.min(Math.max(name.length, LENGTH.least), LENGTH.most);
	const room = length - mark.length - '[n8n ] '.length;
	return `${[...name].slice(0, room).join('').trim()} [n8n ${mark}]`.trim();
}

/** Whatever the service made of the blanks and signs of the temporary name: the digits are in no other one. */
const bears = (mark: string, name: unknown): boolean =>
	typeof name === 'string' && name.toLowerCase().includes(mark);

/**
 * Creates a draft that can be found again whatever happens to the answer. Why that is safe: the draft is
 * created under a name with a random mark, which is in no other request of anybody. A draft of that name
 * was therefore made by this very request, be it of this try of the node or of an earlier one. It keeps the
 * mark until it is complete, so that nobody who looks for a draft by its real name finds an unfinished one.
 */
async function createMarkedDraft(call: Call, envelope: NewEnvelope): Promise<Reconciled<Envelope>> {
	const mark = randomBytes(12).toString('hex');
	const name = markedName(envelope.name, mark);
	const started = new Date();
	const lookAt = `Look for an empty draft named '${await call.redact(name)}', created at about ${started.toISOString()}.`;
	return await write(
		call,
		'POST /sign/envelopes',
		{ body: { ...envelope, name }, finish: true, lookAt },
		{
			// An answer about another envelope is somebody else's, which must not be touched.
			isDone: (draft) => isSilent(draft.name) || bears(mark, draft.name),
			readBack: async (reader) => {
				const found: ShortEnvelope[] = [];
				for await (const one of recentEnvelopes(reader, started)) {
					if (bears(mark, one.name)) found.push(one);
				}
				const [draft, ...doubled] = found;
				// A proxy has sent the request twice: all of them are ours and empty.
				for (const { ID } of doubled) await removeEnvelope(call, ID).catch(() => {});
				return draft as Envelope | undefined;
			},
		},
	);
}

/** Whether an envelope bears the mark of a draft of ours, of whichever try. */
export const isMarked = (name: unknown): boolean => MARK.test(String(name));

/**
 * Gives the draft its real name. An answer that shows no name proves nothing: the draft is read, since nobody
 * may get it under the temporary one. That the mark is gone is proof, however the service spells the name.
 */
async function unmark(call: Call, envelopeID: UUID, name: string): Promise<ShortEnvelope> {
	return await write(
		call,
		'PATCH /sign/envelopes/{envelopeID}',
		{ envelopeID, body: { name } },
		{
			readBack: async ({ request }) =>
				await request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
			isDone: (now) => !isSilent(now.name) && !isMarked(now.name),
			repeatable: true,
		},
	);
}

/** Removes an unfinished draft and says what became of it. An envelope that was sent after all is left alone. */
export async function removeDraft(
	call: Call,
	envelopeID: UUID,
	{ name, keep }: { name: string; keep: boolean },
): Promise<Undone> {
	if (keep) {
		await unmark(call, envelopeID, name).catch(() => {});
		return { note: `The draft ${envelopeID} was kept, as requested.`, clean: true };
	}
	const undone = await remove(call, envelopeID).catch(() => undefined);
	return (
		undone ?? {
			note: `The draft ${envelopeID} could not be deleted: please delete it yourself.`,
			clean: false,
		}
	);
}

async function remove(call: Call, envelopeID: UUID): Promise<Undone> {
	const envelope = await unlessMissing(
		call.request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
	);
	if (!envelope) {
		return {
			note: `The draft ${envelopeID} can no longer be found, so it was not deleted by this step.`,
			clean: false,
		};
	}
	if (envelope.status !== 'drafted') {
		return {
			note: `The envelope ${envelopeID} has the status '${await call.redact(envelope.status)}' and was left unchanged.`,
			clean: false,
		};
	}
	await removeEnvelope(call, envelopeID);
	return { note: 'The draft was deleted.', clean: true, gone: true };
}

/** The draft goes, and its documents with it. */
const AFTER_WAIT: AfterWait = {
	late: `Increase '${maxWait.displayName}' in the options of this node, then run this step again.`,
	failed: 'Correct the file, then run this step again.',
};

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
	composition: Composition,
	wait: number,
	step: Step,
	onBegun: (ID: UUID) => void,
): Promise<Filled> {
	const { envelope, documents, participants } = composition;
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
		const ids = { envelopeID: ID, documentID: added.ID };
		uploaded.push(
			await step(
				`waiting for ${nth}`,
				async () => await waitForDocument(call, ids, wait, AFTER_WAIT),
			),
		);
	}
	const fields = await step(
		'finding the places of the fields',
		async () => await placedInDraft(call, ID, uploaded, composition),
	);
	const added = await step(
		'adding the participants',
		async () => await addParticipants(call, ID, participants, { inOwnDraft: true }),
	);
	const placed = await step(
		'placing the fields',
		async () => await placeFields(call, ID, uploaded, added, { ...composition, fields }),
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
	{ fields, rules }: Pick<Composition, 'fields' | 'rules'>,
): Promise<Field[]> {
	const all = fields.map(({ document, entry, field, by }) => ({
		...{ document, entry, by },
		body: { ...field, participantID: participants[Number(field.participantID)]?.ID ?? '' },
	}));
	const of = (index: number) =>
		all.flatMap(({ document, body }) => (document === index ? body : []));
	for (const [index, { ID: documentID }] of documents.entries()) {
		const own = all.filter(({ document }) => document === index);
		await resolvePages(
			call,
			{ envelopeID, documentID },
			own.map(({ entry, body }) => ({ entry, field: body })),
		);
	}
	// Only now is it known that page -1 and page 3 are the same one.
	if (!rules.allowOverlap) {
		assertApart(all.map(({ document, entry, by, body }) => ({ document, entry, by, ...body })));
	}
	const made: Field[] = [];
	for (const [index, { ID: documentID }] of documents.entries()) {
		const wanted = of(index);
		for (let at = 0; at < wanted.length; at += ENTRIES_PER_REQUEST) {
			made.push(
				...(await addFields(
					call,
					{ envelopeID, documentID },
					wanted.slice(at, at + ENTRIES_PER_REQUEST),
					{
						inOwnDraft: true,
					},
				)),
			);
		}
	}
	return made;
}

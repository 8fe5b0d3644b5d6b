import type { Envelope, UUID } from '../../api';
import {
	inSteps,
	optionSwitch,
	readUntil,
	sameId,
	UserError,
	type Call,
	type Output,
	type Reconciled,
} from '../../core';
import { listDocuments, waitLimit } from '../document/document';
import { listParticipants } from '../participant/participant';
import { shownParticipant } from '../participant/form';
import type { Composition } from './composition';
import { fillDraft, isMarked, removeDraft, type Filled } from './draft';
import { readBack, sendEnvelope, type Shown } from './envelope';
import { keepDraft } from './form';

interface Parts {
	documents: Array<{ ID: UUID }>;
	participants: Array<{ ID: UUID }>;
}

/**
 * Raises unless the envelope holds exactly what this item put into it: nobody may get what was meant for
 * somebody else. What the service shows late is waited for.
 */
async function assertOnlyOurs(call: Call, envelopeID: UUID, ours: Parts): Promise<void> {
	const read = async (): Promise<Parts> => ({
		documents: await listDocuments(call, envelopeID),
		participants: await listParticipants(call, envelopeID),
	});
	const { found, last } = await readUntil(call, read, (now) => difference(now, ours), {
		atOnce: true,
	});
	if (found === 'none') return;
	// Nothing could be read: the service says why.
	if (last === undefined) await read();
	throw new UserError(
		found === 'foreign'
			? 'Someone else added something to the envelope, so it was not sent'
			: 'The service does not show everything that was added to the envelope, so it was not sent',
		'Run this step again. If it happens again, find out who else is changing new drafts in this account.',
	);
}

/** Undefined while something of ours is not shown yet. */
function difference(now: Parts, ours: Parts): 'none' | 'foreign' | undefined {
	const kinds = [
		[now.documents, ours.documents],
		[now.participants, ours.participants],
	] as const;
	const isIn = (list: Array<{ ID: UUID }>, { ID }: { ID: UUID }) =>
		list.some((one) => sameId(one.ID, ID));
	if (kinds.some(([seen, own]) => seen.some((one) => !isIn(own, one)))) return 'foreign';
	return kinds.every(([seen, own]) => own.every((one) => isIn(seen, one))) ? 'none' : undefined;
}

export interface Manner {
	send: boolean;
	keepDraft: boolean;
	/** Seconds to wait for a document. */
	wait: number;
}

/** How the options of the form want it done. */
export const mannerOf = (call: Pick<Call, 'option'>, isSent: boolean): Manner => ({
	send: isSent,
	keepDraft: optionSwitch(call, keepDraft),
	wait: waitLimit(call),
});

interface MadeEnvelope extends Omit<Filled, 'draft'> {
	envelope: Shown<Reconciled<Envelope>>;
}

/**
 * Creates the whole envelope, step by step; what was begun is removed when a step does not succeed. Where it
 * is not known what the service made of a step, the whole is begun once more, after the draft is gone:
 * nothing in a draft is ever adopted, since somebody else may have put it there.
 */
export async function assembleEnvelope(
	call: Call,
	composition: Composition,
	manner: Manner,
): Promise<MadeEnvelope> {
	let mayBegin = 2;
	for (;;) {
		mayBegin -= 1;
		let again = false;
		const made = await makeOnce(call, composition, manner, (inDoubt) => {
			again = inDoubt && mayBegin > 0;
		}).catch(async (error: unknown) => (again ? undefined : await Promise.reject(error)));
		if (made) return made;
	}
}

async function makeOnce(
	call: Call,
	composition: Composition,
	{ send, keepDraft, wait }: Manner,
	onUndone: (inDoubt: boolean) => void,
): Promise<MadeEnvelope> {
	const { name } = composition.envelope;
	await removeKept(call, name);
	const SENDING = 'sending the envelope';
	let begun: UUID | undefined;
	return await inSteps(
		async (step) => {
			const filled = await fillDraft(call, composition, wait, step, (ID) => {
				begun = ID;
			});
			const { ID } = filled.draft;
			if (!send) {
				const read = async () =>
					await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID: ID });
				const kept = { known: filled.draft, proved: { name: filled.draft.name } };
				const envelope = await readBack(read, kept, ({ name }) => isMarked(name));
				return result(filled, envelope);
			}
			await step('checking the envelope', async () => await assertOnlyOurs(call, ID, filled));
			const sent = await step(SENDING, async () => await sendEnvelope(call, ID, filled.draft));
			return result(filled, sent);
		},
		async ({ step, uncertain }) => {
			if (begun === undefined) return noDraft(uncertain);
			if (step === SENDING && uncertain) {
				return {
					note: `The envelope ${begun} was left unchanged, since it may have been sent: check its status.`,
					clean: false,
				};
			}
			const undone = await removeDraft(call.detached(), begun, { name, keep: keepDraft });
			if (keepDraft) call.note.left.add(begun);
			onUndone(uncertain && undone.clean && !keepDraft);
			return undone;
		},
	);
}

/** Deletes the draft that an earlier try of this run has kept: of several, the last one is enough. */
async function removeKept(call: Call, name: string): Promise<void> {
	const { left } = call.note;
	for (const envelopeID of left) await removeDraft(call, envelopeID, { name, keep: false });
	left.clear();
}

const result = ({ draft, ...filled }: Filled, envelope: Envelope) => ({
	...filled,
	envelope: {
		...envelope,
		// A copy that lags behind may still show the temporary name.
		...(isMarked(envelope.name) && { name: draft.name }),
		...(draft.reconciled && { reconciled: true as const }),
	},
});

const noDraft = (uncertain: boolean) =>
	uncertain
		? { note: 'An empty draft may have been created.', clean: false }
		: { note: 'No draft was left behind.', clean: true };

/** What the step shows of the envelope that it made. */
export const outputOf = (
	call: Call,
	{ envelope, documents, participants, fields }: MadeEnvelope,
): Output => ({
	json: {
		...envelope,
		documents: documents.map((document) => ({ ...document })),
		participants: participants.map((participant) => shownParticipant(call, participant)),
		fields: fields.map((field) => ({ ...field })),
	},
});

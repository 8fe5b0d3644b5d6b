import { randomBytes } from 'crypto';

import {
	ENTRIES_PER_REQUEST,
	type Document,
	type Envelope,
	type Field,
	type NewEnvelope,
	type NewField,
	type Participant,
	type ShortEnvelope,
	type UUID,
} from '../../api';
import {
	idKey,
	inSteps,
	optionSwitch,
	readUntil,
	UserError,
	write,
	type Call,
	type Output,
	type Reconciled,
	type Step,
	type Undone,
} from '../../core';
import { slices } from '../../values/collections';
import {
	addDocument,
	listDocuments,
	maxWait,
	waitForDocument,
	waitLimit,
	type AfterWait,
} from '../document/document';
import { addFields, shownField } from '../field/addFields';
import { listFields } from '../field/field';
import { newField } from '../field/placing';
import { addParticipants } from '../participant/addParticipants';
import { shownParticipant } from '../participant/form';
import { listParticipants } from '../participant/participant';
import { readEnvelope, removeEnvelope, sendEnvelope } from './envelope';
import * as form from './form';
import { recentEnvelopes } from './list';
import { placeInDraft } from './placeFields';
import type { PlacedEnvelopeField, WantedEnvelope } from './wantedEnvelope';

export interface AssembleOptions {
	send: boolean;
	keepDraft: boolean;
	/** Seconds to wait for a document. */
	wait: number;
}

/** The options of the form. */
export const assembleOptions = (call: Pick<Call, 'option'>, isSent: boolean): AssembleOptions => ({
	send: isSent,
	keepDraft: optionSwitch(call, form.keepDraft),
	wait: waitLimit(call),
});

/**
 * Creates the whole envelope, step by step. If a step fails, the draft is deleted, unless the user keeps it. If the
 * answer to a step was lost, everything is done once more in a new draft, so that nothing of unknown origin is sent.
 */
export async function assembleEnvelope(
	call: Call,
	wanted: WantedEnvelope,
	options: AssembleOptions,
): Promise<Output> {
	let mayBeginAgain = false;
	const make = async () =>
		await assembleInNewDraft(call, wanted, options, () => {
			mayBeginAgain = true;
		});
	const { envelope, documents, participants, fields } = await make().catch(async (error: unknown) =>
		mayBeginAgain ? await make() : await Promise.reject(error),
	);
	return {
		json: {
			...envelope,
			documents: documents.map((document) => ({ ...document })),
			participants: participants.map((participant) => shownParticipant(call, participant)),
			fields: fields.map((field) => ({ ...field })),
		},
	};
}

interface Content {
	documents: Document[];
	participants: Participant[];
	fields: Field[];
}

const SENDING = 'sending the envelope';

async function assembleInNewDraft(
	call: Call,
	wanted: WantedEnvelope,
	{ send, keepDraft, wait }: AssembleOptions,
	onLostAndRemoved: () => void,
): Promise<Content & { envelope: Reconciled<Envelope> }> {
	const { name } = wanted.envelope;
	let begun: UUID | undefined;
	return await inSteps(
		async (step) => {
			step('creating the envelope');
			const draft = await createMarkedDraft(call, wanted.envelope);
			const { ID } = draft;
			begun = ID;
			const content = await fillDraft(call, ID, wanted, wait, step);
			step('naming the envelope');
			const named = await unmark(call, ID, name);
			const envelope = { ...draft, ...named };
			if (!send) return { ...content, envelope };
			step('checking the envelope');
			await assertOnlyOurs(call, ID, content);
			step(SENDING);
			const sent = await sendEnvelope(call, ID);
			return { ...content, envelope: { ...envelope, ...sent, name: named.name } };
		},
		async ({ step, isUnknown }) => {
			if (begun === undefined) {
				return isUnknown
					? { note: 'An empty draft may have been created.', clean: false }
					: { note: 'No draft was created.', clean: true };
			}
			if (step === SENDING && isUnknown) {
				return {
					note: `The envelope ${begun} was left unchanged, since it may have been sent: check its status.`,
					clean: false,
				};
			}
			const cleaning = call.detached();
			if (keepDraft) {
				await unmark(cleaning, begun, name).catch(() => {});
				return { note: `The draft ${begun} was kept, as requested.`, clean: true };
			}
			const undone = await removeDraft(cleaning, begun);
			if (isUnknown && undone.clean) onLostAndRemoved();
			return undone;
		},
	);
}

/** Deletes the draft. An envelope that was sent after all stays: the service would delete it, too. */
async function removeDraft(call: Call, envelopeID: UUID): Promise<Undone> {
	try {
		const { status } = await readEnvelope(call, envelopeID);
		if (status === 'drafted') {
			await removeEnvelope(call, envelopeID);
			return { note: 'The draft was deleted.', clean: true };
		}
	} catch {
		// The note below says that the envelope may still exist.
	}
	return {
		note: `The envelope ${envelopeID} was not deleted: check its status, and delete it if it is still a draft.`,
		clean: false,
	};
}

const MARK = /\[n8n [0-9a-f]{24}\]$/;
/** So much of the real name is enough to recognize the draft. */
const LETTERS_OF_NAME = 20;

/**
 * Creates a draft with a random mark in its name. If the answer is lost, a draft with that mark was made by this
 * request. It keeps the mark until it is complete, so that a search for the real name does not find an unfinished draft.
 */
async function createMarkedDraft(call: Call, envelope: NewEnvelope): Promise<Reconciled<Envelope>> {
	const mark = randomBytes(12).toString('hex');
	const name = `${[...envelope.name].slice(0, LETTERS_OF_NAME).join('').trim()} [n8n ${mark}]`;
	const started = new Date();
	const adviceIfUnknown = `Look for an empty draft named '${call.redact(name)}', created at about ${started.toISOString()}.`;
	const isOurs = (draft: ShortEnvelope): boolean => String(draft.name).includes(mark);
	return await write(
		call,
		'POST /sign/envelopes',
		{ body: { ...envelope, name }, ignoresCancel: true, adviceIfUnknown },
		{
			isDone: isOurs,
			readBack: async (reader) => {
				for await (const one of recentEnvelopes(reader, started)) {
					// The list shows neither the mode nor the texts.
					if (isOurs(one)) return { ...envelope, ...one };
				}
				return undefined;
			},
		},
	);
}

/** Gives the draft its real name. It is done if the mark is gone, however the service stores the name. */
async function unmark(call: Call, envelopeID: UUID, name: string): Promise<ShortEnvelope> {
	return await write(
		call,
		'PATCH /sign/envelopes/{envelopeID}',
		{ envelopeID, body: { name } },
		{
			readBack: async (reader) => await readEnvelope(reader, envelopeID),
			isDone: (now) => Boolean(now.name) && !MARK.test(now.name),
			repeatable: true,
		},
	);
}

/** The advice does not mention the documents, since they are deleted with the draft. */
const AFTER_WAIT: AfterWait = {
	late: `Increase '${maxWait.displayName}' in the options of this node, then run this step again.`,
	failed: 'Correct the file, then run this step again.',
};

async function fillDraft(
	call: Call,
	envelopeID: UUID,
	wanted: WantedEnvelope,
	wait: number,
	step: Step,
): Promise<Content> {
	const documents: Document[] = [];
	for (const [index, upload] of wanted.documents.entries()) {
		step(`adding document ${index + 1}`);
		const { ID: documentID } = await addDocument(call, envelopeID, upload);
		step(`waiting for document ${index + 1}`);
		documents.push(await waitForDocument(call, { envelopeID, documentID }, wait, AFTER_WAIT));
	}
	step('locating the fields');
	const placed = await placeInDraft(call, envelopeID, documents, wanted);
	step('adding the participants');
	const participants = await addParticipants(call, envelopeID, wanted.participants);
	step('placing the fields');
	const fields = await addPlaced(call, envelopeID, { documents, participants }, placed);
	return { documents, participants, fields };
}

async function addPlaced(
	call: Call,
	envelopeID: UUID,
	{ documents, participants }: Omit<Content, 'fields'>,
	placed: readonly PlacedEnvelopeField[],
): Promise<Field[]> {
	const made: Field[] = [];
	for (const [index, { ID: documentID }] of documents.entries()) {
		const own = placed.filter(({ document }) => document === index);
		const wanted = own.map((one) =>
			newField({ ...one, signer: participants[one.signer]?.ID ?? '' }),
		);
		for (const some of slices(wanted, ENTRIES_PER_REQUEST)) {
			const added = await addFields(call, { envelopeID, documentID }, some);
			made.push(
				...added.map((field, index) => shownField(field, some[index] as NewField, participants)),
			);
		}
	}
	return made;
}

/**
 * Throws unless the envelope contains exactly what the answers to this item have shown, since it cannot be taken back
 * once it is sent: a proxy may have sent a request twice, or a person may have changed the draft. Lists may lag behind.
 */
async function assertOnlyOurs(call: Call, envelopeID: UUID, content: Content): Promise<void> {
	const ours = Object.values(content)
		.flat()
		.map(({ ID }) => idKey(ID));
	const read = async () => {
		const documents = await listDocuments(call, envelopeID);
		const fields = documents.map(
			async ({ ID: documentID }) => await listFields(call, { envelopeID, documentID }),
		);
		const participants = listParticipants(call, envelopeID);
		return (await Promise.all([documents, participants, ...fields])).flat();
	};
	const compare = (listed: Array<{ ID: UUID }>) => {
		const listedIds = listed.map(({ ID }) => idKey(ID));
		if (listedIds.some((ID) => !ours.includes(ID))) return 'more';
		return ours.every((ID) => listedIds.includes(ID)) ? 'same' : undefined;
	};
	const found = compare(await read()) ?? (await readUntil(call, read, compare)).found;
	if (found === 'same') return;
	throw new UserError(
		found === 'more'
			? 'The draft has more in it than this step added, so it was not sent'
			: 'The draft has less in it than this step added, so it was not sent',
		'Run this step again. If it happens again, check what else edits drafts in this account.',
	);
}

import { randomBytes } from 'crypto';

import type { Envelope, NewEnvelope, ShortEnvelope, UUID } from '../../api';
import { settleByMark, settleByState, type Call, type Reconciled } from '../../core';
import { sameText } from '../inputs';
import { recentEnvelopes } from './recentEnvelopes';
import { removeEnvelope } from './removeEnvelope';

const LONGEST_NAME = 40;
const MARK = /\[n8n [0-9a-f]{24}\]$/;

/**
 * A name that nobody else can have given: the wanted one with 96 random bits. No longer than the wanted name
 * or a short line, so that a limit of the service that the wanted name keeps is kept by this one, too.
 */
function markedName(name: string, mark: string): string {
	const room = Math.max(name.length, LONGEST_NAME) - mark.length - 1;
	return `${[...name].slice(0, room).join('').trim()} ${mark}`.trim();
}

/**
 * Creates a draft that can be found again whatever happens to the answer. Why that is safe: the draft is
 * created under a name with a random mark, which is in no other request of anybody. A draft of that name
 * was therefore made by this very request, be it of this try of the node or of an earlier one. It keeps the
 * mark until it is complete, so that nobody who looks for a draft by its real name finds an unfinished one.
 */
export async function createMarkedDraft(
	call: Call,
	envelope: NewEnvelope,
): Promise<Reconciled<{ ID: UUID }>> {
	const name = markedName(envelope.name, markOf(call));
	const started = new Date();
	const lookAt = `Look for a draft named '${await call.shown(name)}', created at about ${started.toISOString()}: it would be empty.`;
	const settle = async () =>
		await settleByMark(call, async () => {
			const found: ShortEnvelope[] = [];
			for await (const one of recentEnvelopes(call, started)) {
				if (sameText(name, one.name)) found.push(one);
			}
			// All of them are ours and empty: a proxy has sent the request twice.
			for (const { ID } of found.slice(1)) await removeEnvelope(call, ID, true).catch(() => {});
			return found as Envelope[];
		});
	const body = { ...envelope, name };
	return await call.request('POST /sign/envelopes', {
		body,
		finish: true,
		// An answer about another envelope is somebody else's, which must not be touched.
		objection: (draft) =>
			typeof draft.name !== 'string' || sameText(name, draft.name)
				? undefined
				: 'It is about another envelope.',
		settle,
		lookAt,
	});
}

/** One mark per item and run: a second try of the node looks for what the first one may have created. */
function markOf({ memory, item }: Call): string {
	const key = `mark of item ${item}`;
	const mark =
		(memory.get(key) as string | undefined) ?? `[n8n ${randomBytes(12).toString('hex')}]`;
	memory.set(key, mark);
	return mark;
}

/** The draft is gone: the next one gets a mark of its own. */
export const forgetMark = ({ memory, item }: Call): boolean =>
	memory.delete(`mark of item ${item}`);

/** Whether an envelope bears the mark of a draft of ours. */
export const isMarked = (name: unknown): boolean => MARK.test(String(name));

/** Gives the draft its real name: the mark is gone. */
export async function unmark(call: Call, envelopeID: UUID, name: string): Promise<void> {
	const read = async () => await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID });
	await call.request('PATCH /sign/envelopes/{envelopeID}', {
		envelopeID,
		body: { name },
		// Nobody may get it under the name with the mark.
		objection: (renamed) => (isMarked(renamed.name) ? NOT_RENAMED : undefined),
		settle: async () =>
			await settleByState(call, read, { isDone: (now) => sameText(name, now.name) }),
	});
}

const NOT_RENAMED = 'The envelope still has its temporary name.';

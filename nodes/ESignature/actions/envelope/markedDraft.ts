import { randomBytes } from 'crypto';

import type { Envelope, NewEnvelope, ShortEnvelope, UUID } from '../../api';
import { settleByMark, settleByState, type Call, type Reconciled } from '../../core';
import { couldBe } from '../names';
import { recentEnvelopes } from './recentEnvelopes';
import { removeEnvelope } from './removeEnvelope';

/** A limit of the service that the wanted name keeps is kept by the temporary one; and it is not cut where others are. */
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

const isSilent = (name: unknown): boolean => typeof name !== 'string' || name.trim() === '';

/**
 * Creates a draft that can be found again whatever happens to the answer. Why that is safe: the draft is
 * created under a name with a random mark, which is in no other request of anybody. A draft of that name
 * was therefore made by this very request, be it of this try of the node or of an earlier one. It keeps the
 * mark until it is complete, so that nobody who looks for a draft by its real name finds an unfinished one.
 */
export async function createMarkedDraft(
	call: Call,
	envelope: NewEnvelope,
): Promise<Reconciled<Envelope>> {
	const mark = markOf(call);
	const name = markedName(envelope.name, mark);
	const started = new Date();
	const lookAt = `Look for a draft named '${await call.shown(name)}', created at about ${started.toISOString()}: it would be empty.`;
	const settle = async () =>
		await settleByMark(call, async () => {
			const found: ShortEnvelope[] = [];
			for await (const one of recentEnvelopes(call, started)) {
				if (bears(mark, one.name)) found.push(one);
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
			isSilent(draft.name) || bears(mark, draft.name) ? undefined : 'It is about another envelope.',
		settle,
		lookAt,
	});
}

/** One mark per item and run: a second try of the node looks for what the first one may have created. */
function markOf({ memory, item }: Call): string {
	const key = `mark of item ${item}`;
	const mark = (memory.get(key) as string | undefined) ?? randomBytes(12).toString('hex');
	memory.set(key, mark);
	return mark;
}

/** The draft is gone: the next one gets a mark of its own. */
export const forgetMark = ({ memory, item }: Call): boolean =>
	memory.delete(`mark of item ${item}`);

/** Whether an envelope bears the mark of a draft of ours, of whichever try. */
export const isMarked = (name: unknown): boolean => MARK.test(String(name));

/**
 * Gives the draft its real name. An answer that shows no name proves nothing: the draft is read, since nobody
 * may get it under the temporary one. That the mark is gone is proof, however the service spells the name.
 */
export async function unmark(call: Call, envelopeID: UUID, name: string): Promise<ShortEnvelope> {
	const mark = markOf(call);
	const isDone = (now: ShortEnvelope) =>
		!isSilent(now.name) && !bears(mark, now.name) && couldBe(name, now.name);
	const read = async (): Promise<ShortEnvelope> =>
		await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID });
	return await call.request('PATCH /sign/envelopes/{envelopeID}', {
		envelopeID,
		body: { name },
		objection: (renamed) => (isDone(renamed) ? undefined : NOT_RENAMED),
		settle: async () => {
			const now = await read().catch(() => undefined);
			return now && isDone(now) ? { reply: now } : await settleByState(call, read, { isDone });
		},
	});
}

const NOT_RENAMED = 'It does not show that the envelope has lost its temporary name.';

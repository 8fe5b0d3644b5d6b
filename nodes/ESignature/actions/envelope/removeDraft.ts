import type { UUID } from '../../api';
import { unlessMissing, type Call, type Undone } from '../../core';
import { couldBe } from '../names';
import { isMarked, unmark } from './markedDraft';
import { removeEnvelope } from './removeEnvelope';

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
	const undone = await remove(call, envelopeID, name).catch(() => undefined);
	return (
		undone ?? {
			note: `The draft ${envelopeID} could not be deleted: please delete it yourself.`,
			clean: false,
		}
	);
}

async function remove(call: Call, envelopeID: UUID, name: string): Promise<Undone> {
	const envelope = await unlessMissing(
		call.request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
	);
	if (!envelope) {
		return {
			note: `The draft ${envelopeID} cannot be found any more, so it was not deleted by this step.`,
			clean: false,
		};
	}
	if (String(envelope.status).toLowerCase() !== 'drafted') {
		return {
			note: `The envelope ${envelopeID} has the status '${await call.shown(envelope.status)}' and was left as it is.`,
			clean: false,
		};
	}
	if (!isMarked(envelope.name) && !couldBe(name, envelope.name)) {
		return {
			note: `The draft ${envelopeID} has another name by now and was left as it is.`,
			clean: false,
		};
	}
	await removeEnvelope(call, envelopeID, true);
	return { note: 'The draft was deleted.', clean: true };
}

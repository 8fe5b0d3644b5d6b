import { createHash } from 'crypto';

import { FINISHED_STATUSES, idKey, isId, type ShortEnvelope } from '../api';
import { serviceTime, type Client } from '../transport';
import { isSoon, type Order, type Sequence } from './scan';

export type Request = Client['request'];

/** An entry of the list, as far as it is compared. */
export interface ListedEnvelope {
	id: string;
	status: string;
	created: number;
	changed: number;
	envelope: ShortEnvelope;
}

const NO_STATUS = 'unknown';

/** More than any status has. */
const MOST_LETTERS = 60;

/** It is kept with the state: of a long text, only as much as tells it from others. */
export function statusIn({ status }: { status?: unknown }): string {
	if (typeof status !== 'string' || status === '') return NO_STATUS;
	if (status.length <= MOST_LETTERS) return status;
	const rest = createHash('sha256').update(status).digest('base64url').slice(0, 12);
	return `${status.slice(0, MOST_LETTERS)}-${rest}`;
}

export const listedOf = (items: ShortEnvelope[]): ListedEnvelope[] =>
	items
		.filter(({ ID }) => typeof ID === 'string' && isId(ID))
		.map((envelope) => ({
			id: idKey(envelope.ID),
			status: statusIn(envelope),
			created: serviceTime(envelope.createdAt),
			changed: serviceTime(envelope.lastModifiedAt),
			envelope,
		}));

/** Statuses that an envelope does not leave any more. One that is not known here may change. */
export const ENDS: readonly string[] = [...FINISHED_STATUSES, 'deleted'];

/** Those before them, in the order of an envelope's life. */
const STAGES: readonly string[] = ['drafted', 'sent', 'processing'];

/** How far an envelope has come; of a status that is not known here, nobody can say. */
const stageOf = (status: string): number => {
	if (ENDS.includes(status)) return STAGES.length;
	return STAGES.includes(status) ? STAGES.indexOf(status) : NaN;
};

/** Whether an envelope that had the one status cannot have the other afterwards. */
export const isEarlier = (now: string, before: string): boolean => stageOf(now) < stageOf(before);

/** Whether most of these IDs are spelled in capitals. */
export const areCapitals = (entries: ListedEnvelope[]): boolean =>
	2 * entries.filter(({ id, envelope }) => envelope.ID !== id).length > entries.length;

/** Takes note of the next entry of a list. */
export function see(sequence: Sequence, { created, changed }: ListedEnvelope): void {
	const isFirst = sequence.newestChange === -Infinity;
	// A comparison with a time that cannot be read is false, which is as it should be.
	sequence.down &&= isFirst ? !Number.isNaN(created) : created <= sequence.created;
	sequence.up &&= isFirst ? !Number.isNaN(created) : created >= sequence.created;
	sequence.changedDown &&= isFirst ? !Number.isNaN(changed) : changed <= sequence.changed;
	sequence.differs ||= !isFirst && (created !== sequence.created || changed !== sequence.changed);
	sequence.created = created;
	sequence.changed = changed;
	// One that is dated ahead would stand for all that changes until then. Too low a time only makes a poll read on.
	sequence.newestChange = Math.max(sequence.newestChange, isSoon(changed) ? changed : 0);
}

export function orderOf({ differs, down, up, changedDown }: Sequence): Order {
	if (!differs) return 'none';
	if (down) return 'newestFirst';
	if (up) return 'newestLast';
	return changedDown ? 'changedFirst' : 'none';
}

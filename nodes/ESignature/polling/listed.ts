import type { ShortEnvelope } from '../api';
import { idKey, isId, serviceTime, type Client } from '../transport';
import type { Sequence } from './scan';
import type { Order } from './state';

export type Request = Client['request'];

/** An entry of the list, as far as it is compared. */
export interface Listed {
	id: string;
	status: string;
	created: number;
	changed: number;
	envelope: ShortEnvelope;
}

const NO_STATUS = 'unknown';

export const statusIn = ({ status }: { status?: unknown }): string =>
	typeof status === 'string' && status !== '' ? status : NO_STATUS;

export const listedOf = (items: ShortEnvelope[]): Listed[] =>
	items
		.filter(({ ID }) => typeof ID === 'string' && isId(ID))
		.map((envelope) => ({
			id: idKey(envelope.ID),
			status: statusIn(envelope),
			created: serviceTime(envelope.createdAt),
			changed: serviceTime(envelope.lastModifiedAt),
			envelope,
		}));

/** More than any two clocks differ. */
const DAY = 86_400_000;

/**
 * A time that lies further ahead is a mistake of the service. It may stand in the order of a list, but as the
 * newest time that is known it would make all that comes after it old.
 */
export const isCredible = (time: number): boolean => time <= Date.now() + DAY;

const credible = (time: number): number => (isCredible(time) ? time : 0);

/** Takes note of the next entry of a list. */
export function see(sequence: Sequence, { created, changed }: Listed): void {
	const isFirst = sequence.newest === -Infinity;
	// A comparison with a time that cannot be read is false, which is as it should be.
	sequence.down &&= isFirst ? !Number.isNaN(created) : created <= sequence.created;
	sequence.up &&= isFirst ? !Number.isNaN(created) : created >= sequence.created;
	sequence.changedDown &&= isFirst ? !Number.isNaN(changed) : changed <= sequence.changed;
	sequence.differs ||= !isFirst && (created !== sequence.created || changed !== sequence.changed);
	sequence.created = created;
	sequence.changed = changed;
	sequence.newest = Math.max(sequence.newest, credible(created));
	sequence.newestChange = Math.max(sequence.newestChange, credible(changed));
}

export function orderOf({ differs, down, up, changedDown }: Sequence): Order {
	if (!differs) return 'none';
	if (down) return 'newestFirst';
	if (up) return 'newestLast';
	return changedDown ? 'changedFirst' : 'none';
}

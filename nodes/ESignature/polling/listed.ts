import type { ShortEnvelope } from '../api';
import { idKey, isId, serviceTime, type Client } from '../transport';
import { isCredible, type Sequence } from './scan';
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

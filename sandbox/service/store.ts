import type { UUID } from '../../nodes/ESignature/api';
import type { View } from '../http/faults';
import { invalid, notFound } from '../http/problems';
import type { Settings } from './settings';
import type { StoredDocument, StoredEnvelope, StoredParticipant } from './records';

export interface PageQuery {
	pageAfter?: string;
	pageBefore?: string;
}

type Listing = Pick<Settings, 'pageSize'> & Partial<Pick<Settings, 'listOldestFirst'>>;
type Position = [createdAt: number, sequence: number];

const positionOf = ({ createdAt, sequence }: StoredEnvelope): Position => [
	Date.parse(createdAt),
	sequence,
];

/** Newest first. */
const compare = (a: Position, b: Position) => b[0] - a[0] || b[1] - a[1];

/** Opaque to clients. A position, not an ID: it stays good when its envelope is deleted. */
const cursorOf = (envelope: StoredEnvelope) =>
	Buffer.from(positionOf(envelope).join(':')).toString('base64url');

function positionFrom(cursor: string, parameter: string): Position {
	const match = /^(-?\d+):(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
	if (!match) throw invalid({ [parameter]: 'is not a cursor of this list' });
	return [Number(match[1]), Number(match[2])];
}

export class Store {
	private envelopes = new Map<UUID, StoredEnvelope>();
	private sequence = 0;

	nextSequence(): number {
		this.sequence += 1;
		return this.sequence;
	}

	add(envelope: StoredEnvelope): void {
		this.envelopes.set(envelope.ID, envelope);
	}

	remove(envelope: StoredEnvelope): void {
		this.envelopes.delete(envelope.ID);
	}

	clear(): void {
		this.envelopes.clear();
		this.sequence = 0;
	}

	/** Everything as it is now; the result lets a read see that again. */
	remember(): View {
		const then = structuredClone(this.envelopes);
		return (read) => {
			const now = this.envelopes;
			this.envelopes = then;
			try {
				return read();
			} finally {
				this.envelopes = now;
			}
		};
	}

	/** A path parameter that is no UUID names nothing, so it is a 404 like any unknown ID. */
	envelope(id: UUID): StoredEnvelope {
		const found = this.envelopes.get(id.toLowerCase());
		if (!found) throw notFound('Envelope', id);
		return found;
	}

	document(ids: { envelopeID: UUID; documentID: UUID }): {
		envelope: StoredEnvelope;
		document: StoredDocument;
	} {
		const envelope = this.envelope(ids.envelopeID);
		return { envelope, document: findIn(envelope.documents, ids.documentID, 'Document') };
	}

	participant(ids: { envelopeID: UUID; participantID: UUID }): {
		envelope: StoredEnvelope;
		participant: StoredParticipant;
	} {
		const envelope = this.envelope(ids.envelopeID);
		return {
			envelope,
			participant: findIn(envelope.participants, ids.participantID, 'Participant'),
		};
	}

	all(): StoredEnvelope[] {
		return [...this.envelopes.values()].sort((a, b) => compare(positionOf(a), positionOf(b)));
	}

	/** Both cursors are exclusive. `nextPage` is there as long as anything follows. */
	page({ pageAfter, pageBefore }: PageQuery, { pageSize, listOldestFirst }: Listing) {
		if (pageAfter !== undefined && pageBefore !== undefined) {
			throw invalid({ pageBefore: 'cannot be used together with pageAfter' });
		}
		// The order is open (docs/api.md, Envelopes: `list-order`).
		const all = listOldestFirst ? this.all().reverse() : this.all();
		const inOrder: typeof compare = (a, b) => (listOldestFirst ? compare(b, a) : compare(a, b));
		let items = all;
		if (pageAfter !== undefined) {
			const after = positionFrom(pageAfter, 'pageAfter');
			items = all.filter((envelope) => inOrder(positionOf(envelope), after) > 0);
		}
		if (pageBefore !== undefined) {
			const before = positionFrom(pageBefore, 'pageBefore');
			items = all.filter((envelope) => inOrder(positionOf(envelope), before) < 0).slice(-pageSize);
		}
		items = items.slice(0, pageSize);
		const last = items.at(-1);
		const more = last !== undefined && last !== all.at(-1);
		return { items, nextPage: more ? cursorOf(last) : undefined };
	}
}

export function findIn<Thing extends { ID: UUID }>(things: Thing[], id: UUID, kind: string): Thing {
	const found = things.find(({ ID }) => ID === id.toLowerCase());
	if (!found) throw notFound(kind, id);
	return found;
}

import { envelopePages } from '../transport/envelopePages';
import type { ShortEnvelope } from '../api/types';
import { idKey, isId } from '../api/values';
import type { Client } from '../transport/client';
import { parseTime } from '../values/parse';

export type Request = Client['request'];

/** An entry of the list, with what is compared. */
export interface Entry {
	/** The ID in lower case. */
	key: string;
	status: string;
	created: number;
	envelope: ShortEnvelope;
}

export interface Page {
	entries: Entry[];
	/** The cursor of the next page; undefined on the last one. */
	next?: string;
}

/** The list of envelopes, page by page, from its front or after a cursor. */
export async function* listPages(request: Request, from?: string): AsyncGenerator<Page> {
	for await (const { items, nextPage: next } of envelopePages({ request }, from)) {
		// Without a valid ID, an envelope cannot be read.
		yield { entries: items.filter(({ ID }) => isId(ID)).map(entryOf), next };
	}
}

const entryOf = (envelope: ShortEnvelope): Entry => ({
	key: idKey(envelope.ID),
	status: envelope.status,
	created: parseTime(envelope.createdAt),
	envelope,
});

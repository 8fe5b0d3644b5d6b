import type { Field, NewField, UUID } from '../../api';
import type { Call, Reconciled } from '../../core';
import { createTogether } from '../createTogether';
import { listAll } from '../listAll';
import { FIELDS as KIND } from './fieldKind';


export interface DocumentIds {
	envelopeID: UUID;
	documentID: UUID;
}

/** One request for all; a lost answer is found again by reading, so that no field stands twice. */
export async function addFields(
	call: Call,
	ids: DocumentIds,
	wanted: NewField[],
	{ inOwnDraft }: { inOwnDraft?: boolean } = {},
): Promise<Array<Reconciled<Field>>> {
	// `createTogether` keeps track of what is in doubt, entry by entry.
	const doubts = undefined;
	return await createTogether(call, wanted, {
		kind: KIND,
		place: `fields of document ${ids.documentID} in envelope ${ids.envelopeID}`,
		inOwnDraft,
		list: async () =>
			await listAll(call, 'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields', ids),
		one: async (body, answer) =>
			await call.request('POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields', {
				...ids,
				body,
				...answer,
				doubts,
			}),
		many: async (body, answer) =>
			await call.request('POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields', {
				...ids,
				body,
				...answer,
				doubts,
			}),
		shown: ({ type, ID }) => `${type} (${ID})`,
	});
}

import type { Envelope, UUID } from '../../api';
import { Explained, type Call } from '../../core';

const MOST_ROUNDS = 3;

/** Reads before and after: what was fetched belongs to one state of the envelope, or is fetched again. */
export async function sameState<Fetched>(
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
	fetch: (envelope: Envelope) => Promise<Fetched>,
): Promise<{ before: Envelope; archived: Fetched }> {
	const read = async () => await request('GET /sign/envelopes/{envelopeID}', { envelopeID });
	let before = await read();
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const archived = await fetch(before);
		const after = await read();
		if (after.status === before.status && after.lastModifiedAt === before.lastModifiedAt) {
			return { before, archived };
		}
		before = after;
	}
	throw new Explained(
		'The envelope changed each time while its files were fetched',
		'Run this step again when nobody works on the envelope.',
	);
}

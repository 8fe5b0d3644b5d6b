import { byId } from '../test/support/harness';
import type { Visit } from './visit';

/**
 * Begins the name of all that is made, so that the next start finds what was left. The operations that build an envelope
 * keep so many letters of a name, and no more, while it is unfinished.
 */
export const MARK = 'n8n live test 4c1e9b';

export const nameOf = (about: string): string => `${MARK} (safe to delete): ${about}`;

const ROUNDS = 3;

/**
 * Deletes every envelope with our mark in its name, and those that are known to be ours. Returns how many may be left,
 * since the service does not show that they are gone.
 */
export async function removeOurs(visit: Visit, known: string[] = []): Promise<number> {
	const left = new Set(known);
	let isListed = false;
	for (let round = 1; round <= ROUNDS; round++) {
		if (round > 1) await visit.pause();
		const filters = { nameContains: MARK };
		const listed = await visit.run('envelope/getAll', { returnAll: true, filters });
		isListed = listed.error === undefined;
		for (const { json } of listed.outputs) left.add(String(json.ID));
		const items = [...left].map((ID) => ({ json: { ID } }));
		const inputs = { envelopeId: byId('={{ $json.ID }}') };
		if (items.length > 0)
			await visit.run('envelope/delete', inputs, items, 'continueRegularOutput');
		for (const envelopeID of left) {
			await visit.ignoreTrouble(async () => {
				const { status } = await visit.ask('GET /sign/envelopes/{envelopeID}', { envelopeID });
				if (status === 404) left.delete(envelopeID);
			});
		}
		if (left.size === 0 && listed.outputs.length === 0 && isListed) break;
	}
	// Without the list, a draft whose creation got no answer is not found.
	return isListed ? left.size : Math.max(1, left.size);
}

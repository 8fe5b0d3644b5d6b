import type { Envelope, NewEnvelope } from '../../api';
import type { Call } from '../../core';
import { allEnvelopes } from './pages';

/** Creates an envelope; when the answer is lost, the one that was created is looked for. */
export async function createEnvelope(call: Call, body: NewEnvelope): Promise<Envelope> {
	const created = await call.once('envelopes created in this run', async () => new Set<string>());
	const clock = await call.clock();
	const started = clock.now();
	const envelope = await call.request('POST /sign/envelopes', {
		body,
		finish: true,
		settle: async () => {
			const candidates: string[] = [];
			for await (const { ID, name, createdAt, status } of allEnvelopes(call)) {
				if (name !== body.name || status !== 'drafted' || created.has(ID)) continue;
				const isNew = clock.isSince(createdAt, started);
				if (isNew === undefined) return 'unknown';
				if (isNew) candidates.push(ID);
			}
			const [only, ...more] = candidates;
			// None may mean "not yet", so a second one is never created on a guess.
			if (!only || more.length > 0 || created.has(only)) return 'unknown';
			// Claimed before the next request: another item may be looking for its own at this moment.
			created.add(only);
			const found = await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID: only });
			return isOurs(found, body) ? { reply: { ...found, reconciled: true } } : 'unknown';
		},
	});
	created.add(envelope.ID);
	return envelope;
}

/** Another's draft may have the same name: ours says the same and nobody has touched it. */
const isOurs = (found: Envelope, body: NewEnvelope): boolean =>
	found.mode === body.mode &&
	found.lastModifiedAt === found.createdAt &&
	(!body.notification ||
		(found.notification?.subject === body.notification.subject &&
			found.notification.body === body.notification.body));

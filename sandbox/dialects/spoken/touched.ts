import { isRefusal, onThings } from '../changes';
import type { Dialect } from '../dialect';

/** What moves a stamp of an envelope on. */
export const touched: Dialect[] = [
	{
		name: 'reads-touch-envelope',
		changes: 'Downloads, and reading an envelope, move its `lastModifiedAt` on',
		leftOpenBy:
			'Envelope, lastModifiedAt: "Equals createdAt at creation"; what counts as a change later is not said',
		answer: (answered, asked, { memory, now }) => {
			if (isRefusal(answered)) return answered;
			const key = String(asked.ids.envelopeID).toLowerCase();
			const read = asked.route === 'GET /sign/envelopes/{envelopeID}';
			if (read || answered.body.kind === 'file') {
				memory.set(key, Math.max(now(), (memory.get(key) ?? 0) + 1));
			}
			return onThings(['envelope'], (envelope) => {
				const moved = memory.get(String(envelope.ID));
				const { lastModifiedAt } = envelope;
				if (moved === undefined || moved < Date.parse(String(lastModifiedAt))) return envelope;
				return { ...envelope, lastModifiedAt: new Date(moved).toISOString() };
			})(answered, asked);
		},
	},
];

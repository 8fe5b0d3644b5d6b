import { isRefusal, onThings } from '../changes';
import type { Dialect } from '../dialect';

/** What moves a stamp of an envelope on. */
export const touched: Dialect[] = [
	{
		name: 'reads-touch-envelope',
		changes: 'Downloads, and reading an envelope, move its `lastModifiedAt` on',
		leftOpenBy:
			'Envelope, lastModifiedAt: "Equals createdAt at creation"; what counts as a change later is not said',
		answer: (answered, asked, { memory }) => {
			if (isRefusal(answered)) return answered;
			const key = String(asked.ids.envelopeID).toLowerCase();
			const read = asked.route === 'GET /sign/envelopes/{envelopeID}';
			if (read || answered.body.kind === 'file') {
				memory.set(key, (memory.get(key) ?? 0) + 1);
			}
			return onThings(['envelope'], (envelope) => {
				const touches = memory.get(String(envelope.ID).toLowerCase());
				if (touches === undefined) return envelope;
				// A millisecond each: the clock of the store may be ahead of any other.
				const moved = Date.parse(String(envelope.lastModifiedAt)) + touches;
				return { ...envelope, lastModifiedAt: new Date(moved).toISOString() };
			})(answered, asked);
		},
	},
];

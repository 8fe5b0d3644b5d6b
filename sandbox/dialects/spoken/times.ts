import { kindOf, mapValues, onSuccess } from '../changes';
import type { Asked, Dialect } from '../dialect';

const UTC =
	'Envelope, Document: "UTC timestamp", "(ISO 8601)"; precision and the writing of the zone are not said';
const KEYS = ['createdAt', 'lastModifiedAt', 'expiresAt'];

const times = (change: (time: string, key: string, asked: Asked) => string) =>
	onSuccess((value, asked) =>
		mapValues(value, (entry, key) =>
			KEYS.includes(key) && typeof entry === 'string' ? change(entry, key, asked) : entry,
		),
	);

/** Only the envelope's `createdAt` is said to be ISO 8601, which wants a `T`. */
const blank = (time: string, key: string, asked: Asked) =>
	key === 'createdAt' && kindOf(asked) === 'envelope' ? time : time.replace('T', ' ');

export const writtenTimes: Dialect[] = (
	[
		['time-without-zone', 'Times have no zone', (time) => time.replace('Z', '')],
		['time-offset', 'Times end in +00:00', (time) => time.replace('Z', '+00:00')],
		['time-microseconds', 'Times have six decimals', (time) => time.replace('Z', '000Z')],
		['time-seconds', 'Times have no decimals', (time) => time.replace(/\.\d+/, '')],
		['time-blank', 'Times have a blank, not a T', blank],
	] as Array<[string, string, (time: string, key: string, asked: Asked) => string]>
).map(([name, changes, change]) => ({
	name,
	changes,
	leftOpenBy: UTC,
	group: 'time',
	answer: times(change),
}));

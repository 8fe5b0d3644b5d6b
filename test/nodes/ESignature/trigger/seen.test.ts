import type { IDataObject } from 'n8n-workflow';

import {
	entryOf,
	keepSeen,
	keptAs,
	MOST_EVENTS_KEPT,
	type Seen,
} from '../../../../nodes/ESignature/trigger/once';

const event = (id: string, data = {}) => ({ id, type: 'A', data });
const wasSeen = (kept: IDataObject, one: Seen) => keptAs(kept, entryOf(one)) !== undefined;

it('remembers an event, and takes no other for it', () => {
	const kept: IDataObject = {};
	keepSeen(kept, event('a'));

	expect(wasSeen(kept, event('a'))).toBe(true);
	expect(wasSeen(kept, event('b'))).toBe(false);
});

it('forgets the oldest beyond its bound, and stays small whatever the IDs are', () => {
	const kept: IDataObject = {};
	for (let at = 0; at <= MOST_EVENTS_KEPT; at++) keepSeen(kept, event(`${'x'.repeat(1000)}${at}`));

	expect(wasSeen(kept, event(`${'x'.repeat(1000)}0`))).toBe(false);
	expect(wasSeen(kept, event(`${'x'.repeat(1000)}1`))).toBe(true);
	expect(JSON.stringify(kept).length).toBeLessThan(30_000);
});

it.each([{}, { seenEvents: 'x' }, { seenEvents: [1, null] }, { seenEvents: { length: 5 } }])(
	'starts anew from %j',
	(stored) => {
		const kept = { ...stored } as IDataObject;
		expect(wasSeen(kept, event('a'))).toBe(false);
		keepSeen(kept, event('a'));

		expect(wasSeen(kept, event('a'))).toBe(true);
	},
);

it('knows an event by its ID alone, whatever its content, and keeps it once', () => {
	const kept: IDataObject = {};
	keepSeen(kept, event('a'));
	expect(wasSeen(kept, event('a', { other: true }))).toBe(true);
	const [stored] = kept.seenEvents as string[];
	keepSeen(kept, event('a', { other: true }), [stored as string]);

	expect(kept.seenEvents).toHaveLength(1);
	expect(kept.seenEvents).not.toEqual([stored]);
});

it('still knows what an earlier version kept, which was the mark of the ID alone', () => {
	const kept: IDataObject = {};
	keepSeen(kept, event('a'));
	const [stored = ''] = kept.seenEvents as string[];
	kept.seenEvents = [stored.slice(0, 22)];

	expect(wasSeen(kept, event('a'))).toBe(true);
	expect(wasSeen(kept, event('b'))).toBe(false);
});

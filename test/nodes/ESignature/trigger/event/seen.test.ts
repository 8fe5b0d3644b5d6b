import type { IDataObject } from 'n8n-workflow';

import { keepSeen, MOST_SEEN, wasSeen } from '../../../../../nodes/ESignature/trigger/event/once';

it('remembers an event, and takes no other for it', () => {
	const kept: IDataObject = {};
	keepSeen(kept, 'a');

	expect(wasSeen(kept, 'a')).toBe(true);
	expect(wasSeen(kept, 'b')).toBe(false);
});

it('forgets the oldest beyond its bound, and stays small whatever the IDs are', () => {
	const kept: IDataObject = {};
	for (let at = 0; at <= MOST_SEEN; at++) keepSeen(kept, `${'x'.repeat(1000)}${at}`);

	expect(wasSeen(kept, `${'x'.repeat(1000)}0`)).toBe(false);
	expect(wasSeen(kept, `${'x'.repeat(1000)}1`)).toBe(true);
	expect(JSON.stringify(kept).length).toBeLessThan(30_000);
});

it.each([{}, { seenEvents: 'x' }, { seenEvents: [1, null] }, { seenEvents: { length: 5 } }])(
	'starts anew from %j',
	(stored) => {
		const kept = { ...stored } as IDataObject;
		expect(wasSeen(kept, 'a')).toBe(false);
		keepSeen(kept, 'a');

		expect(wasSeen(kept, 'a')).toBe(true);
	},
);

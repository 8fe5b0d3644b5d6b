import { lookFor } from '../../../../nodes/ESignature/core';

interface Made {
	ID: string;
	key: string;
}

const identity = {
	ofWanted: (wanted: string) => wanted,
	ofMade: ({ key }: Made) => key,
	ID: ({ ID }: Made) => ID,
};

describe('looking for what was created', () => {
	/** Looks at a list that shows these keys, one list after the other. */
	async function look(wanted: string[], ...lists: string[][]) {
		const waits: number[] = [];
		let reads = 0;
		const read = async () =>
			(lists[Math.min(reads++, lists.length - 1)] ?? []).map((one, index) => ({
				ID: String(index),
				key: one,
			}));
		const pause = async (wait: number) => void waits.push(wait);
		return { result: await lookFor({ pause }, wanted, [], read, identity), waits, reads };
	}

	it('ends as soon as all are there, and says that they were found', async () => {
		const { result, waits } = await look(['a', 'b'], [], ['b'], ['b', 'a']);

		expect(waits).toEqual([500, 1000, 2000]);
		expect(result).toEqual({
			reply: {
				items: [
					{ ID: '1', key: 'a', reconciled: true },
					{ ID: '0', key: 'b', reconciled: true },
				],
			},
		});
	});

	it.each([
		['nothing appears, so that it may be sent again', [[]], 'repeat', 4],
		['a part appears, so that nothing is known', [['a']], 'unknown', 4],
		['more appears than was wanted', [['a', 'a']], 'unknown', 1],
		['a part disappears again', [['a'], []], 'repeat', 4],
	])('ends when %s', async (_, lists, expected, reads) => {
		const looked = await look(['a', 'b'], ...lists);

		expect(looked).toMatchObject({ result: expected, reads });
	});
});

import fc from 'fast-check';

import { matchAnswers } from '../../../../nodes/ESignature/core/match';

interface Made {
	key: string;
	ID: number;
}

const match = (sent: string[], made: Made[]) =>
	matchAnswers(
		sent,
		made,
		(one) => one.toLowerCase(),
		({ key }) => key.toLowerCase(),
	);

/** What was sent, and an answer to each in some order. */
const answered = fc
	.array(fc.constantFrom('a', 'A', 'b', 'c', '__proto__'), { maxLength: 12 })
	.chain((sent) =>
		fc
			.shuffledSubarray(
				sent.map((key, ID) => ({ key, ID })),
				{ minLength: sent.length },
			)
			.map((made) => ({ sent, made })),
	);

describe('the answers of a bulk request', () => {
	it('are found for what was sent, in whatever order they come', () => {
		fc.assert(
			fc.property(answered, ({ sent, made }) => {
				const matched = match(sent, made) ?? [];
				expect(matched.map(({ key }) => key.toLowerCase())).toEqual(
					sent.map((key) => key.toLowerCase()),
				);
				expect(new Set(matched.map(({ ID }) => ID)).size).toBe(sent.length);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('keep their order where several are alike', () => {
		const made = [
			{ key: 'a', ID: 1 },
			{ key: 'b', ID: 2 },
			{ key: 'a', ID: 3 },
		];

		expect(match(['b', 'A', 'a'], made)?.map(({ ID }) => ID)).toEqual([2, 1, 3]);
	});

	it.each([
		['one is missing', ['a', 'b'], ['a']],
		['there is one more', ['a'], ['a', 'b']],
		['one is another', ['a', 'b'], ['a', 'c']],
		['one comes twice', ['a', 'b'], ['a', 'a']],
		['nothing came', ['a'], []],
	])('do not fit when %s', (_, sent, keys) => {
		const made = keys.map((key, ID) => ({ key, ID }));

		expect(match(sent, made)).toBeUndefined();
	});

	it('to nothing are nothing', () => {
		expect(match([], [])).toEqual([]);
	});
});

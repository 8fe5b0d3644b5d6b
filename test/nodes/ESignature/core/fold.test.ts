import fc from 'fast-check';

import { fold, overfull, unfold, type Contribution } from '../../../../nodes/ESignature/core/fold';

const contribution = (item: number, envelopeID: string, ...entries: string[]) => ({
	item,
	target: { envelopeID },
	entries,
});

const anyContributions: fc.Arbitrary<Array<Contribution<string>>> = fc
	.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(4)), { maxLength: 40 })
	.map((rows) =>
		rows.map(([envelopeID, count], item) => ({
			item,
			target: { envelopeID },
			entries: Array.from({ length: count }, (_, entry) => `${item}.${entry}`),
		})),
	);

describe('items that share a target', () => {
	it('share a request, in their order', () => {
		const bundles = fold(
			[contribution(0, 'a', 'x'), contribution(1, 'b', 'y'), contribution(2, 'a', 'z')],
			200,
		);

		expect(bundles).toEqual([
			{
				target: { envelopeID: 'a' },
				members: [
					{ item: 0, entry: 'x' },
					{ item: 2, entry: 'z' },
				],
			},
			{ target: { envelopeID: 'b' }, members: [{ item: 1, entry: 'y' }] },
		]);
	});

	it('are never mixed, lost, repeated, reordered or too many for one request', () => {
		fc.assert(
			fc.property(anyContributions, fc.integer({ min: 1, max: 9 }), (contributions, max) => {
				const bundles = fold(contributions, max);
				for (const { envelopeID } of [
					{ envelopeID: 'a' },
					{ envelopeID: 'b' },
					{ envelopeID: 'c' },
				]) {
					const sent = bundles
						.filter(({ target }) => target.envelopeID === envelopeID)
						.flatMap(({ members }) => members.map(({ entry }) => entry));
					const wanted = contributions
						.filter(({ target }) => target.envelopeID === envelopeID)
						.flatMap(({ entries }) => entries);
					expect(sent).toEqual(wanted);
				}
				expect(bundles.every(({ members: { length } }) => length >= 1 && length <= max)).toBe(true);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('use as few requests as their number allows', () => {
		const contributions = Array.from({ length: 401 }, (_, item) =>
			contribution(item, 'a', `${item}`),
		);

		expect(fold(contributions, 200).map(({ members }) => members.length)).toEqual([200, 200, 1]);
		expect(fold(contributions.slice(0, 200), 200)).toHaveLength(1);
		expect(fold([], 200)).toEqual([]);
	});

	it('come apart again, one request for each item', () => {
		fc.assert(
			fc.property(anyContributions, fc.integer({ min: 1, max: 9 }), (contributions, max) => {
				for (const bundle of fold(contributions, max)) {
					const parts = unfold(bundle);
					expect(parts.flatMap(({ members }) => members)).toEqual(bundle.members);
					expect(parts.every(({ target }) => target === bundle.target)).toBe(true);
					const items = parts.map(({ members }) => [...new Set(members.map(({ item }) => item))]);
					expect(items.every(({ length }) => length === 1)).toBe(true);
					expect(new Set(items.flat()).size).toBe(parts.length);
				}
			}),
			{ numRuns: 300 },
		);
	});
});

describe('entries that are the same thing', () => {
	const same = (entry: string) => entry.toLowerCase();
	const alike = [
		{ ...contribution(0, 'a', 'x', 'y'), same },
		{ ...contribution(1, 'a', 'Y', 'z'), same },
		{ ...contribution(2, 'a', 'X'), same },
	];
	const entries = (bundles: Array<{ members: Array<{ entry: string }> }>) =>
		bundles.map(({ members }) => members.map(({ entry }) => entry).join(''));

	it('stay together and count once', () => {
		expect(entries(fold(alike, 2))).toEqual(['xXyY', 'z']);
		expect(entries(fold(alike, 3))).toEqual(['xXyYz']);
		expect(overfull(alike, 3)).toEqual(new Set());
		expect(overfull(alike, 2)).toEqual(new Set([0, 1, 2]));
	});

	it('stay together also when a request comes apart', () => {
		const [bundle] = fold(alike, 200);
		expect(entries(bundle ? unfold(bundle) : [])).toEqual(['xX', 'yY', 'z']);
	});
});

describe('a target with too many entries', () => {
	it('is found with all its items, and no other', () => {
		const contributions = [
			contribution(0, 'a', '1', '2'),
			contribution(1, 'b', '1', '2', '3'),
			contribution(2, 'a', '3', '4'),
		];

		expect(overfull(contributions, 3)).toEqual(new Set([0, 2]));
		expect(overfull(contributions, 4)).toEqual(new Set());
		expect(overfull(contributions, 2)).toEqual(new Set([0, 2, 1]));
	});
});

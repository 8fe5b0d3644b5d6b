import fc from 'fast-check';

import {
	clashing,
	fold,
	halves,
	overfull,
	type Bundle,
	type Contribution,
} from '../../../../nodes/ESignature/core/plan';
import type { Clash } from '../../../../nodes/ESignature/core/operation';
import { draws } from '../../../support/draws';

const contribution = (item: number, envelopeID: string, ...entries: string[]) => ({
	item,
	target: { envelopeID },
	entries,
});

const sizes = (lanes: Array<Array<Bundle<string>>>) =>
	lanes.map((bundles) => bundles.map(({ members }) => members.length));

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
			[
				{
					target: { envelopeID: 'a' },
					members: [
						{ item: 0, at: 0, entry: 'x' },
						{ item: 2, at: 0, entry: 'z' },
					],
				},
			],
			[{ target: { envelopeID: 'b' }, members: [{ item: 1, at: 0, entry: 'y' }] }],
		]);
	});

	it('are never mixed, lost, repeated, reordered or too many for one request', () => {
		fc.assert(
			fc.property(anyContributions, fc.integer({ min: 1, max: 9 }), (contributions, max) => {
				const bundles = fold(contributions, max).flat();
				for (const { envelopeID } of [
					{ envelopeID: 'a' },
					{ envelopeID: 'b' },
					{ envelopeID: 'c' },
				]) {
					const sent = bundles
						.filter(({ target }) => (target as { envelopeID: string }).envelopeID === envelopeID)
						.flatMap(({ members }) => members.map(({ entry }) => entry));
					const wanted = contributions
						.filter(({ target }) => (target as { envelopeID: string }).envelopeID === envelopeID)
						.flatMap(({ entries }) => entries);
					expect(sent).toEqual(wanted);
				}
				expect(bundles.every(({ members: { length } }) => length >= 1 && length <= max)).toBe(true);
			}),
			{ numRuns: draws(1_000) },
		);
	});

	it('use as few requests as their number allows', () => {
		const contributions = Array.from({ length: 401 }, (_, item) =>
			contribution(item, 'a', `${item}`),
		);

		expect(sizes(fold(contributions, 200))).toEqual([[200, 200, 1]]);
		expect(sizes(fold(contributions.slice(0, 200), 200))).toEqual([[200]]);
		expect(fold([], 200)).toEqual([]);
	});

	it('come apart in halves, until each has a request of its own', () => {
		const singles = (bundle: Bundle<string>): Array<Bundle<string>> => {
			const parts = halves(bundle);
			return parts.length === 0 ? [bundle] : parts.flatMap(singles);
		};
		fc.assert(
			fc.property(anyContributions, fc.integer({ min: 1, max: 9 }), (contributions, max) => {
				for (const bundle of fold(contributions, max).flat()) {
					const parts = singles(bundle);
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

	it('leave out the entries that an earlier try has done', () => {
		const lanes = fold(
			[contribution(0, 'a', 'x', 'y'), contribution(1, 'a', 'z')],
			2,
			({ at }) => at === 0,
		);

		expect(lanes.flat().flatMap(({ members }) => members)).toEqual([
			{ item: 0, at: 1, entry: 'y' },
		]);
	});
});

describe('items with other options', () => {
	const optional = (item: number, options: unknown, envelopeID = 'a') => ({
		...contribution(item, envelopeID, `${item}`),
		options,
	});
	const items = (lanes: Array<Array<Bundle<string>>>) =>
		lanes.map((bundles) => bundles.map(({ members }) => members.map(({ item }) => item)));

	it('travel in a request of their own, after those before them and before those behind', () => {
		const contributions = [false, false, true, false, true, true].map((skip, item) =>
			optional(item, { skip }),
		);

		expect(items(fold(contributions, 200))).toEqual([[[0, 1], [2], [3], [4, 5]]]);
	});

	it('keep the order of the items of each target, whatever the options are', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(1, 2, undefined))),
				fc.integer({ min: 1, max: 4 }),
				(rows, max) => {
					const contributions = rows.map(([ID, options], item) => optional(item, options, ID));
					const lanes = items(fold(contributions, max)).map((lane) => lane.flat());
					const wanted = ['a', 'b']
						.map((ID) => rows.flatMap(([each], item) => (each === ID ? [item] : [])))
						.filter(({ length }) => length > 0);

					expect([...lanes].sort()).toEqual([...wanted].sort());
				},
			),
			{ numRuns: 500 },
		);
	});

	it('count together with the others of their target', () => {
		expect(overfull([optional(0, 1), optional(1, 2)], 1)).toEqual(new Set([0, 1]));
	});
});

describe('an ID in capitals', () => {
	const contributions = [
		contribution(0, 'abc', 'x'),
		contribution(1, 'ABC', 'y'),
		contribution(2, 'abc', 'z'),
	];

	it('is the same target, which is written as the first item wrote it', () => {
		expect(fold(contributions, 200)).toEqual([
			[
				{
					target: { envelopeID: 'abc' },
					members: [
						{ item: 0, at: 0, entry: 'x' },
						{ item: 1, at: 0, entry: 'y' },
						{ item: 2, at: 0, entry: 'z' },
					],
				},
			],
		]);
	});

	it('counts for the same target', () => {
		expect(overfull(contributions, 2)).toEqual(new Set([0, 1, 2]));
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
		expect(entries(fold(alike, 2).flat())).toEqual(['xXyY', 'z']);
		expect(entries(fold(alike, 3).flat())).toEqual(['xXyYz']);
		expect(overfull(alike, 3)).toEqual(new Set());
		expect(overfull(alike, 2)).toEqual(new Set([0, 1, 2]));
	});

	it('stay together also when a request comes apart', () => {
		const [bundle] = fold(alike, 200).flat();
		expect(entries(bundle ? halves(bundle) : [])).toEqual(['xXyY', 'z']);
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

describe('entries that cannot stand beside each other', () => {
	const same: Clash<string> = (entry, earlier) => {
		const other = earlier.find((one) => one.entry === entry);
		return other && new Error(`${entry} is in item ${other.item}`);
	};
	const guarded = (item: number, target: string, ...entries: string[]) => ({
		...contribution(item, target, ...entries),
		clash: same,
	});

	it('refuse the later item, and not what clashes only with a refused one', () => {
		const refused = clashing([
			guarded(0, 'a', 'x'),
			guarded(1, 'a', 'y', 'x'),
			guarded(2, 'a', 'y'),
			guarded(3, 'b', 'x'),
		]);
		expect([...refused].map(([item, { message }]) => [item, message])).toEqual([
			[1, 'x is in item 0'],
		]);
	});

	it('are compared only where the later item asks for it', () => {
		expect(clashing([guarded(0, 'a', 'x'), contribution(1, 'a', 'x')])).toEqual(new Map());
		expect([...clashing([contribution(0, 'a', 'x'), guarded(1, 'A', 'x')]).keys()]).toEqual([1]);
	});
});

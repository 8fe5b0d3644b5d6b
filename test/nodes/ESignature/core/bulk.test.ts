import fc from 'fast-check';

import {
	fold,
	halves,
	overLimit,
	type Bundle,
	type Contribution,
} from '../../../../nodes/ESignature/core/bulk';
import { draws } from '../../../support/draws';

describe('items that share a target', () => {
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

	it('are never mixed, lost, repeated, reordered or too many for one request', () => {
		fc.assert(
			fc.property(anyContributions, fc.integer({ min: 1, max: 9 }), (contributions, max) => {
				const bundles = fold(contributions, max).flat();
				for (const envelopeID of ['a', 'b', 'c']) {
					const isFor = ({ target }: { target: object }) =>
						(target as { envelopeID: string }).envelopeID === envelopeID;
					const sent = bundles.filter(isFor).flatMap(({ members }) => members);
					const wanted = contributions.filter(isFor).flatMap(({ entries }) => entries);
					expect(sent.map(({ entry }) => entry)).toEqual(wanted);
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

	it('come apart in halves by item, until each has a request of its own', () => {
		const rows = [
			contribution(0, 'a', '1', '2'),
			contribution(1, 'a', '3'),
			contribution(2, 'a', '4'),
		];
		const [bundle] = fold(rows, 9).flat();
		const parts = halves(bundle as Bundle<string>);
		const [first, second] = parts as [Bundle<string>, Bundle<string>];

		expect(parts.map(({ members }) => members.map(({ entry }) => entry))).toEqual([
			['1', '2', '3'],
			['4'],
		]);
		expect(parts.map(({ target }) => target)).toEqual([bundle?.target, bundle?.target]);
		expect(halves(first)).toHaveLength(2);
		expect(halves(second)).toEqual([]);
		expect(halves(halves(first)[0] as Bundle<string>)).toEqual([]);
	});

	it('leave out the entries that an earlier attempt has done', () => {
		const lanes = fold(
			[contribution(0, 'a', 'x', 'y'), contribution(1, 'a', 'z')],
			2,
			({ at }) => at === 0,
		);

		expect(lanes.flat().flatMap(({ members }) => members)).toEqual([
			{ item: 0, at: 1, entry: 'y' },
		]);
	});

	describe('entries that are the same thing', () => {
		const duplicateKey = (entry: string) => entry.toLowerCase();
		const alike = [
			{ ...contribution(0, 'a', 'x', 'y'), duplicateKey },
			{ ...contribution(1, 'a', 'Y', 'z'), duplicateKey },
			{ ...contribution(2, 'a', 'X'), duplicateKey },
		];
		const entries = (bundles: Array<{ members: Array<{ entry: string }> }>) =>
			bundles.map(({ members }) => members.map(({ entry }) => entry).join(''));

		it('stay together and count once', () => {
			expect(entries(fold(alike, 2).flat())).toEqual(['xXyY', 'z']);
			expect(entries(fold(alike, 3).flat())).toEqual(['xXyYz']);
			expect(overLimit(alike, 3)).toEqual([]);
			expect(overLimit(alike, 2)).toEqual([0, 1, 2]);
		});

		it('stay together also when a request comes apart', () => {
			const [bundle] = fold(alike, 200).flat();
			expect(entries(bundle ? halves(bundle) : [])).toEqual(['xXyY', 'z']);
		});
	});
});

import fc from 'fast-check';

import { reconcile } from '../../../../nodes/ESignature/core';

interface Made {
	ID: string;
	key: string;
}

const identity = {
	ofWanted: (wanted: string) => wanted.toLowerCase(),
	ofMade: ({ key }: Made) => key.toLowerCase(),
	ID: ({ ID }: Made) => ID,
};

/** A world: what was wanted, what was there before, and what is there afterwards, in any order. */
const key = fc.constantFrom('a', 'A', 'b', 'c', '__proto__');
const world = fc
	.record({
		wanted: fc.array(key, { minLength: 1, maxLength: 6 }),
		before: fc.array(key, { maxLength: 6 }),
		gone: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
		added: fc.array(key, { maxLength: 8 }),
		ranks: fc.array(fc.nat(), { minLength: 14, maxLength: 14 }),
	})
	.map(({ wanted, before, gone, added, ranks }) => {
		const old = before.map((one, index): Made => ({ key: one, ID: `old-${index}` }));
		const fresh = added.map((one, index): Made => ({ key: one, ID: `new-${index}` }));
		const after = [...old.filter((_, index) => !gone[index]), ...fresh]
			.map((made, index): [number, Made] => [ranks[index] ?? 0, made])
			.sort(([a], [b]) => a - b)
			.map(([, made]) => made);
		return { wanted, before: old, after, fresh };
	});

const wantedOf = (list: string[], like: string) =>
	list.filter((one) => one.toLowerCase() === like.toLowerCase()).length;
const madeOf = (list: Made[], like: string) =>
	wantedOf(
		list.map((made) => made.key),
		like,
	);
const existing = (found: Array<Made | undefined>) =>
	found.filter((one): one is Made => one !== undefined);

describe('a creation whose answer was lost', () => {
	it('adopts nothing that was there before', () => {
		fc.assert(
			fc.property(world, ({ wanted, before, after }) => {
				const old = new Set(before.map(({ ID }) => ID));
				const { found } = reconcile(wanted, before, after, identity);
				return existing(found).every(({ ID }) => !old.has(ID));
			}),
			{ numRuns: 5_000 },
		);
	});

	it('finds each wanted thing among the new ones, each new one once', () => {
		fc.assert(
			fc.property(world, ({ wanted, before, after, fresh }) => {
				const { found } = reconcile(wanted, before, after, identity);
				const adopted = existing(found);
				const fitting = found.every(
					(one, index) => !one || one.key.toLowerCase() === wanted[index]?.toLowerCase(),
				);
				const once = new Set(adopted.map(({ ID }) => ID)).size === adopted.length;
				const asManyAsThereAre = wanted.every(
					(one) => madeOf(adopted, one) === Math.min(wantedOf(wanted, one), madeOf(fresh, one)),
				);
				return found.length === wanted.length && fitting && once && asManyAsThereAre;
			}),
			{ numRuns: 5_000 },
		);
	});

	it('sees that somebody else creates too, and only then', () => {
		fc.assert(
			fc.property(world, ({ wanted, before, after, fresh }) => {
				const more = wanted.some((one) => madeOf(fresh, one) > wantedOf(wanted, one));
				return reconcile(wanted, before, after, identity).surplus === more;
			}),
			{ numRuns: 5_000 },
		);
	});

	it('does not change what it was given', () => {
		fc.assert(
			fc.property(world, ({ wanted, before, after }) => {
				const given = JSON.stringify([wanted, before, after]);
				reconcile(wanted, before, after, identity);
				return JSON.stringify([wanted, before, after]) === given;
			}),
		);
	});

	it('takes everything for new when nobody knows what was there before', () => {
		const after = [
			{ ID: '1', key: 'a' },
			{ ID: '2', key: 'b' },
		];

		expect(reconcile(['a'], undefined, after, identity)).toEqual({
			found: [after[0]],
			surplus: false,
		});
		expect(reconcile(['c'], undefined, after, identity).found).toEqual([undefined]);
	});

	it('counts a thing that is listed twice as one', () => {
		const twice = [
			{ ID: '1', key: 'a' },
			{ ID: '1', key: 'a' },
		];

		expect(existing(reconcile(['a', 'a'], [], twice, identity).found)).toHaveLength(1);
	});
});

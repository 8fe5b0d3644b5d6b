import fc from 'fast-check';

import {
	claim,
	LOOK_AGAIN_AFTER,
	settleByMark,
	settleCreation,
	type Kind,
} from '../../../../nodes/ESignature/core';
import { draws } from '../../../support/draws';

interface Made {
	ID: string;
	key: string;
	code?: string;
}

interface Wanted {
	key: string;
	code?: string;
}

const plain = ({ key }: Wanted) => key.toLowerCase();
const KIND: Kind<Wanted, Made> = {
	same: (one, other) => plain(one) === plain(other),
	contradicts: () => false,
	proves: (wanted, made) => wanted.code === made.code,
	agrees: (wanted, made) => made.code === undefined || made.code === wanted.code,
	tiers: [
		{ fits: (wanted, made) => plain(wanted) === plain(made) && wanted.code === made.code },
		{ fits: (wanted, made) => plain(wanted) === plain(made) },
	],
};

let places = 0;
const newPlace = () => `account things of creation ${++places}`;
const wants = (...keys: string[]): Wanted[] => keys.map((key) => ({ key }));

/** Looks at lists, one after the other; a list may also be an error. The last one stays. */
async function settle(
	wanted: Wanted[],
	lists: Array<Made[] | Error>,
	{ before = [], place = newPlace() }: { before?: Made[]; place?: string } = {},
) {
	const waits: number[] = [];
	let reads = 0;
	const list = async () => {
		const shown = lists[Math.min(reads++, lists.length - 1)] ?? [];
		return shown instanceof Error ? await Promise.reject(shown) : shown;
	};
	const pause = async (wait: number) => void waits.push(wait);
	const mine = claim(place, wanted, before, KIND.same);
	const result = await settleCreation({ pause }, wanted, list, KIND, mine);
	return { result, waits, reads };
}

const made = (...keys: string[]): Made[] => keys.map((key, ID) => ({ ID: String(ID), key }));

describe('a creation whose answer was lost', () => {
	it('is done as soon as all is there, and says that it was found again', async () => {
		const { result, waits } = await settle(wants('a', 'b'), [made(), made('b'), made('b', 'a')]);

		expect(waits).toEqual([500, 1000, 2000]);
		expect(result).toEqual({
			reply: [
				{ ID: '1', key: 'a', reconciled: true },
				{ ID: '0', key: 'b', reconciled: true },
			],
		});
	});

	it.each([
		['nothing appears: it may still come', [made()], 4],
		['a part appears', [made('a')], 4],
		['a part disappears again', [made('a'), made()], 4],
		['more appears than was wanted: somebody else creates, too', [made('a', 'a')], 1],
		['more appears than was wanted, although all of it is there', [made('a', 'b', 'b')], 1],
		['reading never works', [new Error('away')], 4],
	])('is unknown, and never made again, when %s', async (_, lists, reads) => {
		const looked = await settle(wants('a', 'b'), lists);

		expect(looked).toMatchObject({ result: 'unknown', reads });
	});

	it('is found although a look in between does not work', async () => {
		const { result } = await settle(wants('a'), [new Error('away'), made('a')]);

		expect(result).toEqual({ reply: [{ ID: '0', key: 'a', reconciled: true }] });
	});

	it('is not what looks the same and says something else', async () => {
		const shown = [{ ID: '1', key: 'a', code: '2222' }];

		expect((await settle([{ key: 'a', code: '1111' }], [shown])).result).toBe('unknown');
		expect((await settle([{ key: 'a', code: '2222' }], [shown])).result).toMatchObject({
			reply: [{ ID: '1' }],
		});
	});

	it('is unknown as long as another one may make the same', async () => {
		const place = newPlace();
		const rival = claim(place, wants('A'), [], KIND.same);
		expect((await settle(wants('a'), [made('a')], { place })).result).toBe('unknown');
		rival.failed(true);

		expect((await settle(wants('a'), [made('a')], { place })).result).toBe('unknown');
	});

	it('does not take what another creation made, even if nothing else is there', async () => {
		const place = newPlace();
		claim(place, wants('a'), [], KIND.same).made([{ ID: '0' }]);

		expect((await settle(wants('a'), [made('a')], { place })).result).toBe('unknown');
	});

	it('does not mind what others make that is something else', async () => {
		const place = newPlace();
		claim(place, wants('b'), [], KIND.same);

		expect((await settle(wants('a'), [made('b', 'a')], { place })).result).toMatchObject({
			reply: [{ ID: '1' }],
		});
	});
});

describe('in any world', () => {
	const key = fc.constantFrom('a', 'A', 'b', 'c', '__proto__');
	/** What was wanted, what was there before, and what is there afterwards, in any order. */
	const world = fc
		.record({
			wanted: fc.array(key, { minLength: 1, maxLength: 6 }),
			before: fc.array(key, { maxLength: 6 }),
			gone: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
			added: fc.array(key, { maxLength: 8 }),
			twice: fc.boolean(),
			ranks: fc.array(fc.nat(), { minLength: 14, maxLength: 14 }),
		})
		.map(({ wanted, before, gone, added, twice, ranks }) => {
			const old = before.map((one, index): Made => ({ key: one, ID: `old-${index}` }));
			const fresh = added.map((one, index): Made => ({ key: one, ID: `new-${index}` }));
			const after = [...old.filter((_, index) => !gone[index]), ...fresh]
				.map((one, index): [number, Made] => [ranks[index] ?? 0, one])
				.sort(([a], [b]) => a - b)
				.map(([, one]) => one);
			return {
				wanted: wants(...wanted),
				before: old,
				fresh,
				after: twice ? [...after, ...after] : after,
			};
		});
	const countOf = (list: Wanted[], like: Wanted) =>
		list.filter((one) => plain(one) === plain(like)).length;

	it('all of it is found among the new ones, each once, or nobody knows', async () => {
		await fc.assert(
			fc.asyncProperty(world, async ({ wanted, before, after, fresh }) => {
				const { result } = await settle(wanted, [after], { before });
				// Exactly as many new ones as were wanted: no more, no fewer.
				const isProven = wanted.every((one) => countOf(fresh, one) === countOf(wanted, one));
				if (typeof result === 'string') return result === 'unknown' && !isProven;
				const fitting = result.reply.every((one, at) => plain(one) === plain(wanted[at] as Wanted));
				const once = new Set(result.reply.map(({ ID }) => ID)).size === wanted.length;
				const isNew = result.reply.every(({ ID }) => ID.startsWith('new-'));
				return isProven && fitting && once && isNew;
			}),
			{ numRuns: draws(5_000) },
		);
	});

	it('what was given is not changed', async () => {
		await fc.assert(
			fc.asyncProperty(world, async ({ wanted, before, after }) => {
				const given = JSON.stringify([wanted, before, after]);
				await settle(wanted, [after], { before });
				return JSON.stringify([wanted, before, after]) === given;
			}),
		);
	});
});

describe('a creation with a mark', () => {
	const find = (...lists: Array<object[] | Error>) => {
		let reads = 0;
		return async () => {
			const shown = lists[Math.min(reads++, lists.length - 1)] ?? [];
			return shown instanceof Error ? await Promise.reject(shown) : shown;
		};
	};
	const pause = jest.fn(async () => {});

	it('is what bears the mark, as soon as it is seen', async () => {
		expect(await settleByMark({ pause }, find([], new Error('away'), [{ ID: 'a' }]))).toEqual({
			reply: { ID: 'a', reconciled: true },
		});
	});

	it('is unknown, and never made again, when nothing bears it after the last look', async () => {
		pause.mockClear();

		expect(await settleByMark({ pause }, find([]))).toBe('unknown');
		expect(pause.mock.calls.flat()).toEqual([...LOOK_AGAIN_AFTER]);
	});
});

import { claim } from '../../../../nodes/ESignature/core';
import { claimInTurn } from '../../../../nodes/ESignature/core/memory';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

let places = 0;
/** A place that no other test has. */
const newPlace = () => `account things of ${++places}`;
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const things = (...IDs: string[]) => IDs.map((ID) => ({ ID }));
const announce = (place: string, wanted: string[], ...before: string[]) =>
	claim(place, wanted, things(...before), same);

describe('what is fresh for a creation', () => {
	it('is what was not there before it, however the ID is written', () => {
		const mine = announce(newPlace(), ['x'], 'a', 'B');

		expect(mine.fresh(things('A', 'b', 'c'))).toEqual(things('c'));
	});

	it('is not what another one has made here, in whatever execution', () => {
		const place = newPlace();
		const mine = announce(place, ['x']);
		const other = announce(place, ['x']);
		other.made(things('N1'));

		expect(mine.fresh(things('n1', 'n2'))).toEqual(things('n2'));
		expect(announce(place, ['y']).fresh(things('n1'))).toEqual([]);
	});

	it('is not what it has made itself: that was adopted already', () => {
		const mine = announce(newPlace(), ['x']);
		mine.made(things('a'));

		expect(mine.fresh(things('a'))).toEqual([]);
	});

	it('is what was made at another place', () => {
		const [place, another] = [newPlace(), newPlace()];
		announce(another, ['x']).made(things('a'));

		expect(announce(place, ['x']).fresh(things('a'))).toEqual(things('a'));
	});

	it('is listed once, although a list that moved shows it twice', () => {
		expect(announce(newPlace(), ['x']).fresh(things('a', 'A', 'b'))).toEqual(things('a', 'b'));
	});
});

describe('a rival', () => {
	it('is every other creation that may make the same thing', () => {
		const place = newPlace();
		const mine = announce(place, ['x']);
		expect(mine.hasRivals(['x'])).toBe(false);
		announce(place, ['y']);
		expect(mine.hasRivals(['x'])).toBe(false);
		announce(place, ['z', 'X']);

		expect(mine.hasRivals(['x'])).toBe(true);
	});

	it('is none at another place', () => {
		const mine = announce(newPlace(), ['x']);
		announce(newPlace(), ['x']);

		expect(mine.hasRivals(['x'])).toBe(false);
	});

	it('sees a rival in turn', () => {
		const place = newPlace();
		const [one, other] = [announce(place, ['x']), announce(place, ['x'])];

		expect([one.hasRivals(['x']), other.hasRivals(['x'])]).toEqual([true, true]);
	});

	it('is at the same place when the ID of the place is written in capitals', () => {
		const place = newPlace();
		const mine = announce(`${place} abc`, ['x']);
		announce(`${place} ABC`, ['x']);

		expect(mine.hasRivals(['x'])).toBe(true);
	});

	it.each([
		['succeeded: what it made is known', (one: ReturnType<typeof announce>) => one.made([])],
		['provably did nothing', (one: ReturnType<typeof announce>) => one.failed(false)],
	])('is one no more when it %s', (_, end) => {
		const place = newPlace();
		const [mine, other] = [announce(place, ['x']), announce(place, ['x'])];
		end(other);

		expect(mine.hasRivals(['x'])).toBe(false);
	});

	it('stays one when nobody knows how it ended, for as long as the service may still be at it', () => {
		const place = newPlace();
		announce(place, ['x']).failed(true);
		jest.advanceTimersByTime(599_000);
		const mine = announce(place, ['x']);
		expect(mine.hasRivals(['x'])).toBe(true);
		jest.advanceTimersByTime(2_000);

		expect(mine.hasRivals(['x'])).toBe(false);
	});

	it('is found among others that are none', () => {
		const place = newPlace();
		const mine = announce(place, ['x', 'y']);
		announce(place, ['z']);
		announce(place, ['y', 'z']);

		expect(mine.hasRivals(['x', 'y'])).toBe(true);
	});

	it('is none once it is released, unless it ended with an unknown outcome before', () => {
		const place = newPlace();
		const mine = announce(place, ['x']);
		announce(place, ['x']).release();
		expect(mine.hasRivals(['x'])).toBe(false);
		const lost = announce(place, ['x']);
		lost.failed(true);
		lost.release();

		expect(mine.hasRivals(['x'])).toBe(true);
	});

	it('that hangs stays one, however long it takes', () => {
		const place = newPlace();
		announce(place, ['x']);
		jest.advanceTimersByTime(3_600_000);

		expect(announce(place, ['x']).hasRivals(['x'])).toBe(true);
	});

	it('whose outcome is unknown is not forgotten because much is done elsewhere', () => {
		const place = newPlace();
		announce(place, ['x']).failed(true);
		for (let other = 0; other < 2_000; other++) announce(newPlace(), ['x']).made([]);

		expect(announce(place, ['x']).hasRivals(['x'])).toBe(true);
	});
});

describe('a creation that waits for its turn', () => {
	/** How many pauses it takes; `during` is done in the first one. */
	async function waiting(place: string, wanted: string[], during: () => void, passes = 50) {
		let pauses = 0;
		const pause = async () => {
			if (pauses > 100) throw new Error('It waits without end');
			if (pauses++ === 0) during();
			jest.advanceTimersByTime(passes);
		};
		await claimInTurn({ pause }, place, wanted, same);
		return pauses;
	}
	const nothing = () => {};

	it('begins at once where nobody is at work on the same thing', async () => {
		const place = newPlace();
		announce(place, ['y']);
		announce(newPlace(), ['x']);

		expect(await waiting(place, ['x'], nothing)).toBe(0);
	});

	it('waits until the other one has ended, also if it makes more than that', async () => {
		const place = newPlace();
		announce(place, ['z']);
		const other = announce(place.toUpperCase(), ['y', 'X']);

		expect(await waiting(place, ['w', 'x'], () => other.made([]))).toBe(1);
	});

	it('does not wait for one of which nobody knows how it ended', async () => {
		const place = newPlace();
		announce(place, ['x']).failed(true);

		expect(await waiting(place, ['x'], nothing)).toBe(0);
	});

	it('goes on when a cancel ends the wait early', async () => {
		const place = newPlace();
		announce(place, ['x']);

		expect(await waiting(place, ['x'], nothing, 0)).toBe(1);
	});

	it('is then at work itself', async () => {
		const place = newPlace();
		await waiting(place, ['x'], nothing);

		expect(announce(place, ['x']).hasRivals(['x'])).toBe(true);
	});
});

describe('what was made at a place', () => {
	/** As in a process that has just begun: other tests leave places behind. */
	const afresh = async (): Promise<typeof claim> => {
		const found: Array<typeof claim> = [];
		await jest.isolateModulesAsync(async () => {
			found.push((await import('../../../../nodes/ESignature/core/memory')).claim);
		});
		return found[0] as typeof claim;
	};

	it.each([
		['known while there are no more than 999 others', 999, []],
		['forgotten when there are more', 1_000, things('n1')],
	])('is %s', async (_, others, fresh) => {
		const announced = await afresh();
		announced('place', ['x'], [], same).made(things('n1'));
		for (let n = 0; n < others; n++) announced(`other ${n}`, ['x'], [], same).failed(false);

		expect(announced('place', ['x'], [], same).fresh(things('n1'))).toEqual(fresh);
	});
});

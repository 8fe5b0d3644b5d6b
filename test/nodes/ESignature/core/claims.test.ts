import { claim } from '../../../../nodes/ESignature/core';

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

import { ServiceClock } from '../../../../nodes/ESignature/transport/serviceClock';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-31T12:00:00.000Z');
const stamp = (time: number) => new Date(time).toISOString();
const dateHeader = (time: number) => new Date(time).toUTCString();

afterEach(() => jest.restoreAllMocks());

/** A clock of ours that shows `now`, in milliseconds since the program began. */
function clockAt(now: number) {
	const clock = new ServiceClock();
	jest.spyOn(clock, 'now').mockReturnValue(now);
	return clock;
}

describe("the service's clock", () => {
	it.each([0, HOUR, -HOUR])('may be off by any time (%i ms)', (difference) => {
		// At 1,000 of our clock, when the record is asked for, the service shows this.
		const there = START + difference;
		const clock = clockAt(3_000);
		clock.learn(dateHeader(there + 2_000), 2_990, 3_000);

		expect(clock.isSince(stamp(there + 100), 1_000)).toBe(true);
		expect(clock.isSince(stamp(there - 2_100), 1_000)).toBe(false);
	});

	it.each(['Z', '', '+00:00'])('shows UTC, whatever its times say about it (%j)', (zone) => {
		const clock = clockAt(3_000);
		clock.learn(dateHeader(START + 2_000), 2_990, 3_000);
		const made = (time: number) => stamp(time).replace('Z', zone);

		expect(clock.isSince(made(START + 100), 1_000)).toBe(true);
		expect(clock.isSince(made(START - 2_100), 1_000)).toBe(false);
	});

	it('is not known before the first answer, nor from one without a date', () => {
		const clock = clockAt(1_000);
		expect(clock.isSince(stamp(START), 0)).toBeUndefined();
		clock.learn(undefined, 0, 10);
		clock.learn('soon', 0, 10);
		expect(clock.isSince(stamp(START), 0)).toBeUndefined();
	});

	it('is known better with each answer, since a date has whole seconds only', () => {
		const clock = clockAt(10_000);
		// True lead: START. Answers at the beginning and at the end of a second of the service.
		clock.learn(dateHeader(START + 1_000), 1_990, 1_999);
		expect(clock.isSince(stamp(START + 4_500), 5_000)).toBe(true);
		clock.learn(dateHeader(START + 3_000), 3_000, 3_001);
		expect(clock.isSince(stamp(START + 4_500), 5_000)).toBe(false);
		expect(clock.isSince(stamp(START + 5_000), 5_000)).toBe(true);
	});

	it('is learned anew when it was set', () => {
		const clock = clockAt(10_000);
		clock.learn(dateHeader(START), 0, 1);
		clock.learn(dateHeader(START + HOUR + 5_000), 5_000, 5_001);
		expect(clock.isSince(stamp(START + HOUR + 6_000), 6_000)).toBe(true);
		expect(clock.isSince(stamp(START + 6_000), 6_000)).toBe(false);
	});

	it.each([
		['lies in the future', stamp(START + HOUR)],
		['cannot be read', 'yesterday'],
	])('says nothing about a time that %s', (_, createdAt) => {
		const clock = clockAt(1_000);
		clock.learn(dateHeader(START + 1_000), 990, 1_000);
		expect(clock.isSince(createdAt, 0)).toBeUndefined();
	});

	it("is compared with a clock that goes on when the computer's time is set", () => {
		const clock = new ServiceClock();
		const before = clock.now();
		jest.spyOn(Date, 'now').mockReturnValue(0);
		expect(clock.now()).toBeGreaterThanOrEqual(before);
	});
});

import { Looks } from '../../../../nodes/ESignature/core/lostWrites';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A read that takes so long, and notes which time limit it got. */
const reading =
	(takes: number, limits: number[] = []) =>
	async (limit: number) => {
		limits.push(limit);
		jest.advanceTimersByTime(takes);
		return 'read';
	};

describe('the looks after a lost answer', () => {
	it('are on only while something is settled, also where one settles within another', async () => {
		const looks = new Looks(() => 1_000);
		const seen: boolean[] = [looks.areOn];
		await looks.during(async () => {
			await looks.during(async () => void seen.push(looks.areOn));
			seen.push(looks.areOn);
		});

		expect([...seen, looks.areOn]).toEqual([false, true, true, false]);
	});

	it('are off again after something went wrong', async () => {
		const looks = new Looks(() => 1_000);
		await expect(looks.during(async () => await Promise.reject(new Error('No')))).rejects.toThrow();

		expect(looks.areOn).toBe(false);
	});

	it('read for two time limits in all, and no look for more than one', async () => {
		const looks = new Looks(() => 1_000);
		const limits: number[] = [];
		await looks.during(async () => {
			for (const takes of [800, 900, 300]) await looks.take(reading(takes, limits));
			expect(looks.areOver).toBe(true);
			await expect(looks.take(reading(0, limits))).rejects.toThrow('No time is left to look');
		});

		expect(limits).toEqual([1_000, 1_000, 300]);
	});

	it('count the time of reads that fail', async () => {
		const looks = new Looks(() => 1_000);
		await looks.during(async () => {
			const failing = async () => {
				jest.advanceTimersByTime(2_000);
				return await Promise.reject(new Error('away'));
			};
			await expect(looks.take(failing)).rejects.toThrow('away');
			expect(looks.areOver).toBe(true);
		});
	});

	it('begin anew with the next write, and are not over while there are none', async () => {
		const looks = new Looks(() => 1_000);
		await looks.during(async () => await looks.take(reading(5_000)));
		expect(looks.areOver).toBe(false);

		await looks.during(async () => expect(await looks.take(reading(0))).toBe('read'));
	});
});

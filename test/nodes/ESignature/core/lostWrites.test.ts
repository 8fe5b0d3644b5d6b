import { look, Looks } from '../../../../nodes/ESignature/core/lostWrites';

describe('looking for what became of a write', () => {
	it('waits before a look only as long as there is something to wait for', async () => {
		const pause = jest.fn(async () => {});
		const read = async () => 'seen';
		const { last } = await look({ pause } as never, read, () => undefined, [0, 1, 0]);

		expect(last).toBe('seen');
		expect(pause.mock.calls).toEqual([[1]]);
	});

	it('goes on after a look that failed, and ends with the first that decides', async () => {
		const looks = [new Error('away'), 'early', 'done', 'later'];
		const read = async () => {
			const next = looks.shift();
			if (next instanceof Error) throw next;
			return next;
		};
		const decide = (seen: unknown) => (seen === 'done' ? 'found' : undefined);
		const pause = async () => {};

		expect(await look({ pause } as never, read, decide, [1, 1, 1, 1])).toEqual({
			...{ found: 'found', last: 'done' },
		});
		expect(looks).toEqual(['later']);
	});

	it('has one time for a write and for those that are settled within it', async () => {
		jest.useFakeTimers();
		try {
			const looks = new Looks(() => 1_000);
			const reading = async () => void jest.advanceTimersByTime(1_500);
			await looks.during(async () => {
				await looks.take(reading);
				await looks.during(async () => await looks.take(reading));
				expect(looks.areOver).toBe(true);
			});
		} finally {
			jest.useRealTimers();
		}
	});
});

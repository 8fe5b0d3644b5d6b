/* eslint-disable @n8n/community-nodes/no-restricted-imports -- stands for a response; looks at timers */
import { EventEmitter } from 'node:events';

import { answered, claimEvent } from '../../../../nodes/ESignature/trigger/once';

/* eslint-disable @n8n/community-nodes/no-restricted-globals -- stands for a response; looks at timers */

class Answering extends EventEmitter {
	statusCode = 200;
	writableEnded = false;
	readonly outcome = answered(this);

	finish(statusCode: number) {
		this.end(statusCode);
		this.emit('finish');
		this.emit('close');
	}

	/** As far as n8n is concerned; whether it arrives is another matter. */
	end(statusCode: number) {
		this.statusCode = statusCode;
		this.writableEnded = true;
	}
}

afterEach(() => jest.useRealTimers());

let keys = 0;
const newKey = () => `key ${++keys}`;

describe('an event that comes more than once', () => {
	it('goes to the first; the others learn how it ended', async () => {
		const key = newKey();
		const first = new Answering();
		expect(await claimEvent(key, first.outcome)).toBe('ours');
		const others = [
			claimEvent(key, new Answering().outcome),
			claimEvent(key, new Answering().outcome),
		];
		first.finish(200);

		expect(await Promise.all(others)).toEqual(['taken', 'taken']);
		expect(await claimEvent(key, new Answering().outcome)).toBe('taken');
	});

	it.each([500, 503, 401])('goes on to exactly one of the others after %i', async (status) => {
		const key = newKey();
		const first = new Answering();
		await claimEvent(key, first.outcome);
		const responses = [new Answering(), new Answering(), new Answering()];
		const turns = responses.map(async (response) => {
			const turn = await claimEvent(key, response.outcome);
			if (turn === 'ours') response.finish(200);
			return turn;
		});
		first.finish(status);

		expect((await Promise.all(turns)).sort()).toEqual(['ours', 'taken', 'taken']);
	});

	it.each([
		[200, 'taken'],
		[500, 'ours'],
	])(
		'depends on what n8n says in the end (%i), although the sender hung up before',
		async (status, turn) => {
			const key = newKey();
			const first = new Answering();
			await claimEvent(key, first.outcome);
			first.emit('close');
			const second = claimEvent(key, new Answering().outcome);
			first.end(status);

			expect(await second).toBe(turn);
		},
	);

	it('holds as long as n8n has the request, however long ago the sender hung up', async () => {
		jest.useFakeTimers();
		const key = newKey();
		const first = new Answering();
		await claimEvent(key, first.outcome);
		first.emit('close');
		await jest.advanceTimersByTimeAsync(1_800_000);
		const second = claimEvent(key, new Answering().outcome, 10_000);
		await jest.advanceTimersByTimeAsync(10_000);
		expect(await second).toBe('open');

		first.end(200);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(await claimEvent(key, new Answering().outcome)).toBe('taken');
	});

	it('is not forgotten for others while n8n has the request', async () => {
		const key = newKey();
		await claimEvent(key, new Answering().outcome);
		for (let more = 0; more < 5_000; more++) {
			const answering = new Answering();
			await claimEvent(newKey(), answering.outcome);
			answering.finish(200);
		}

		expect(await claimEvent(key, new Answering().outcome, 5)).toBe('open');
	});

	it('stays open when the first one takes too long', async () => {
		const key = newKey();
		await claimEvent(key, new Answering().outcome);

		expect(await claimEvent(key, new Answering().outcome, 5)).toBe('open');
	});

	describe.each([-7_200_000, 7_200_000])(
		'when the clock is set by %i ms meanwhile',
		(correction) => {
			it('still waits no more and no less than it should', async () => {
				const key = newKey();
				const [first, second] = [new Answering(), new Answering()];
				await claimEvent(key, first.outcome);
				const turns = [
					claimEvent(key, second.outcome, 1_000),
					claimEvent(key, new Answering().outcome, 1_000),
				];
				const realNow = Date.now.bind(Date);
				jest.spyOn(Date, 'now').mockImplementation(() => realNow() + correction);
				const timers = jest.spyOn(globalThis, 'setTimeout');
				// The second one takes over, and the third waits for it with what is left of its time.
				first.finish(500);
				expect(await turns[0]).toBe('ours');
				for (; timers.mock.calls.length === 0;) await Promise.resolve();
				const waits = timers.mock.calls.map(([, milliseconds]) => Number(milliseconds));
				second.finish(200);
				jest.restoreAllMocks();

				expect(waits.every((wait) => wait > 0 && wait <= 1_000)).toBe(true);
				expect(await turns[1]).toBe('taken');
			});
		},
	);

	it('is remembered for a bounded number of events', async () => {
		const key = newKey();
		const first = new Answering();
		await claimEvent(key, first.outcome);
		first.finish(200);
		for (let more = 0; more < 5_000; more++) {
			const answering = new Answering();
			await claimEvent(newKey(), answering.outcome);
			answering.finish(200);
		}

		expect(await claimEvent(key, new Answering().outcome)).toBe('ours');
	});
});

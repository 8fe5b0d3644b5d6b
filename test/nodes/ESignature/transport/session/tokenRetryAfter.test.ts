/* eslint-disable @n8n/community-nodes/no-restricted-globals -- looks at the waits */
import { tokenAnswer, type Answer } from './service';
import { problem, signIn } from './signIn';

/** What the watch over each attempt sleeps for. */
const WATCH = 10_000;
/** What was waited for, but for that; nothing of it really waits. */
let waits: number[];
beforeEach(() => {
	waits = [];
	const { setTimeout: wait } = globalThis;
	jest.spyOn(Math, 'random').mockReturnValue(0);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms = 0) => {
		if (ms === WATCH) return wait(then, ms).unref();
		waits.push(ms);
		return wait(then, 0);
	}) as typeof setTimeout);
});
afterEach(() => jest.restoreAllMocks());

const limited = (retryAfter: string, status = 429): Answer => ({
	status,
	headers: { 'retry-after': retryAfter },
});

describe('a service that asks to wait before the next sign-in', () => {
	it.each([
		['in the header of a 429', limited('7'), 7_000],
		['in the header of a 503', limited('3', 503), 3_000],
		['in the body', problem({ extensions: { retry_after: 5 } }, 429), 5_000],
		['less than half a minute', limited('29'), 29_000],
	])('is obeyed: %s', async (_, answer, wait) => {
		const { session, asked } = await signIn(answer, tokenAnswer('one'));

		await expect(session).resolves.toMatchObject({ accessToken: 'one' });
		expect(asked).toHaveLength(2);
		expect(waits).toContain(wait);
	});

	it.each([429, 503])('for too long is not asked again (%i)', async (status) => {
		const { error, asked } = await signIn(limited('31', status), tokenAnswer('one'));

		expect(asked).toHaveLength(1);
		expect(error).toMatchObject({ facts: { passing: true } });
	});

	it('with a hint that nobody understands is asked again soon', async () => {
		const { asked } = await signIn(limited('soon'), tokenAnswer('one'));

		expect(asked).toHaveLength(2);
		// Others in this process may wait for a moment.
		expect(waits.filter((wait) => wait >= 1_000)).toEqual([]);
	});
});

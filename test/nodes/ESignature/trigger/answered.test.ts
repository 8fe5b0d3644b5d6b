/* eslint-disable @n8n/community-nodes/no-restricted-imports -- stands for a response of n8n's server */
import { EventEmitter } from 'events';

import { answered, within, type Answering } from '../../../../nodes/ESignature/trigger/once';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const answering = (more: Partial<Answering> = {}) =>
	Object.assign(new EventEmitter(), { statusCode: 200, writableEnded: true, ...more });

/** What is said of an answer once this happened. */
async function after(answer: ReturnType<typeof answering>, event?: 'finish' | 'close') {
	const outcome = answered(answer as never, 1_000);
	if (event) answer.emit(event);
	await jest.advanceTimersByTimeAsync(2_000);
	return await outcome;
}

it.each([
	[200, true],
	[204, true],
	[299, true],
	[199, false],
	[300, false],
	[503, false],
])('an event that was answered with %d was taken over: %j', async (statusCode, taken) => {
	expect(await after(answering({ statusCode }), 'finish')).toBe(taken);
	expect(await after(answering({ statusCode }), 'close')).toBe(taken);
});

it('an event whose sender had hung up before is not waited for', async () => {
	expect(await after(answering({ destroyed: true }))).toBe(true);
});

it('a sender that hangs up proves nothing: what n8n says later counts', async () => {
	const answer = answering({ writableEnded: false, statusCode: 200 });
	const outcome = answered(answer as never, 10_000);
	answer.emit('close');
	await jest.advanceTimersByTimeAsync(500);
	Object.assign(answer, { writableEnded: true, statusCode: 500 });
	await jest.advanceTimersByTimeAsync(1_000);

	expect(await outcome).toBe(false);
	expect(jest.getTimerCount()).toBe(0);
});

it('an event about which n8n says nothing in time was not taken over', async () => {
	expect(await after(answering({ writableEnded: false }), 'close')).toBe(false);
});

describe('what is waited for', () => {
	const never = new Promise<string>(() => {});

	it('is given if it comes in time, and leaves no timer', async () => {
		expect(await within(Promise.resolve('done'), 1_000)).toBe('done');
		await jest.advanceTimersByTimeAsync(0);
		expect(jest.getTimerCount()).toBe(0);
	});

	it.each([1_000, 0, -5])('is given up after %d milliseconds', async (milliseconds) => {
		const waiting = within(never, milliseconds);
		await jest.advanceTimersByTimeAsync(Math.max(0, milliseconds));

		expect(await waiting).toBeUndefined();
	});
});

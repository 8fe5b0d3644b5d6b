import { sleep } from 'n8n-workflow';

import { TimeLimit, unlessAborted } from '../../../../nodes/ESignature/transport/attempt';

const stateOf = ({ expired, signal }: TimeLimit) => ({ expired, aborted: signal.aborted });
const RUNNING = { expired: false, aborted: false };
const EXPIRED = { expired: true, aborted: true };

describe('a time limit', () => {
	it('ends an exchange after a silence', async () => {
		const limit = new TimeLimit({ idle: 50, total: 60_000 });
		expect(stateOf(limit)).toEqual(RUNNING);
		await sleep(100);
		expect(stateOf(limit)).toEqual(EXPIRED);
	});

	it('lets it go on while something arrives, until the deadline', async () => {
		const limit = new TimeLimit({ idle: 300, total: 900 });
		for (let chunk = 0; chunk < 6; chunk++) {
			await sleep(100);
			limit.touch();
		}
		expect(stateOf(limit)).toEqual(RUNNING);
		for (let chunk = 0; chunk < 5; chunk++) {
			await sleep(100);
			limit.touch();
		}
		expect(stateOf(limit)).toEqual(EXPIRED);
	});

	it('is over with the exchange', async () => {
		const limit = new TimeLimit({ idle: 20, total: 20 });
		limit.stop();
		await sleep(60);
		expect(stateOf(limit)).toEqual(RUNNING);
	});

	it.each([true, false])(
		'passes on a cancel, which is no silence (aborted before: %s)',
		(before) => {
			const cancel = new AbortController();
			if (before) cancel.abort();
			const limit = new TimeLimit({ idle: 1_000, total: 1_000 }, cancel.signal);
			cancel.abort();
			expect(stateOf(limit)).toEqual({ expired: false, aborted: true });
			limit.stop();
		},
	);
});

it('waits for a promise only until the signal is aborted', async () => {
	const abort = new AbortController();
	const waiting = unlessAborted(new Promise(() => {}), abort.signal);
	abort.abort();
	await expect(waiting).rejects.toThrow('Aborted');
	await expect(unlessAborted(Promise.resolve(1), new AbortController().signal)).resolves.toBe(1);
});

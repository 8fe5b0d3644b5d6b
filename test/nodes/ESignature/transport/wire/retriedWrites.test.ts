import type { Route } from '../../../../../nodes/ESignature/api';
import { DONE, lost, run, settling } from '../attempts';
import { FAILURES, network, refused } from '../failures';

const WRITE: Route = 'POST /sign/envelopes/{envelopeID}/participants';
const DELETE: Route = 'DELETE /sign/envelopes/{envelopeID}/participants/{participantID}';
const SEND: Route = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
// What an answer too large to read means is shown with the endings.
const JUDGED = FAILURES.filter(([, { kind }]) => kind !== 'tooLarge');
const isOpen = (ending: string) => ['transient', 'ambiguous'].includes(ending);

describe.each([WRITE, DELETE, SEND])('a write (%s)', (route) => {
	it.each(JUDGED)('that ends with %s is settled only if it may have been done', async (...row) => {
		const [, failure, ending] = row;
		const settle = settling('unknown');
		const { outcome, attempts } = await run(route, [failure], { settle });

		expect(outcome).toEqual({ failure, uncertain: isOpen(ending) });
		expect(settle).toHaveBeenCalledTimes(isOpen(ending) ? 1 : 0);
		if (ending !== 'notSent') expect(attempts).toBe(1);
	});

	it('that may have been done is not repeated when nobody can settle it', async () => {
		const { outcome, attempts } = await run(route, [lost, DONE]);

		expect({ outcome, attempts }).toEqual({
			outcome: { failure: lost, uncertain: true },
			attempts: 1,
		});
	});
});

describe('a write', () => {
	it('that was done after all succeeds with what was found', async () => {
		const settle = settling({ reply: 'found' });
		const { outcome, attempts } = await run(WRITE, [lost], { settle });

		expect({ outcome, attempts }).toEqual({ outcome: { value: 'found' }, attempts: 1 });
	});

	it('that may be made again is sent once more', async () => {
		const { outcome, attempts } = await run(WRITE, [lost, DONE], { settle: settling('repeat') });

		expect({ outcome, attempts }).toEqual({ outcome: { value: DONE }, attempts: 2 });
	});

	it.each([
		['a conflict', refused(409)],
		['not found', refused(404)],
		['trouble', refused(500)],
		['a lost connection', lost],
	])(
		'is settled again when its repeat ends with %s: the first may have come late',
		async (_, again) => {
			const settle = settling('repeat', { reply: 'found' });
			const { outcome, attempts } = await run(SEND, [refused(504), again], { settle });

			expect({ outcome, attempts }).toEqual({ outcome: { value: 'found' }, attempts: 2 });
			expect(settle).toHaveBeenCalledTimes(2);
		},
	);

	it('is sent twice at most, and then stays in doubt with what the second one said', async () => {
		const settle = settling('repeat');
		const { outcome, attempts } = await run(WRITE, [lost, refused(500)], { settle });

		expect({ outcome, attempts }).toEqual({
			outcome: { failure: refused(500), uncertain: true },
			attempts: 2,
		});
		expect(settle).toHaveBeenCalledTimes(2);
	});

	it('stays in doubt although its repeat was refused, when nobody can tell about the first', async () => {
		const settle = settling('repeat', 'unknown');
		const { outcome } = await run(SEND, [refused(504), refused(409)], { settle });

		expect(outcome).toEqual({ failure: refused(409), uncertain: true });
	});

	it('stays unknown when the settlement itself does not work', async () => {
		const settle = jest.fn().mockRejectedValue(new Error('also away'));
		const { outcome, attempts } = await run(WRITE, [{ kind: 'timeout' }, DONE], { settle });

		expect({ outcome, attempts }).toEqual({
			outcome: { failure: { kind: 'timeout' }, uncertain: true },
			attempts: 1,
		});
	});

	it('that was never received is repeated without a settlement', async () => {
		const settle = settling('unknown');
		const script = [refused(429), network('ECONNREFUSED', false), refused(429), DONE] as const;
		const { outcome, attempts } = await run(WRITE, [...script], { settle });

		expect({ outcome, attempts }).toEqual({ outcome: { value: DONE }, attempts: 4 });
		expect(settle).not.toHaveBeenCalled();
	});
});

describe('a write that was accepted, but not seen', () => {
	const unproven = { kind: 'unproven', status: 202, reason: 'The response is empty.' } as const;

	it('is done with what is found', async () => {
		const settle = settling({ reply: 'found' });

		expect((await run(SEND, [unproven], { settle })).outcome).toEqual({ value: 'found' });
	});

	it('is never made again, since it has arrived', async () => {
		for (const recovery of [{ settle: settling('repeat') }, { settle: settling('unknown') }, {}]) {
			const { outcome, attempts } = await run(SEND, [unproven, DONE], recovery);

			expect({ outcome, attempts }).toEqual({
				outcome: { failure: unproven, uncertain: true },
				attempts: 1,
			});
		}
	});

	it('is not made again by a later try either', async () => {
		const recovery = { settle: settling('repeat'), doubt: unproven };

		expect((await run(SEND, [DONE], recovery)).attempts).toBe(0);
	});
});

describe('a deletion', () => {
	it.each([
		['at once', [refused(404)]],
		['after a limit', [refused(429), refused(404)]],
		['after no connection', [network('ECONNREFUSED', false), refused(404)]],
	])('that finds nothing %s has failed, and nothing is in doubt', async (_, script) => {
		const settle = settling({ reply: undefined });
		const { outcome } = await run(DELETE, script, { settle });

		expect(outcome).toEqual({ failure: refused(404), uncertain: false });
		expect(settle).not.toHaveBeenCalled();
	});

	it('that finds nothing after trouble is not taken for done: reading decides', async () => {
		const script = [refused(503), refused(404)];
		const proven = await run(DELETE, script, { settle: settling('repeat', { reply: undefined }) });
		const open = await run(DELETE, script, { settle: settling('repeat', 'unknown') });

		expect(proven.outcome).toEqual({ value: undefined });
		expect(open.outcome).toEqual({ failure: refused(404), uncertain: true });
	});
});

describe('a write that an earlier try left in doubt', () => {
	const doubt = refused(504);

	it('is settled before anything is sent', async () => {
		const settle = settling({ reply: 'found' });
		const { outcome, attempts } = await run(SEND, [DONE], { settle, doubt });

		expect({ outcome, attempts }).toEqual({ outcome: { value: 'found' }, attempts: 0 });
	});

	it.each([
		['nobody can tell', { settle: settling('unknown') }],
		['nobody looks', {}],
	])('is not sent when %s, and its first failure is the answer', async (_, recovery) => {
		const { outcome, attempts } = await run(SEND, [DONE], { ...recovery, doubt });

		expect({ outcome, attempts }).toEqual({
			outcome: { failure: doubt, uncertain: true },
			attempts: 0,
		});
	});

	it('is sent once where a second one cannot do harm', async () => {
		const settle = settling('repeat');
		const { outcome, attempts } = await run(SEND, [DONE], { settle, doubt });

		expect({ outcome, attempts }).toEqual({ outcome: { value: DONE }, attempts: 1 });
	});

	it('stays in doubt when it is refused now, since the first one may still come', async () => {
		const settle = settling('repeat', 'unknown');
		const { outcome } = await run(SEND, [refused(409)], { settle, doubt });

		expect(outcome).toEqual({ failure: refused(409), uncertain: true });
	});
});

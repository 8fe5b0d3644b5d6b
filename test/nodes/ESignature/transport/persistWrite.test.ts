import type { Route } from '../../../../nodes/ESignature/api';
import { DONE, lost, run, settling } from './attempts';
import { FAILURES, refused } from './failures';

const WRITE: Route = 'POST /sign/envelopes/{envelopeID}/participants';
// What an answer too large to read means is shown with the endings.
const JUDGED = FAILURES.filter(([, { kind }]) => kind !== 'tooLarge');

describe('a write', () => {
	it.each(JUDGED)('that ends with %s is settled only if it may have been done', async (...row) => {
		const [, failure, ending] = row;
		const settle = settling('unknown');
		const { outcome, attempts } = await run(WRITE, [failure], settle);

		expect(outcome).toEqual({ failure });
		expect(settle.mock.calls).toEqual(
			['transient', 'ambiguous'].includes(ending) ? [[failure]] : [],
		);
		if (ending !== 'notSent') expect(attempts).toBe(1);
	});

	it('that may have been done is not repeated when nobody can settle it', async () => {
		const { outcome, attempts } = await run(WRITE, [lost, DONE]);

		expect({ outcome, attempts }).toEqual({ outcome: { failure: lost }, attempts: 1 });
	});

	it('that was done after all succeeds with what was found', async () => {
		const { outcome, attempts } = await run(WRITE, [lost], settling({ reply: 'found' }));

		expect({ outcome, attempts }).toEqual({ outcome: { value: 'found' }, attempts: 1 });
	});

	it('that was not done is sent once more, and settled only once', async () => {
		const settle = settling('repeat');
		const again = refused(500);
		const { outcome, attempts } = await run(WRITE, [lost, again], settle);

		expect({ outcome, attempts }).toEqual({ outcome: { failure: again }, attempts: 2 });
		expect(settle).toHaveBeenCalledTimes(1);
		expect((await run(WRITE, [lost, DONE], settling('repeat'))).outcome).toEqual({ value: DONE });
	});

	it('stays unknown when the settlement itself does not work', async () => {
		const settle = jest.fn().mockRejectedValue(new Error('also away'));
		const { outcome, attempts } = await run(WRITE, [{ kind: 'timeout' }, DONE], settle);

		expect({ outcome, attempts }).toEqual({
			outcome: { failure: { kind: 'timeout' } },
			attempts: 1,
		});
	});

	it('that was never received is repeated without a settlement', async () => {
		const settle = settling('unknown');
		const { outcome, attempts } = await run(WRITE, [refused(429), refused(429), DONE], settle);

		expect({ outcome, attempts }).toEqual({ outcome: { value: DONE }, attempts: 3 });
		expect(settle).not.toHaveBeenCalled();
	});
});

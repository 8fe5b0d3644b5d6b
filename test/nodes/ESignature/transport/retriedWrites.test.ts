import type { Route } from '../../../../nodes/ESignature/api';
import { DONE, lost, run } from './attempts';
import { FAILURES, network, refused } from './failures';

const WRITE: Route = 'POST /sign/envelopes/{envelopeID}/participants';
const DELETE: Route = 'DELETE /sign/envelopes/{envelopeID}/participants/{participantID}';
const SEND: Route = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
// What an answer too large to read means is shown with the endings.
const JUDGED = FAILURES.filter(([, { kind }]) => kind !== 'tooLarge');
const isOpen = (ending: string) => ['transient', 'ambiguous'].includes(ending);

describe.each([WRITE, DELETE, SEND])('a write (%s)', (route) => {
	it.each(JUDGED)(
		'that ends with %s is uncertain only if it may have been done',
		async (...row) => {
			const [, failure, ending] = row;
			const { outcome, attempts } = await run(route, [failure]);

			expect(outcome).toEqual({ failure, uncertain: isOpen(ending) });
			if (ending !== 'notSent') expect(attempts).toBe(1);
		},
	);

	it('that may have been done is not repeated', async () => {
		expect(await run(route, [lost, DONE])).toMatchObject({
			outcome: { failure: lost, uncertain: true },
			attempts: 1,
		});
	});
});

it('a write that was never received is repeated', async () => {
	const script = [refused(429), network('ECONNREFUSED', false), refused(429), DONE] as const;

	expect(await run(WRITE, [...script])).toMatchObject({ outcome: { value: DONE }, attempts: 4 });
});

it.each([
	['at once', [refused(404)]],
	['after a limit', [refused(429), refused(404)]],
	['after no connection', [network('ECONNREFUSED', false), refused(404)]],
])('a deletion that finds nothing %s has failed, and is not uncertain', async (_, script) => {
	const { outcome } = await run(DELETE, script);

	expect(outcome).toEqual({ failure: refused(404), uncertain: false });
});

import type { Route } from '../../../../nodes/ESignature/api';
import { Pace } from '../../../../nodes/ESignature/transport/pace';
import { persist } from '../../../../nodes/ESignature/transport/persist';
import { DONE, lost, run, settling } from './attempts';
import { network, refused } from './failures';

const READ: Route = 'GET /sign/envelopes/{envelopeID}';
const DELETE_FIELD: Route =
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}';
const DELETE_ENVELOPE: Route = 'DELETE /sign/envelopes/{envelopeID}';
const BATCH_DELETE: Route = 'POST /sign/envelopes/{envelopeID}/participants:batch-delete';

describe('a read', () => {
	it('is repeated until it succeeds', async () => {
		const { outcome, attempts } = await run(READ, [refused(503), lost, { kind: 'timeout' }, DONE]);

		expect({ outcome, attempts }).toEqual({ outcome: { value: DONE }, attempts: 4 });
	});

	it('ends with the last failure after four attempts', async () => {
		const { outcome, attempts } = await run(READ, [lost, lost, lost, refused(502), DONE]);

		expect({ outcome, attempts }).toEqual({ outcome: { failure: refused(502) }, attempts: 4 });
	});

	it('that finds nothing after trouble has found nothing', async () => {
		const { outcome } = await run(READ, [refused(503), refused(404)]);

		expect(outcome).toEqual({ failure: refused(404) });
	});

	it('is not repeated when the budget is spent', async () => {
		const pace = new Pace();
		while (pace.affordsRepeat());
		const attempt = jest.fn().mockResolvedValue({ failure: refused(503) });
		await persist(READ, pace, attempt);

		expect(attempt).toHaveBeenCalledTimes(1);
	});

	it('makes all others wait only when the service limits requests', async () => {
		expect((await run(READ, [refused(503, 3_000), lost, DONE])).held).toEqual([]);
		const { held, waits } = await run(READ, [refused(429, 3_000), DONE]);

		expect(held).toEqual(waits);
		expect(held[0]).toBeGreaterThanOrEqual(3_000);
	});

	it('waits two minutes in all at most', async () => {
		const { waits } = await run(READ, [refused(429, 60_000)]);

		expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(120_000);
	});
});

describe('a deletion', () => {
	it.each([
		['trouble', refused(503)],
		['silence', { kind: 'timeout' } as const],
		['a lost connection', lost],
	])('that finds nothing after %s was done by the first attempt', async (_, failure) => {
		const { outcome, attempts } = await run(DELETE_FIELD, [failure, refused(404)]);

		expect({ outcome, attempts }).toEqual({ outcome: { value: undefined }, attempts: 2 });
	});

	it.each([
		['at once', [refused(404)]],
		['after a limit', [refused(429), refused(404)]],
		['after no connection', [network('ECONNREFUSED', false), refused(404)]],
	])('that finds nothing %s has failed', async (_, script) => {
		expect((await run(DELETE_FIELD, script)).outcome).toEqual({ failure: refused(404) });
	});

	it('of many that finds nothing on the repeat has failed: some may be wrong IDs', async () => {
		const script = [refused(503), refused(404)];
		const { outcome, attempts } = await run(BATCH_DELETE, script, settling('repeat'));

		expect({ outcome, attempts }).toEqual({ outcome: { failure: refused(404) }, attempts: 2 });
	});

	it('of an envelope is repeated when reading shows that it is still there', async () => {
		const settle = settling('repeat');
		const { outcome, attempts } = await run(DELETE_ENVELOPE, [lost, refused(404)], settle);

		expect({ outcome, attempts }).toEqual({ outcome: { value: undefined }, attempts: 2 });
		expect(settle).toHaveBeenCalledTimes(1);
	});
});

it('pays for repeats and earns by successes', async () => {
	const { pace } = await run(READ, [lost, lost, DONE]);
	let left = 0;
	while (pace.affordsRepeat()) left++;

	expect(left).toBe(98);
});

import type { LoggedRequest } from '../../sandbox';
import { envelopeParameters, prepareHarness } from '../support/harness';
import { skipPauses } from './skipPauses';

const harness = prepareHarness();
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const CANCEL = 'PUT /sign/envelopes/{envelopeID}:cancel';
const DELETE = 'DELETE /sign/envelopes/{envelopeID}';

describe('a read', () => {
	skipPauses();

	it.each([429, 503])('is made again after %i', async (status) => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(ENVELOPE, { kind: 'status', status });
		const { items } = await harness.engine.run(envelopeParameters('get', ID));
		expect(items[0]?.json).toMatchObject({ ID });
		expect(harness.sandbox.log.count(ENVELOPE)).toBe(2);
	});

	it('is made again after a reset', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(ENVELOPE, { kind: 'reset', when: 'body' });
		const { items } = await harness.engine.run(envelopeParameters('get', ID));
		expect(items[0]?.json).toMatchObject({ ID });
		expect(harness.sandbox.log.count(ENVELOPE)).toBe(2);
	});

	it('is not made again after a refusal', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(ENVELOPE, { kind: 'status', status: 403 });
		const { error } = await harness.engine.run(envelopeParameters('get', ID));
		expect(error).toMatchObject({ httpCode: '403' });
		expect(harness.sandbox.log.count(ENVELOPE)).toBe(1);
	});

	it('ends after four attempts', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(ENVELOPE, { kind: 'status', status: 503 });
		const { error } = await harness.engine.run(envelopeParameters('get', ID));
		expect(error).toMatchObject({ httpCode: '503' });
		expect(error?.description).toContain('Try again later');
		expect(harness.sandbox.log.count(ENVELOPE)).toBe(4);
	});

	it('does not wait longer than two minutes, and says so', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(ENVELOPE, {
			kind: 'rateLimit',
			retryAfter: 3600,
			where: 'header',
		});
		const { error } = await harness.engine.run(envelopeParameters('get', ID));
		expect(error).toMatchObject({ httpCode: '429' });
		expect(error?.description).toContain('The service asks you to wait 3,600 seconds.');
		expect(harness.sandbox.log.count(ENVELOPE)).toBe(1);
	});

	it.each([
		['an HTML page', '<html><body>502 Bad Gateway</body></html>', 502],
		['half a JSON text', '{"ID": "123', 200],
		['a list', '[]', 200],
		['nothing', '', 200],
	])('explains %s', async (_, body, status) => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(ENVELOPE, {
			kind: 'body',
			body,
			status,
			contentType: 'text/html',
		});
		const { error } = await harness.engine.run(envelopeParameters('get', ID));
		expect(error?.message).toMatch(/could not be understood|had an internal problem/);
		expect(`${error?.message}${error?.description}`).not.toContain('<');
	});

	it('stops reading an answer that is too large', async () => {
		const { ID } = harness.sandbox.control.envelope();
		const body = `{"ID":"${'x'.repeat(11 * 1024 * 1024)}"}`;
		harness.sandbox.faults.always(ENVELOPE, {
			kind: 'body',
			body,
			contentType: 'application/json',
		});
		const { error } = await harness.engine.run(envelopeParameters('get', ID));
		expect(error?.message).toContain('too large');
		expect(harness.sandbox.log.count(ENVELOPE)).toBe(1);
	});

	it.each([undefined, 10])('ends when the service falls silent (after %s bytes)', async (after) => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(ENVELOPE, { kind: 'stall', after });
		const { error } = await harness.engine.run(
			envelopeParameters('get', ID, { options: { timeout: 0.2 } }),
		);
		expect(error?.message).toBe('The service did not respond in time');
	});
});

describe('all requests of a run', () => {
	it('wait when one of them is told to wait', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(ENVELOPE, { kind: 'delay', ms: 0 });
		harness.sandbox.faults.next(ENVELOPE, { kind: 'rateLimit', retryAfter: 1, where: 'header' });
		await harness.engine.run(envelopeParameters('get', ID, { options: { maxConcurrency: 2 } }), {
			items: Array.from({ length: 6 }, () => ({ json: {} })),
		});
		const asked = harness.sandbox.log.requests.filter(({ route }) => route === ENVELOPE);
		const limited = asked.find(({ status }) => status === 429);
		const since = asked.slice(asked.indexOf(limited as LoggedRequest) + 1);
		const inTheMeantime = since.filter(({ at }) => at < (limited?.at ?? 0) + 1000);
		// The other one of two may have been on its way already; the four after it were not.
		expect(inTheMeantime.length).toBeLessThanOrEqual(1);
		expect(asked).toHaveLength(7);
	});
});

describe('a service that is down', () => {
	skipPauses();

	it('is left alone: the rest is reported as not attempted', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(ENVELOPE, { kind: 'status', status: 503 });
		const { items } = await harness.engine.run(envelopeParameters('get', ID), {
			items: Array.from({ length: 1000 }, () => ({ json: {} })),
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(1000);
		expect(items[999]?.json.error).toContain('Not attempted');
		expect(harness.sandbox.log.count(ENVELOPE)).toBeLessThan(100);
	});
});

describe('cancelling an envelope', () => {
	skipPauses();

	it('is found done after a reset', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		harness.sandbox.faults.next(CANCEL, { kind: 'reset', applied: true });
		const { items } = await harness.engine.run(envelopeParameters('cancel', ID));
		expect(items[0]?.json).toMatchObject({ ID, status: 'cancelled', reconciled: true });
		expect(harness.sandbox.log.count(CANCEL)).toBe(1);
	});

	it('is made again once when it had no effect', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		harness.sandbox.faults.next(CANCEL, { kind: 'reset' });
		const { items } = await harness.engine.run(envelopeParameters('cancel', ID));
		expect(items[0]?.json).toMatchObject({ status: 'cancelled' });
		expect(items[0]?.json).not.toHaveProperty('reconciled');
		expect(harness.sandbox.log.count(CANCEL)).toBe(2);
	});

	it('says that its outcome is unknown when nothing can be read either', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		harness.sandbox.faults.always(CANCEL, { kind: 'reset', applied: true });
		harness.sandbox.faults.always(ENVELOPE, { kind: 'status', status: 403 });
		const { error } = await harness.engine.run(envelopeParameters('cancel', ID));
		expect(error?.description).toContain('not known whether the service carried out this step');
		expect(harness.sandbox.log.count(CANCEL)).toBe(1);
	});
});

describe('deleting an envelope', () => {
	skipPauses();

	it('is found done when its answer was lost', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(DELETE, { kind: 'reset', applied: true });
		const { items } = await harness.engine.run(envelopeParameters('delete', ID));
		expect(items[0]?.json).toEqual({ deleted: true, envelopeID: ID, reconciled: true });
		expect(harness.sandbox.log.count(DELETE)).toBe(1);
	});

	it('is an error when the envelope was never there', async () => {
		const { error } = await harness.engine.run(
			envelopeParameters('delete', '00000000-0000-4000-8000-000000000001'),
		);
		expect(error).toMatchObject({ httpCode: '404' });
	});
});

import type { LoggedRequest } from '../../sandbox';
import { byId, envelopeParameters, prepareGround } from '../support/ground';
import { until } from '../support/until';
import { hurry } from './hurry';
import { UNCERTAIN } from './lostAnswers';

const ground = prepareGround();
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const CANCEL = 'PUT /sign/envelopes/{envelopeID}:cancel';
const DELETE = 'DELETE /sign/envelopes/{envelopeID}';
const CREATE = 'POST /sign/envelopes/{envelopeID}/participants';
const LIST = 'GET /sign/envelopes/{envelopeID}/participants';

describe('a read', () => {
	hurry();

	it.each([408, 429, 500, 502, 503, 504])('is made again after %i', async (status) => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.next(ENVELOPE, { kind: 'status', status });
		const { items } = await ground.engine.run(envelopeParameters('get', ID));
		expect(items[0]?.json).toMatchObject({ ID });
		expect(ground.sandbox.log.count(ENVELOPE)).toBe(2);
	});

	it.each(['before', 'headers', 'body'] as const)(
		'is made again after a reset (%s)',
		async (when) => {
			const { ID } = ground.sandbox.control.envelope();
			ground.sandbox.faults.next(ENVELOPE, { kind: 'reset', when });
			const { items } = await ground.engine.run(envelopeParameters('get', ID));
			expect(items[0]?.json).toMatchObject({ ID });
			expect(ground.sandbox.log.count(ENVELOPE)).toBe(2);
		},
	);

	it.each([400, 403, 404, 409, 422])('is not made again after %i', async (status) => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.always(ENVELOPE, { kind: 'status', status });
		const { error } = await ground.engine.run(envelopeParameters('get', ID));
		expect(error).toMatchObject({ httpCode: String(status) });
		expect(ground.sandbox.log.count(ENVELOPE)).toBe(1);
	});

	it('ends after four attempts', async () => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.always(ENVELOPE, { kind: 'status', status: 503 });
		const { error } = await ground.engine.run(envelopeParameters('get', ID));
		expect(error).toMatchObject({ httpCode: '503' });
		expect(error?.description).toContain('Try again later');
		expect(ground.sandbox.log.count(ENVELOPE)).toBe(4);
	});

	it('does not wait longer than two minutes, and says so', async () => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.always(ENVELOPE, {
			kind: 'rateLimit',
			retryAfter: 3600,
			where: 'header',
		});
		const { error } = await ground.engine.run(envelopeParameters('get', ID));
		expect(error).toMatchObject({ httpCode: '429' });
		expect(error?.description).toContain('The service asks you to wait 3,600 seconds.');
		expect(ground.sandbox.log.count(ENVELOPE)).toBe(1);
	});

	it.each([
		['an HTML page', '<html><body>502 Bad Gateway</body></html>', 502],
		['half a JSON text', '{"ID": "123', 200],
		['a list', '[]', 200],
		['nothing', '', 200],
	])('explains %s', async (_, body, status) => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.always(ENVELOPE, {
			kind: 'body',
			body,
			status,
			contentType: 'text/html',
		});
		const { error } = await ground.engine.run(envelopeParameters('get', ID));
		expect(error?.message).toMatch(/could not be understood|had an internal problem/);
		expect(`${error?.message}${error?.description}`).not.toContain('<');
	});

	it('stops reading an answer that is too large', async () => {
		const { ID } = ground.sandbox.control.envelope();
		const body = `{"ID":"${'x'.repeat(11 * 1024 * 1024)}"}`;
		ground.sandbox.faults.always(ENVELOPE, { kind: 'body', body, contentType: 'application/json' });
		const { error } = await ground.engine.run(envelopeParameters('get', ID));
		expect(error?.message).toContain('too large');
		expect(ground.sandbox.log.count(ENVELOPE)).toBe(1);
	});

	it.each([undefined, 10])('ends when the service falls silent (after %s bytes)', async (after) => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.always(ENVELOPE, { kind: 'stall', after });
		const { error } = await ground.engine.run(
			envelopeParameters('get', ID, { options: { timeout: 0.2 } }),
		);
		expect(error?.message).toBe('The service did not respond in time');
	});
});

describe('all requests of a run', () => {
	it.each([
		['header', '1'],
		['body', 1],
	] as const)('wait as long as a 429 asks for in its %s', async (where, retryAfter) => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.next(ENVELOPE, { kind: 'rateLimit', retryAfter, where });
		await ground.engine.run(envelopeParameters('get', ID));
		const [first, second] = ground.sandbox.log.requests.filter(({ route }) => route === ENVELOPE);
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
	});

	it('wait when one of them is told to wait', async () => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.next(ENVELOPE, { kind: 'delay', ms: 0 });
		ground.sandbox.faults.next(ENVELOPE, { kind: 'rateLimit', retryAfter: 1, where: 'header' });
		await ground.engine.run(envelopeParameters('get', ID, { options: { maxConcurrency: 2 } }), {
			items: Array.from({ length: 6 }, () => ({ json: {} })),
		});
		const asked = ground.sandbox.log.requests.filter(({ route }) => route === ENVELOPE);
		const limited = asked.find(({ status }) => status === 429);
		const since = asked.slice(asked.indexOf(limited as LoggedRequest) + 1);
		const inTheMeantime = since.filter(({ at }) => at < (limited?.at ?? 0) + 1000);
		// The other one of two may have been on its way already; the four after it were not.
		expect(inTheMeantime.length).toBeLessThanOrEqual(1);
		expect(asked).toHaveLength(7);
	});
});

describe('a service that is down', () => {
	hurry();

	it('is left alone: the rest is reported as not attempted', async () => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.always(ENVELOPE, { kind: 'status', status: 503 });
		const { items } = await ground.engine.run(envelopeParameters('get', ID), {
			items: Array.from({ length: 1000 }, () => ({ json: {} })),
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(1000);
		expect(items[999]?.json.error).toContain('Not attempted');
		expect(ground.sandbox.log.count(ENVELOPE)).toBeLessThan(100);
	});
});

describe('cancelling an envelope', () => {
	hurry();

	it.each([500, 502, 503, 504])(
		'is found done when its answer was lost behind a %i',
		async (status) => {
			const { ID } = ground.sandbox.control.envelope({ status: 'sent' });
			ground.sandbox.faults.next(CANCEL, { kind: 'status', status, applied: true });
			const { items } = await ground.engine.run(envelopeParameters('cancel', ID));
			expect(items[0]?.json).toMatchObject({ ID, status: 'cancelled', reconciled: true });
			expect(ground.sandbox.log.count(CANCEL)).toBe(1);
		},
	);

	it('is found done after a reset', async () => {
		const { ID } = ground.sandbox.control.envelope({ status: 'sent' });
		ground.sandbox.faults.next(CANCEL, { kind: 'reset', applied: true });
		const { items } = await ground.engine.run(envelopeParameters('cancel', ID));
		expect(items[0]?.json).toMatchObject({ ID, status: 'cancelled', reconciled: true });
		expect(ground.sandbox.log.count(CANCEL)).toBe(1);
	});

	it('is made again once when it had no effect', async () => {
		const { ID } = ground.sandbox.control.envelope({ status: 'sent' });
		ground.sandbox.faults.next(CANCEL, { kind: 'reset' });
		const { items } = await ground.engine.run(envelopeParameters('cancel', ID));
		expect(items[0]?.json).toMatchObject({ status: 'cancelled' });
		expect(items[0]?.json).not.toHaveProperty('reconciled');
		expect(ground.sandbox.log.count(CANCEL)).toBe(2);
	});

	it('says that its outcome is unknown when nothing can be read either', async () => {
		const { ID } = ground.sandbox.control.envelope({ status: 'sent' });
		ground.sandbox.faults.always(CANCEL, { kind: 'reset', applied: true });
		ground.sandbox.faults.always(ENVELOPE, { kind: 'status', status: 403 });
		const { error } = await ground.engine.run(envelopeParameters('cancel', ID));
		expect(error?.description).toContain('not known whether the service carried out this step');
		expect(ground.sandbox.log.count(CANCEL)).toBe(1);
	});
});

describe('deleting an envelope', () => {
	hurry();

	it('is found done when its answer was lost', async () => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.next(DELETE, { kind: 'reset', applied: true });
		const { items } = await ground.engine.run(envelopeParameters('delete', ID));
		expect(items[0]?.json).toEqual({ deleted: true, envelopeID: ID, reconciled: true });
		expect(ground.sandbox.log.count(DELETE)).toBe(1);
	});

	it('is an error when the envelope was never there', async () => {
		const { error } = await ground.engine.run(
			envelopeParameters('delete', '00000000-0000-4000-8000-000000000001'),
		);
		expect(error).toMatchObject({ httpCode: '404' });
	});
});

describe('adding participants', () => {
	hurry();

	const adding = (ID: string) => ({
		resource: 'participant',
		operation: 'create',
		envelopeId: byId(ID),
		email: '={{ $json.email }}',
		role: 'signer',
		authentication: 'none',
	});
	const items = ['a@example.com', 'B@Example.com'].map((email) => ({ json: { email } }));

	it.each([
		['a reset', { kind: 'reset', applied: true }],
		['a 502', { kind: 'status', status: 502, applied: true }],
		['an answer that is cut', { kind: 'body', body: '{"items": [', applied: true }],
	] as const)('finds them again when the answer was lost in %s', async (_, fault) => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		ground.sandbox.faults.next(CREATE, fault);
		const outcome = await ground.engine.run(adding(ID), { items });
		const there = ground.sandbox.control.get(ID)?.participants ?? [];
		expect(there).toHaveLength(2);
		expect(outcome.items.map(({ json }) => json.ID)).toEqual(there.map((one) => one.ID));
		expect(outcome.items.map(({ json }) => json.reconciled)).toEqual([true, true]);
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it('never sends them again because they are not there: they may still come', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		ground.sandbox.faults.next(CREATE, { kind: 'reset' });
		const { error } = await ground.engine.run(adding(ID), { items });
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toContain(ID);
		expect(ground.sandbox.control.get(ID)?.participants).toEqual([]);
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it('sends them again after a 429, which has no effect', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		ground.sandbox.faults.next(CREATE, { kind: 'rateLimit' });
		const outcome = await ground.engine.run(adding(ID), { items });
		expect(outcome.items).toHaveLength(2);
		expect(outcome.items[0]?.json).not.toHaveProperty('reconciled');
		expect(ground.sandbox.log.count(CREATE)).toBe(2);
		// Only who was there before is read: nothing was lost.
		expect(ground.sandbox.log.count(LIST)).toBe(1);
	});

	it('is not disturbed by who was there before', async () => {
		const { ID } = ground.sandbox.control.envelope({
			participants: [{ email: 'a@example.com', role: 'signer' }],
		});
		ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const outcome = await ground.engine.run(adding(ID), { items });
		const [, ...added] = ground.sandbox.control.get(ID).participants;
		expect(added).toHaveLength(2);
		expect(outcome.items.map(({ json }) => json.ID)).toEqual(added.map((one) => one.ID));
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it('does not guess when more of them have come than were sent', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		let go = () => {};
		const meanwhile = new Promise<void>((resolve) => (go = resolve));
		ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		ground.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 });
		ground.sandbox.faults.next(LIST, { kind: 'hold', until: meanwhile });
		const { result } = ground.engine.start(adding(ID), { items });
		await until(() => ground.sandbox.log.count(LIST) === 2, result);
		// Somebody else adds one of them, too.
		const { participants } = ground.sandbox.control.get(ID);
		participants.push({ ...participants[0]!, ID: '00000000-0000-4000-8000-00000000000f' });
		go();
		const { error, items: made } = await result;
		expect(made).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});
});

import { envelopeParameters, prepareHarness } from '../support/harness';
import { skipPauses } from './skipPauses';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const harness = prepareHarness();
const READ = 'GET /sign/envelopes/{envelopeID}';
const PATCH = 'PATCH /sign/envelopes/{envelopeID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const REMIND = 'POST /sign/envelopes/{envelopeID}:send-reminders';

skipPauses();

describe('updating an envelope', () => {
	const parameters = (ID: string) =>
		envelopeParameters('update', ID, { updateFields: { name: 'New', subject: 'a', body: 'b' } });

	it.each(LOST)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID } = harness.sandbox.control.envelope({ name: 'Old' });
		harness.sandbox.faults.next(PATCH, fault);
		const { items } = await harness.engine.run(parameters(ID));
		expect(items[0]?.json).toMatchObject({
			ID,
			name: 'New',
			mode: 'parallel',
			reconciled: true,
		});
		expect(harness.sandbox.log.count(PATCH)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once when it had no effect (%s)', async (_, fault) => {
		const { ID } = harness.sandbox.control.envelope({ name: 'Old' });
		harness.sandbox.faults.next(PATCH, fault);
		const { items } = await harness.engine.run(parameters(ID));
		expect(items[0]?.json).toMatchObject({
			name: 'New',
			notification: { subject: 'a', body: 'b' },
		});
		expect(harness.sandbox.log.count(PATCH)).toBe(2);
	});

	it('ends with an error when it has no effect twice', async () => {
		const { ID } = harness.sandbox.control.envelope({ name: 'Old' });
		harness.sandbox.faults.always(PATCH, { kind: 'status', status: 503 });
		const { error } = await harness.engine.run(parameters(ID));
		expect(error?.description).toContain(UNCERTAIN);
		expect(harness.sandbox.log.count(PATCH)).toBe(2);
	});
});

describe('an update that is answered but not made', () => {
	it.each([{ name: 'New' }, { mode: 'sequential' }, { subject: 'a', body: 'b' }])(
		'has an unknown outcome (%j)',
		async (updateFields) => {
			const { ID } = harness.sandbox.control.envelope({ name: 'Old', mode: 'parallel' });
			const body = JSON.stringify({ ID, status: 'drafted' });
			harness.sandbox.faults.always(PATCH, { kind: 'body', body });
			const { error } = await harness.engine.run(
				envelopeParameters('update', ID, { updateFields }),
			);
			expect(error?.description).toContain(UNCERTAIN);
			expect(error?.description).toContain(`Check the envelope ${ID}`);
			expect(harness.sandbox.log.count(PATCH)).toBe(1);
		},
	);
});

describe('sending an envelope', () => {
	const parameters = (ID: string) => envelopeParameters('send', ID);
	const sendings = (ID: string) =>
		harness.sandbox.control.auditTrail(ID).filter(({ what }) => what === 'Sent for signing');

	it.each(LOST)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(SEND, fault);
		const { items } = await harness.engine.run(parameters(ID));
		expect(items[0]?.json).toMatchObject({
			ID,
			status: 'sent',
			mode: 'parallel',
			reconciled: true,
		});
		expect(harness.sandbox.log.count(SEND)).toBe(1);
		expect(sendings(ID)).toHaveLength(1);
	});

	it.each(IN_VAIN)('is made again once when it had no effect (%s)', async (_, fault) => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(SEND, fault);
		const { items } = await harness.engine.run(parameters(ID));
		expect(items[0]?.json).toMatchObject({ status: 'sent' });
		expect(items[0]?.json).not.toHaveProperty('reconciled');
		expect(harness.sandbox.log.count(SEND)).toBe(2);
		expect(sendings(ID)).toHaveLength(1);
	});

	it.each(['sealed', 'rejected', 'cancelled'] as const)(
		'is not taken for done when the envelope has long been %s',
		async (status) => {
			const { ID } = harness.sandbox.control.envelope({ status });
			harness.sandbox.faults.next(SEND, { kind: 'reset' });
			const { items, error } = await harness.engine.run(parameters(ID));
			expect(items).toEqual([]);
			expect(error?.description).toContain(UNCERTAIN);
		},
	);

	it('says that its outcome is unknown when the envelope cannot be read either', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(SEND, { kind: 'reset', applied: true });
		harness.sandbox.faults.always(READ, { kind: 'status', status: 403 });
		const { error } = await harness.engine.run(parameters(ID));
		expect(error?.description).toContain(UNCERTAIN);
		expect(harness.sandbox.log.count(SEND)).toBe(1);
	});

	it('tells that the envelope was sent, should only the reading after it fail', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(READ, { kind: 'status', status: 503 });
		const { items, error } = await harness.engine.run(parameters(ID));
		expect(harness.sandbox.control.get(ID).status).toBe('sent');
		expect(JSON.stringify([items, error?.message, error?.description])).toMatch(/\bsent\b/);
	});
});

describe('reminding', () => {
	it.each([...LOST.filter(([, { kind }]) => kind !== 'body'), ...IN_VAIN])(
		'is never repeated (%s)',
		async (_, fault) => {
			const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
			harness.sandbox.faults.always(REMIND, fault);
			const { items, error } = await harness.engine.run(envelopeParameters('remind', ID));
			expect(items).toEqual([]);
			expect(error?.description).toContain(UNCERTAIN);
			expect(harness.sandbox.log.count(REMIND)).toBe(1);
		},
	);

	it('is tried again after a 429, which has no effect', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		harness.sandbox.faults.next(REMIND, { kind: 'rateLimit' });
		const { items } = await harness.engine.run(envelopeParameters('remind', ID));
		expect(items[0]?.json).toMatchObject({ reminded: true });
		expect(harness.sandbox.log.count(REMIND)).toBe(2);
	});
});

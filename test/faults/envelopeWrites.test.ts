import { envelopeParameters, prepareGround } from '../support/ground';
import { hurry } from './hurry';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const ground = prepareGround();
const READ = 'GET /sign/envelopes/{envelopeID}';
const PATCH = 'PATCH /sign/envelopes/{envelopeID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const REMIND = 'POST /sign/envelopes/{envelopeID}:send-reminders';

hurry();

describe('updating an envelope', () => {
	const parameters = (ID: string) =>
		envelopeParameters('update', ID, { updateFields: { name: 'New', subject: 'a', body: 'b' } });

	it.each(LOST)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID } = ground.sandbox.control.envelope({ name: 'Old' });
		ground.sandbox.faults.next(PATCH, fault);
		const { items } = await ground.engine.run(parameters(ID));
		expect(items[0]?.json).toMatchObject({
			ID,
			name: 'New',
			mode: 'parallel',
			reconciled: true,
		});
		expect(ground.sandbox.log.count(PATCH)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once when it had no effect (%s)', async (_, fault) => {
		const { ID } = ground.sandbox.control.envelope({ name: 'Old' });
		ground.sandbox.faults.next(PATCH, fault);
		const { items } = await ground.engine.run(parameters(ID));
		expect(items[0]?.json).toMatchObject({
			name: 'New',
			notification: { subject: 'a', body: 'b' },
		});
		expect(ground.sandbox.log.count(PATCH)).toBe(2);
	});

	it('ends with an error when it has no effect twice', async () => {
		const { ID } = ground.sandbox.control.envelope({ name: 'Old' });
		ground.sandbox.faults.always(PATCH, { kind: 'status', status: 503 });
		const { error } = await ground.engine.run(parameters(ID));
		expect(error?.description).toContain(UNCERTAIN);
		expect(ground.sandbox.log.count(PATCH)).toBe(2);
	});
});

describe('an update that is answered but not made', () => {
	it.each([{ name: 'New' }, { mode: 'sequential' }, { subject: 'a', body: 'b' }])(
		'has an unknown outcome (%j)',
		async (updateFields) => {
			const { ID } = ground.sandbox.control.envelope({ name: 'Old', mode: 'parallel' });
			const body = JSON.stringify({ ID, status: 'drafted' });
			ground.sandbox.faults.always(PATCH, { kind: 'body', body });
			const { error } = await ground.engine.run(envelopeParameters('update', ID, { updateFields }));
			expect(error?.description).toContain(UNCERTAIN);
			expect(error?.description).toContain(`Check the envelope ${ID}`);
			expect(ground.sandbox.log.count(PATCH)).toBe(1);
		},
	);
});

describe('sending an envelope', () => {
	const parameters = (ID: string) => envelopeParameters('send', ID);
	const sendings = (ID: string) =>
		ground.sandbox.control.auditTrail(ID).filter(({ what }) => what === 'Sent for signing');

	it.each(LOST)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.next(SEND, fault);
		const { items } = await ground.engine.run(parameters(ID));
		expect(items[0]?.json).toMatchObject({
			ID,
			status: 'sent',
			mode: 'parallel',
			reconciled: true,
		});
		expect(ground.sandbox.log.count(SEND)).toBe(1);
		expect(sendings(ID)).toHaveLength(1);
	});

	it.each(IN_VAIN)('is made again once when it had no effect (%s)', async (_, fault) => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.next(SEND, fault);
		const { items } = await ground.engine.run(parameters(ID));
		expect(items[0]?.json).toMatchObject({ status: 'sent' });
		expect(items[0]?.json).not.toHaveProperty('reconciled');
		expect(ground.sandbox.log.count(SEND)).toBe(2);
		expect(sendings(ID)).toHaveLength(1);
	});

	it.each(['sealed', 'rejected', 'cancelled'] as const)(
		'is not taken for done when the envelope has long been %s',
		async (status) => {
			const { ID } = ground.sandbox.control.envelope({ status });
			ground.sandbox.faults.next(SEND, { kind: 'reset' });
			const { items, error } = await ground.engine.run(parameters(ID));
			expect(items).toEqual([]);
			expect(error?.description).toContain(UNCERTAIN);
		},
	);

	it('says that its outcome is unknown when the envelope cannot be read either', async () => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.next(SEND, { kind: 'reset', applied: true });
		ground.sandbox.faults.always(READ, { kind: 'status', status: 403 });
		const { error } = await ground.engine.run(parameters(ID));
		expect(error?.description).toContain(UNCERTAIN);
		expect(ground.sandbox.log.count(SEND)).toBe(1);
	});

	it('tells that the envelope was sent, should only the reading after it fail', async () => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.always(READ, { kind: 'status', status: 503 });
		const { items, error } = await ground.engine.run(parameters(ID));
		expect(ground.sandbox.control.get(ID).status).toBe('sent');
		expect(JSON.stringify([items, error?.message, error?.description])).toMatch(/\bsent\b/);
	});
});

describe('reminding', () => {
	it.each([...LOST.filter(([, { kind }]) => kind !== 'body'), ...IN_VAIN])(
		'is never repeated (%s)',
		async (_, fault) => {
			const { ID } = ground.sandbox.control.envelope({ status: 'sent' });
			ground.sandbox.faults.always(REMIND, fault);
			const { items, error } = await ground.engine.run(envelopeParameters('remind', ID));
			expect(items).toEqual([]);
			expect(error?.description).toContain(UNCERTAIN);
			expect(ground.sandbox.log.count(REMIND)).toBe(1);
		},
	);

	it('is tried again after a 429, which has no effect', async () => {
		const { ID } = ground.sandbox.control.envelope({ status: 'sent' });
		ground.sandbox.faults.next(REMIND, { kind: 'rateLimit' });
		const { items } = await ground.engine.run(envelopeParameters('remind', ID));
		expect(items[0]?.json).toMatchObject({ reminded: true });
		expect(ground.sandbox.log.count(REMIND)).toBe(2);
	});
});

import { assertNoCanary } from '../support/canaries';
import { byId, prepareHarness } from '../support/harness';
import { pairs, UNKNOWN_ID } from '../support/samples';
import { until } from '../support/until';
import { skipPauses } from './skipPauses';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const harness = prepareHarness();
skipPauses();

const PEOPLE = '/sign/envelopes/{envelopeID}/participants';
const CREATE = `POST ${PEOPLE}` as const;
const LIST = `GET ${PEOPLE}` as const;
const PATCH = `PATCH ${PEOPLE}/{participantID}` as const;

const draft = () => harness.sandbox.control.envelope({ participants: [] });
const there = (ID: string) => harness.sandbox.control.get(ID).participants;

const creating = (envelope: string, emails: string[], skipExisting = false) => ({
	resource: 'participant',
	operation: 'createMany',
	envelopeId: byId(envelope),
	inputMode: 'json',
	participantsJson: JSON.stringify(emails.map((email) => ({ email, role: 'signer' }))),
	options: { skipExisting },
});

/** Runs; something happens after the request was made, before it is read back. */
async function meanwhile(
	parameters: ReturnType<typeof creating>,
	happen: () => void,
	options: Parameters<typeof harness.engine.start>[1] = {},
) {
	let go = () => {};
	const happened = new Promise<void>((resolve) => (go = resolve));
	harness.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 });
	harness.sandbox.faults.next(LIST, { kind: 'hold', until: happened });
	const { result } = harness.engine.start(parameters, options);
	await until(() => harness.sandbox.log.count(LIST) === 2, result);
	happen();
	go();
	return await result;
}

describe('adding participants whose answer was lost', () => {
	const emails = ['a@example.com', 'B@Example.com', 'c@example.com'];

	it.each(LOST)('is found done when the answer was lost in %s', async (__, fault) => {
		const { ID } = draft();
		harness.sandbox.faults.next(CREATE, fault);
		const { items } = await harness.engine.run(creating(ID, emails));
		expect(there(ID).map(({ email }) => email)).toEqual(emails);
		expect(items.map(({ json }) => json.ID)).toEqual(there(ID).map((one) => one.ID));
		expect(items.every(({ json }) => json.reconciled === true)).toBe(true);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it.each(IN_VAIN)('is never made again after %s, and the user is told', async (__, fault) => {
		const { ID } = draft();
		harness.sandbox.faults.next(CREATE, fault);
		const { items, error } = await harness.engine.run(creating(ID, emails));
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toContain(ID);
		expect(there(ID)).toEqual([]);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it('has an unknown outcome when the list cannot be read', async () => {
		const { ID } = draft();
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		harness.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { error } = await harness.engine.run(creating(ID, emails));
		expect(error?.description).toContain(UNCERTAIN);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});
});

describe('adding participants', () => {
	const emails = ['a@example.com', 'b@example.com'];

	it('has an unknown outcome when only a part of them has come', async () => {
		const { ID } = draft();
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const { error } = await meanwhile(creating(ID, emails), () => there(ID).splice(0, 1));
		expect(error?.description).toContain(UNCERTAIN);
		expect(there(ID)).toHaveLength(1);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it('has an unknown outcome when somebody else has added one of them meanwhile', async () => {
		const { ID } = draft();
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const { items, error } = await meanwhile(creating(ID, emails), () =>
			there(ID).push({ ...there(ID)[1]!, ID: UNKNOWN_ID }),
		);
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it.each([
		['done', true, undefined],
		['not done', false, UNCERTAIN],
	] as const)('is not confused by who was there before when it is %s', async (_, applied, told) => {
		const { ID } = harness.sandbox.control.envelope({
			participants: emails.map((email) => ({ email, role: 'signer' as const })),
		});
		const before = there(ID).map((one) => one.ID);
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied });
		const { items, error } = await harness.engine.run(creating(ID, emails));
		const added = there(ID).filter((one) => !before.includes(one.ID));
		expect(added).toHaveLength(applied ? 2 : 0);
		expect(items.map(({ json }) => json.ID)).toEqual(added.map((one) => one.ID));
		expect(error?.description ?? '').toContain(told ?? '');
		expect(error === undefined).toBe(applied);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it('has an unknown outcome for every item of the request when the run goes on', async () => {
		const { ID } = draft();
		harness.sandbox.faults.always(CREATE, { kind: 'status', status: 503 });
		harness.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { items } = await harness.engine.run(creating(ID, emails), {
			items: [{ json: {} }, { json: {} }],
			onError: 'continueRegularOutput',
		});
		expect(pairs(items)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const { json } of items) {
			expect(json).toMatchObject({
				details: { description: expect.stringContaining(UNCERTAIN) },
			});
		}
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it.each([
		['without a code', undefined],
		['with another code', { type: 'AccessCode', accessCode: 'old-code' }],
		['with a phone', { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' }],
	] as const)('does not take somebody for added who was there before %s', async (_, old) => {
		const { ID } = harness.sandbox.control.envelope({
			participants: [{ email: 'a@example.com', ...(old && { authentication: old }) }],
		});
		harness.sandbox.faults.next(CREATE, { kind: 'reset' });
		const { error, items } = await harness.engine.run({
			resource: 'participant',
			operation: 'create',
			envelopeId: byId(ID),
			email: 'a@example.com',
			role: 'signer',
			authentication: 'accessCode',
			accessCode: 'new-code',
		});
		const [before, ...others] = there(ID);
		expect(before?.authentication).toEqual(old);
		expect(others).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it('skips who is there, and finds the others when their answer was lost', async () => {
		const { ID } = harness.sandbox.control.envelope({ participants: [{ email: 'b@example.com' }] });
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const { items } = await harness.engine.run(creating(ID, emails, true));
		const [b, a] = there(ID);
		expect(items.map(({ json }) => [json.ID, json.reconciled])).toEqual([
			[a?.ID, true],
			[b?.ID, undefined],
		]);
		expect(there(ID)).toHaveLength(2);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});
});

describe('updating a participant', () => {
	const updating = (envelope: string, participant: unknown) => ({
		resource: 'participant',
		operation: 'update',
		envelopeId: byId(envelope),
		participantId: byId(participant),
		authentication: 'accessCode',
		accessCode: '={{ "canary-" + "code" }}',
	});
	const changes = (ID: string) =>
		harness.sandbox.control.auditTrail(ID).filter(({ what }) => what.startsWith('Authentication'));

	it.each(LOST)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID, participants } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(PATCH, fault);
		const { items } = await harness.engine.run(updating(ID, participants[0]?.ID));
		expect(items[0]?.json).toMatchObject({
			ID: participants[0]?.ID,
			authentication: { type: 'AccessCode' },
			reconciled: true,
		});
		expect(changes(ID)).toHaveLength(1);
		expect(harness.sandbox.log.count(PATCH)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once after %s: twice is like once', async (_, fault) => {
		const { ID, participants } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(PATCH, fault);
		const outcome = await harness.engine.run(updating(ID, participants[0]?.ID));
		expect(outcome.items[0]?.json).toMatchObject({ authentication: { type: 'AccessCode' } });
		expect(outcome.items[0]?.json).not.toHaveProperty('reconciled');
		assertNoCanary(outcome, ['canary-code']);
		expect(changes(ID)).toHaveLength(1);
		expect(harness.sandbox.log.count(PATCH)).toBe(2);
	});

	it.each([
		['no answer ever comes', undefined, 2],
		['the list cannot be read', LIST, 1],
	] as const)('has an unknown outcome when %s', async (_, unreadable, requests) => {
		const { ID, participants } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(PATCH, { kind: 'status', status: 502 });
		if (unreadable) harness.sandbox.faults.always(unreadable, { kind: 'status', status: 403 });
		const outcome = await harness.engine.run(updating(ID, participants[0]?.ID));
		expect(outcome.error?.description).toContain(UNCERTAIN);
		assertNoCanary(outcome, ['canary-code']);
		expect(changes(ID)).toEqual([]);
		expect(harness.sandbox.log.count(PATCH)).toBe(requests);
	});

	it('is made again when the service hides the code, so that nothing can be seen', async () => {
		const { ID, participants } = harness.sandbox.control.envelope();
		const [{ ID: person = '', email = '', role = '' } = {}] = participants;
		harness.sandbox.faults.next(PATCH, { kind: 'reset', applied: true });
		harness.sandbox.faults.always(LIST, {
			kind: 'body',
			body: JSON.stringify({
				items: [{ ID: person, email, role, authentication: { type: 'AccessCode' } }],
				total: 1,
			}),
		});
		const { items } = await harness.engine.run(updating(ID, person));
		expect(items[0]?.json).toMatchObject({ ID: person });
		expect(items[0]?.json).not.toHaveProperty('reconciled');
		expect(harness.sandbox.log.count(PATCH)).toBe(2);
	});
});

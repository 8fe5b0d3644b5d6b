import { byId, prepareHarness } from '../support/harness';
import { UNKNOWN_ID } from '../support/samples';
import { until } from '../support/until';
import { skipPauses } from '../support/skipPauses';
import { UNCERTAIN } from './uncertain';

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
async function meanwhile(parameters: ReturnType<typeof creating>, happen: () => void) {
	let go = () => {};
	const happened = new Promise<void>((resolve) => (go = resolve));
	harness.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 });
	harness.sandbox.faults.next(LIST, { kind: 'hold', until: happened });
	const { result } = harness.engine.start(parameters);
	await until(() => harness.sandbox.log.count(LIST) === 2, result);
	happen();
	go();
	return await result;
}

describe('adding participants', () => {
	const emails = ['a@example.com', 'b@example.com'];

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

	it('does not take somebody for added who was there before with another code', async () => {
		const old = { type: 'AccessCode', accessCode: 'old-code' } as const;
		const { ID } = harness.sandbox.control.envelope({
			participants: [{ email: 'a@example.com', authentication: old }],
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
		expect(there(ID).map(({ authentication }) => authentication)).toEqual([old]);
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

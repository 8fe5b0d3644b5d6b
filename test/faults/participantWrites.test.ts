import { assertNoCanary } from '../support/canaries';
import { byId, prepareGround } from '../support/ground';
import { pairs } from '../support/samples';
import { hurry } from './hurry';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const ground = prepareGround();
hurry();

const PEOPLE = '/sign/envelopes/{envelopeID}/participants';
const CREATE = `POST ${PEOPLE}` as const;
const LIST = `GET ${PEOPLE}` as const;
const PATCH = `PATCH ${PEOPLE}/{participantID}` as const;

const draft = () => ground.sandbox.control.envelope({ participants: [] });
const there = (ID: string) => ground.sandbox.control.get(ID).participants;

const creating = (envelope: string, emails: string[], skipExisting = false) => ({
	resource: 'participant',
	operation: 'createMany',
	envelopeId: byId(envelope),
	inputMode: 'json',
	participantsJson: JSON.stringify(emails.map((email) => ({ email, role: 'signer' }))),
	options: { skipExisting },
});

describe.each([
	['one participant', ['a@example.com']],
	['several participants', ['a@example.com', 'B@Example.com', 'c@example.com']],
])('adding %s', (_, emails) => {
	it.each(LOST)('is found done when the answer was lost in %s', async (__, fault) => {
		const { ID } = draft();
		ground.sandbox.faults.next(CREATE, fault);
		const { items } = await ground.engine.run(creating(ID, emails));
		expect(there(ID).map(({ email }) => email)).toEqual(emails);
		expect(items.map(({ json }) => json.ID)).toEqual(there(ID).map((one) => one.ID));
		expect(items.every(({ json }) => json.reconciled === true)).toBe(true);
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once after %s', async (__, fault) => {
		const { ID } = draft();
		ground.sandbox.faults.next(CREATE, fault);
		const { items } = await ground.engine.run(creating(ID, emails));
		expect(items).toHaveLength(emails.length);
		expect(there(ID).map(({ email }) => email)).toEqual(emails);
		expect(ground.sandbox.log.count(CREATE)).toBe(2);
	});

	it('waits for a service that shows them late, and does not add them twice', async () => {
		const { ID } = draft();
		ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const none = JSON.stringify({ items: [], total: 0 });
		ground.sandbox.faults.next(LIST, { kind: 'body', body: none }, 3);
		const { items } = await ground.engine.run(creating(ID, emails));
		expect(items.map(({ json }) => json.ID)).toEqual(there(ID).map((one) => one.ID));
		expect(there(ID)).toHaveLength(emails.length);
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it('has an unknown outcome when nobody can be read', async () => {
		const { ID } = draft();
		ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		ground.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { error } = await ground.engine.run(creating(ID, emails));
		expect(error?.description).toContain(UNCERTAIN);
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});
});

describe('adding participants', () => {
	const emails = ['a@example.com', 'b@example.com'];

	it('has an unknown outcome when only a part of them is there', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [{ email: 'b@example.com' }] });
		ground.sandbox.faults.next(CREATE, { kind: 'reset' });
		const { error } = await ground.engine.run(creating(ID, emails));
		expect(error?.description).toContain(UNCERTAIN);
		expect(there(ID)).toHaveLength(1);
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it('has an unknown outcome for every item of the request when the run goes on', async () => {
		const { ID } = draft();
		ground.sandbox.faults.always(CREATE, { kind: 'status', status: 503 });
		ground.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { items } = await ground.engine.run(creating(ID, emails), {
			items: [{ json: {} }, { json: {} }],
			onError: 'continueRegularOutput',
		});
		expect(pairs(items)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const { json } of items) {
			expect(json).toMatchObject({
				details: { description: expect.stringContaining(UNCERTAIN) },
			});
		}
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it.each([
		['without a code', undefined],
		['with another code', { type: 'AccessCode', accessCode: 'old-code' }],
		['with a phone', { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' }],
	] as const)('does not take somebody for added who was there before %s', async (_, old) => {
		const { ID } = ground.sandbox.control.envelope({
			participants: [{ email: 'a@example.com', ...(old && { authentication: old }) }],
		});
		ground.sandbox.faults.next(CREATE, { kind: 'reset' });
		const { error, items } = await ground.engine.run({
			resource: 'participant',
			operation: 'create',
			envelopeId: byId(ID),
			email: 'a@example.com',
			role: 'signer',
			authentication: 'accessCode',
			accessCode: 'new-code',
		});
		const [before] = there(ID);
		expect(before?.authentication).toEqual(old);
		// Either the truth is told, or somebody with the new code has been added.
		const honest = error?.description?.includes(UNCERTAIN) || items[0]?.json.ID !== before?.ID;
		expect(honest).toBe(true);
	});

	it('skips who is there, and finds the others when their answer was lost', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [{ email: 'b@example.com' }] });
		ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const { items } = await ground.engine.run(creating(ID, emails, true));
		const [b, a] = there(ID);
		expect(items.map(({ json }) => json.ID)).toEqual([a?.ID, b?.ID]);
		expect(there(ID)).toHaveLength(2);
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
		ground.sandbox.control.auditTrail(ID).filter(({ what }) => what.startsWith('Authentication'));

	it.each(LOST)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID, participants } = ground.sandbox.control.envelope();
		ground.sandbox.faults.next(PATCH, fault);
		const { items } = await ground.engine.run(updating(ID, participants[0]?.ID));
		expect(items[0]?.json).toMatchObject({
			ID: participants[0]?.ID,
			authentication: { type: 'AccessCode' },
		});
		expect(changes(ID)).toHaveLength(1);
		expect(ground.sandbox.log.count(PATCH)).toBe(1);
	});

	it.each(IN_VAIN)(
		'is not repeated on a guess after %s, and the user is told',
		async (_, fault) => {
			const { ID, participants } = ground.sandbox.control.envelope();
			ground.sandbox.faults.next(PATCH, fault);
			const outcome = await ground.engine.run(updating(ID, participants[0]?.ID));
			expect(outcome.error?.description).toContain(UNCERTAIN);
			assertNoCanary(outcome, ['canary-code']);
			expect(changes(ID)).toEqual([]);
			expect(ground.sandbox.log.count(PATCH)).toBe(1);
		},
	);

	it('has an unknown outcome when the service hides the code', async () => {
		const { ID, participants } = ground.sandbox.control.envelope();
		const [{ ID: person = '', email = '', role = '' } = {}] = participants;
		ground.sandbox.faults.next(PATCH, { kind: 'reset', applied: true });
		ground.sandbox.faults.always(LIST, {
			kind: 'body',
			body: JSON.stringify({
				items: [{ ID: person, email, role, authentication: { type: 'AccessCode' } }],
				total: 1,
			}),
		});
		const { error } = await ground.engine.run(updating(ID, person));
		expect(error?.description).toContain(UNCERTAIN);
		expect(ground.sandbox.log.count(PATCH)).toBe(1);
	});
});

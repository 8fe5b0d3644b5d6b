import { byId, prepareGround } from '../support/ground';
import { until } from '../support/until';
import { hurry } from './hurry';
import { UNCERTAIN } from './lostAnswers';

const ground = prepareGround();
hurry();

const PEOPLE = '/sign/envelopes/{envelopeID}/participants';
const CREATE = `POST ${PEOPLE}` as const;
const LIST = `GET ${PEOPLE}` as const;

const emails = Array.from({ length: 9 }, (_, n) => `p${n}@example.com`);
const items = emails.map((email) => ({ json: { email } }));

const creating = (envelope: string) => ({
	resource: 'participant',
	operation: 'create',
	envelopeId: byId(envelope),
	email: '={{ $json.email }}',
	role: 'signer',
	authentication: 'none',
});

const creatingMany = (envelope: string) => ({
	resource: 'participant',
	operation: 'createMany',
	envelopeId: byId(envelope),
	inputMode: 'json',
	participantsJson: JSON.stringify(emails.map((email) => ({ email, role: 'signer' }))),
});

const there = (ID: string) => ground.sandbox.control.get(ID).participants.map(({ email }) => email);

/** The service carries out the first so many entries of the next bulk request, and refuses it all the same. */
async function runHalved(
	ID: string,
	status: number,
	kept: number,
	...[parameters, options]: Parameters<typeof ground.engine.start>
) {
	let halve = () => {};
	const halved = new Promise<void>((resolve) => (halve = resolve));
	ground.sandbox.faults.next(CREATE, { kind: 'status', status, applied: true });
	ground.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 });
	ground.sandbox.faults.next(LIST, { kind: 'hold', until: halved });
	const { result } = ground.engine.start(parameters, options);
	await until(() => ground.sandbox.log.count(LIST) === 2, result);
	ground.sandbox.control.get(ID).participants.splice(kept);
	halve();
	return await result;
}

describe('a bulk request that is refused after it was carried out in part', () => {
	it.each([
		[400, 0],
		[400, 7],
		[422, 7],
		[422, 9],
	])('adds nobody twice when the run goes on (%s after %s)', async (status, kept) => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		const outcome = await runHalved(ID, status, kept, creating(ID), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(there(ID)).toEqual(emails);
		expect(outcome.items.map(({ json }) => json.email)).toEqual(emails);
		expect(outcome.items.map(({ json }) => json.ID)).toEqual(
			ground.sandbox.control.get(ID).participants.map((one) => one.ID),
		);
		expect(ground.sandbox.log.count(CREATE)).toBe(1 + emails.length - kept);
		const found = outcome.items.filter(({ json }) => json.reconciled === true);
		expect(found.map(({ json }) => json.email)).toEqual(emails.slice(0, kept));
	});

	it('says what was done before a quota was reached (403)', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		const onError = 'continueRegularOutput';
		const outcome = await runHalved(ID, 403, 2, creating(ID), { items, onError });
		expect(outcome.items.map(({ json }) => json.reconciled ?? false)).toEqual(
			emails.map((_, at) => at < 2),
		);
		expect(there(ID)).toEqual(emails.slice(0, 2));
	});

	it('says who was added when the failure ends the run', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		const { error } = await runHalved(ID, 422, 2, creating(ID), { items });
		expect(error?.description).toContain('carried out 2 of 9 entries: p0@example.com (');
		expect(error?.description).not.toContain('No participant was added');
		expect(there(ID)).toHaveLength(2);
	});

	it('adds nobody twice when n8n runs the node again', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		const outcome = await runHalved(ID, 422, 4, creatingMany(ID), {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.map(({ json }) => json.email)).toEqual(emails);
		expect(there(ID)).toEqual(emails);
	});

	it('is not taken apart when nobody can read what was done', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		ground.sandbox.faults.next(CREATE, { kind: 'status', status: 422, applied: true });
		ground.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 });
		ground.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const outcome = await ground.engine.run(creating(ID), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
		for (const { json } of outcome.items) {
			expect(json).toMatchObject({
				details: { outcome: 'unknown', description: expect.stringContaining(UNCERTAIN) },
			});
		}
	});

	it('adds nobody twice when the list lags behind', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		ground.sandbox.faults.next(CREATE, { kind: 'status', status: 400, applied: true });
		ground.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 });
		// All looks but the last.
		ground.sandbox.faults.next(LIST, { kind: 'body', body: '{"items": [], "total": 0}' }, 4);
		const outcome = await ground.engine.run(creating(ID), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(there(ID)).toEqual(emails);
		expect(outcome.items.map(({ json }) => json.email)).toEqual(emails);
	});
});

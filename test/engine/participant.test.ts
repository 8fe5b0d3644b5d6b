import type { INodeExecutionData } from 'n8n-workflow';

import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const CREATE = 'POST /sign/envelopes/{envelopeID}/participants';
const LIST = 'GET /sign/envelopes/{envelopeID}/participants';

const createParameters = (more: object = {}) => ({
	resource: 'participant',
	operation: 'create',
	envelopeId: byId('={{ $json.envelope }}'),
	email: '={{ $json.email }}',
	role: 'signer',
	authentication: 'none',
	...more,
});

const draft = () => harness.sandbox.control.envelope({ participants: [] });

const people = (envelope: string, count: number, from = 0): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({
		json: { envelope, email: `person${from + n}@example.com` },
	}));

describe('create', () => {
	it('sends 1,000 participants for five envelopes in five requests, paired and in input order', async () => {
		const envelopes = Array.from({ length: 5 }, () => draft());
		// Interleaved, so that the order of the items is not the order of the requests.
		const items = Array.from({ length: 1000 }, (_, n) => ({
			json: { envelope: envelopes[n % 5]?.ID ?? '', email: `person${n}@example.com` },
		}));
		const outcome = await harness.engine.run(createParameters(), { items });
		expect(outcome.error).toBeUndefined();
		expect(harness.sandbox.log.count(CREATE)).toBe(5);
		// Who was there before is read once per request; and one sign-in.
		expect(harness.sandbox.log.count(LIST)).toBe(5);
		expect(harness.sandbox.log.count()).toBe(11);
		expect(outcome.items.map(({ json }) => json.email)).toEqual(
			items.map(({ json }) => json.email),
		);
		expect(outcome.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		expect(new Set(outcome.items.map(({ json }) => json.ID)).size).toBe(1000);
		for (const { ID } of envelopes) {
			expect(harness.sandbox.control.get(ID)?.participants).toHaveLength(200);
		}
	});

	it('sends 200 for one envelope in one request, and refuses 201 before anything is sent', async () => {
		const { ID } = draft();
		const refused = await harness.engine.run(createParameters(), { items: people(ID, 201) });
		expect(refused.error?.message).toBe('There are more than 200 participants for one envelope');
		expect(harness.sandbox.log.count()).toBe(0);

		const accepted = await harness.engine.run(createParameters(), { items: people(ID, 200) });
		expect(accepted.items).toHaveLength(200);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it('refuses only the envelope with too many in continue mode', async () => {
		const [full, small] = [draft(), draft()];
		const { items } = await harness.engine.run(createParameters(), {
			items: [...people(full?.ID ?? '', 201), ...people(small?.ID ?? '', 1)],
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(202);
		expect(
			items
				.slice(0, 201)
				.every(({ json }) => String(json.error).startsWith('There are more than 200')),
		).toBe(true);
		expect(items[201]?.json).toMatchObject({ email: 'person0@example.com' });
	});

	it('finds each answer by what it says when the service answers in another order', async () => {
		const { ID } = draft();
		const answers = [2, 0, 1].map((n) => ({
			ID: `00000000-0000-4000-8000-00000000000${n}`,
			email: `PERSON${n}@example.com`,
			role: 'SIGNER',
		}));
		harness.sandbox.faults.next(CREATE, {
			kind: 'body',
			body: JSON.stringify({ items: answers }),
			contentType: 'application/json',
		});
		const { items } = await harness.engine.run(createParameters(), { items: people(ID, 3) });
		expect(items.map(({ json }) => json.ID)).toEqual(
			[0, 1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`),
		);
	});

	it('sends one participant as one object, so that complaints name the plain input', async () => {
		const { ID } = draft();
		await harness.engine.run(createParameters(), { items: people(ID, 1) });
		expect(harness.sandbox.log.requests.at(-1)?.body).toEqual({
			email: 'person0@example.com',
			role: 'signer',
		});
	});

	it('sends access codes and phone numbers as the contract wants them, and hides the code', async () => {
		const { ID } = draft();
		const coded = await harness.engine.run(
			createParameters({ authentication: 'accessCode', accessCode: 'canary-4711' }),
			{ items: people(ID, 1) },
		);
		const phoned = await harness.engine.run(
			createParameters({ authentication: 'sms', countryCode: '+49', phoneNumber: '170 123-4567' }),
			{ items: people(ID, 1, 1) },
		);
		expect(coded.items[0]?.json.authentication).toEqual({ type: 'AccessCode' });
		expect(phoned.items[0]?.json.authentication).toEqual({
			type: 'SMS',
			countryCode: '+49',
			phoneNumber: '1701234567',
		});
		expect(harness.sandbox.control.get(ID)?.participants[0]?.authentication).toEqual({
			type: 'AccessCode',
			accessCode: 'canary-4711',
		});
	});

	it('takes the method from an expression, per item', async () => {
		const { ID } = draft();
		const methods = [
			{ method: 'none' },
			{ method: 'accessCode', code: 'canary-4711' },
			{ method: 'sms', country: '+49', phone: 1701234567 },
		];
		const { error } = await harness.engine.run(
			createParameters({
				authentication: '={{ $json.method }}',
				accessCode: '={{ $json.code }}',
				countryCode: '={{ $json.country }}',
				phoneNumber: '={{ $json.phone }}',
			}),
			{ items: people(ID, 3).map(({ json }, n) => ({ json: { ...json, ...methods[n] } })) },
		);
		expect(error).toBeUndefined();
		const { participants } = harness.sandbox.control.get(ID);
		expect(participants.map(({ authentication }) => authentication)).toEqual([
			undefined,
			{ type: 'AccessCode', accessCode: 'canary-4711' },
			{ type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' },
		]);
	});

	it('does not ask for the inputs of methods that an expression did not choose', async () => {
		const { ID } = draft();
		const { error, items } = await harness.engine.run(
			createParameters({ authentication: '={{ "none" }}' }),
			{ items: people(ID, 1) },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	it('returns the access code when asked to', async () => {
		const { ID } = draft();
		const { items } = await harness.engine.run(
			createParameters({
				authentication: 'accessCode',
				accessCode: 'canary-4711',
				options: { includeAccessCodes: true },
			}),
			{ items: people(ID, 1) },
		);
		expect(items[0]?.json.authentication).toEqual({
			type: 'AccessCode',
			accessCode: 'canary-4711',
		});
	});

	it.each([
		[{ email: 'no-address' }, "The 'Email' is not an email address"],
		[{ email: '={{ "" }}' }, "The 'Email' is empty"],
		[{ authentication: 'accessCode', accessCode: '={{ "  " }}' }, "The 'Access Code' is empty"],
		[{ authentication: 'sms', countryCode: '49', phoneNumber: '1' }, "The 'Country Code' must be"],
		[{ authentication: 'sms', countryCode: '+49', phoneNumber: 'x' }, "The 'Phone Number' must"],
		[{ role: 'boss' }, "The 'Role' must be one of 'cc', 'signer'"],
	])('sends nothing for %j', async (wrong, message) => {
		const { ID } = draft();
		const { error } = await harness.engine.run(createParameters(wrong), { items: people(ID, 2) });
		expect(error?.message).toContain(message);
		expect(harness.sandbox.log.count()).toBe(0);
	});
});

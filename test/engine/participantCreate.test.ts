import type { INodeExecutionData } from 'n8n-workflow';

import { byId, prepareHarness } from '../support/harness';
import { skipPauses } from '../support/skipPauses';

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

const people = (envelope: string, count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({
		json: { envelope, email: `person${n}@example.com` },
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

	it('leaves it to the service how many participants items can add together', async () => {
		const { ID } = draft();
		const { items } = await harness.engine.run(createParameters(), {
			items: people(ID, 201),
			onError: 'continueRegularOutput',
		});

		expect(harness.sandbox.control.get(ID)?.participants).toHaveLength(200);
		expect(items[200]?.json).toMatchObject({
			error: 'The service did not accept the participants',
			details: { outcome: 'notDone', description: expect.stringContaining('200 participants') },
		});
	});

	it('needs no permission to list participants', async () => {
		const { ID } = draft();
		harness.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { items } = await harness.engine.run(createParameters(), { items: people(ID, 2) });

		expect(items.map(({ json }) => json.email)).toEqual([
			'person0@example.com',
			'person1@example.com',
		]);
	});

	it('sends one participant as one object, so that complaints name the plain input', async () => {
		const { ID } = draft();
		await harness.engine.run(createParameters(), { items: people(ID, 1) });
		expect(harness.sandbox.log.requests.at(-1)?.body).toEqual({
			email: 'person0@example.com',
			role: 'signer',
		});
	});
});

describe("with 'Skip Existing'", () => {
	skipPauses();
	const there = (ID: string) => harness.sandbox.control.get(ID).participants;

	describe('create', () => {
		const skipping = createParameters({ options: { skipExisting: true } });

		it('adds no one twice when the step is run again', async () => {
			const { ID } = draft();
			const first = await harness.engine.run(skipping, { items: people(ID, 3) });
			const again = await harness.engine.run(skipping, { items: people(ID, 4) });
			expect(again.items.slice(0, 3).map(({ json }) => json.ID)).toEqual(
				first.items.map(({ json }) => json.ID),
			);
			expect(there(ID)).toHaveLength(4);
		});

		it('adds somebody who is listed twice once', async () => {
			const { ID } = draft();
			const twice = [...people(ID, 1), ...people(ID, 1)];
			const { items } = await harness.engine.run(skipping, { items: twice });
			expect(items[0]?.json.ID).toBe(items[1]?.json.ID);
			expect(there(ID)).toHaveLength(1);
		});
	});

	describe('createMany', () => {
		const skipping = (envelope: string, participants: object[]) => ({
			resource: 'participant',
			operation: 'createMany',
			envelopeId: byId(envelope),
			inputMode: 'json',
			participantsJson: JSON.stringify(participants),
			options: { skipExisting: true },
		});

		it('adds only who is missing, and answers for everybody in the order of the list', async () => {
			const { ID } = draft();
			await harness.engine.run(skipping(ID, [{ email: 'Ann@Example.com', role: 'signer' }]));
			const { items } = await harness.engine.run(
				skipping(ID, [
					{ email: 'bob@example.com', role: 'cc' },
					{ email: ' ann@example.com', role: 'Signer' },
					{ email: 'ann@example.com', role: 'cc' },
				]),
			);
			expect(items.map(({ json }) => [json.email, json.role])).toEqual([
				['bob@example.com', 'cc'],
				['Ann@Example.com', 'signer'],
				['ann@example.com', 'cc'],
			]);
			expect(there(ID).map(({ email, role }) => `${email} ${role}`)).toEqual([
				'Ann@Example.com signer',
				'bob@example.com cc',
				'ann@example.com cc',
			]);
		});
	});
});

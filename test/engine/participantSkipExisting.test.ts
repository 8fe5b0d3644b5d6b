import { skipPauses } from '../faults/skipPauses';
import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();
skipPauses();
const CREATE = 'POST /sign/envelopes/{envelopeID}/participants';

const draft = () => harness.sandbox.control.envelope({ participants: [] });
const there = (ID: string) => harness.sandbox.control.get(ID).participants;

describe('create', () => {
	const skipping = {
		resource: 'participant',
		operation: 'create',
		envelopeId: byId('={{ $json.envelope }}'),
		email: '={{ $json.email }}',
		role: 'signer',
		authentication: 'none',
		options: { skipExisting: true },
	};
	const people = (envelope: string, count: number) =>
		Array.from({ length: count }, (_, n) => ({
			json: { envelope, email: `person${n}@example.com` },
		}));

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

	it('counts somebody who is listed twice once towards the 200 of an envelope', async () => {
		const { ID } = draft();
		const listed = [...people(ID, 200), ...people(ID, 200), ...people(ID, 3)];
		const { items, error } = await harness.engine.run(skipping, { items: listed });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(403);
		expect(there(ID)).toHaveLength(200);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
		const more = await harness.engine.run(skipping, { items: people(ID, 201) });
		expect(more.error?.message).toBe('There are more than 200 participants for one envelope');
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

	it('sends nothing when all are there', async () => {
		const { ID } = draft();
		const list = [
			{ email: 'a@example.com', role: 'signer' },
			{ email: 'b@example.com', role: 'signer' },
		];
		const first = await harness.engine.run(skipping(ID, list));
		harness.sandbox.log.clear();
		const again = await harness.engine.run(skipping(ID, list));
		expect(again.items).toEqual(first.items);
		expect(harness.sandbox.log.count(CREATE)).toBe(0);
		expect(there(ID)).toHaveLength(2);
	});
});

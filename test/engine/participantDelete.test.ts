import { sleep } from 'n8n-workflow';

import { skipPauses } from '../support/skipPauses';
import { byId, prepareHarness } from '../support/harness';
import { pairs, UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();
skipPauses();
const ONE = 'DELETE /sign/envelopes/{envelopeID}/participants/{participantID}';
const MANY = 'POST /sign/envelopes/{envelopeID}/participants:batch-delete';

const deleting = {
	resource: 'participant',
	operation: 'delete',
	envelopeId: byId('={{ $json.envelope }}'),
	participantId: byId('={{ $json.participant }}'),
};

const withPeople = (count: number) =>
	harness.sandbox.control.envelope({ participants: Array.from({ length: count }, () => ({})) });

const itemsFor = (envelope: string, participants: Array<{ ID: string } | string | undefined>) =>
	participants.map((one) => ({
		json: { envelope, participant: typeof one === 'object' ? one.ID : (one ?? '') },
	}));

const left = (ID: string) => harness.sandbox.control.get(ID).participants;

it('deletes 450 participants of three envelopes in three requests, paired and in order', async () => {
	const envelopes = [withPeople(150), withPeople(150), withPeople(150)];
	const all = envelopes.map(({ ID, participants }) => itemsFor(ID, participants));
	// Interleaved, so that the order of the items is not the order of the requests.
	const items = Array.from({ length: 150 }, (_, n) => all.map((list) => list[n] as never)).flat();
	const outcome = await harness.engine.run(deleting, { items });
	expect(outcome.items.map(({ json }) => json)).toEqual(
		items.map(({ json: { envelope, participant } }) => ({
			deleted: true,
			envelopeID: envelope,
			participantID: participant,
		})),
	);
	expect(pairs(outcome.items)).toEqual(items.map((_, item) => ({ item })));
	expect(harness.sandbox.log.count(MANY)).toBe(3);
	// And one sign-in.
	expect(harness.sandbox.log.count()).toBe(4);
	for (const { ID } of envelopes) expect(left(ID)).toEqual([]);
});

it('deletes a single one by its own request', async () => {
	const { ID, participants } = withPeople(2);
	const { items } = await harness.engine.run(deleting, { items: itemsFor(ID, [participants[0]]) });
	expect(items).toEqual([
		{
			json: { deleted: true, envelopeID: ID, participantID: participants[0]?.ID },
			pairedItem: { item: 0 },
		},
	]);
	expect(harness.sandbox.log.count(ONE)).toBe(1);
	expect(left(ID)).toEqual([participants[1]]);
});

it('deletes once what two items name, and answers both', async () => {
	const { ID, participants } = withPeople(3);
	const [a, b] = participants.map((one) => one.ID);
	const { items } = await harness.engine.run(deleting, {
		items: itemsFor(ID, [a, b, a?.toUpperCase(), ` ${b} `]),
	});
	expect(items.map(({ json }) => String(json.participantID).toLowerCase())).toEqual([a, b, a, b]);
	expect(harness.sandbox.log.requests.at(-1)?.body).toEqual({ items: [a, b] });
	expect(left(ID)).toHaveLength(1);
});

describe('an ID that the service does not know', () => {
	it('stops the run; no participant was deleted', async () => {
		const { ID, participants } = withPeople(3);
		const { error } = await harness.engine.run(deleting, {
			items: itemsFor(ID, [...participants, UNKNOWN_ID]),
		});
		expect(error).toMatchObject({
			httpCode: '404',
			context: { itemIndex: 3 },
			message: 'The envelope or one of the participants was not found',
			description: expect.stringMatching(
				new RegExp(`${UNKNOWN_ID} was not found[^]*No participant was deleted\\.`),
			),
		});
		expect(left(ID)).toHaveLength(3);
		expect(harness.sandbox.log.count(MANY)).toBe(1);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'fails only its own item when the run goes on (%s)',
		async (onError) => {
			const { ID, participants } = withPeople(3);
			const [a, b, c] = participants;
			const { items, errorItems } = await harness.engine.run(deleting, {
				items: itemsFor(ID, [a, UNKNOWN_ID, b, c]),
				onError,
			});
			const all = [...items, ...errorItems];
			expect(all).toHaveLength(4);
			const failed = all.filter(({ json }) => json.error !== undefined);
			expect(failed).toMatchObject([
				{
					json: { error: 'The envelope or the participant was not found' },
					pairedItem: { item: 1 },
				},
			]);
			expect(left(ID)).toEqual([]);
		},
	);

	it('is asked for once when two items name it, and both are answered', async () => {
		const { ID } = withPeople(1);
		const { result, cancel } = harness.engine.start(deleting, {
			items: itemsFor(ID, [UNKNOWN_ID, UNKNOWN_ID]),
			onError: 'continueRegularOutput',
		});
		let ended = false;
		void result.then(() => (ended = true));
		// Splitting a single entry again would never end.
		while (!ended && harness.sandbox.log.count(ONE) < 5) await sleep(1);
		cancel();
		const { items } = await result;
		expect(harness.sandbox.log.count(ONE)).toBe(1);
		expect(items).toMatchObject(
			[0, 1].map((item) => ({
				json: { error: 'The envelope or the participant was not found' },
				pairedItem: { item },
			})),
		);
	});
});

it('deletes only the participants of the good envelope when the other one was sent', async () => {
	const good = withPeople(2);
	const sent = harness.sandbox.control.envelope({ status: 'sent', participants: [{}, {}] });
	const { items } = await harness.engine.run(deleting, {
		items: [...itemsFor(sent.ID, sent.participants), ...itemsFor(good.ID, good.participants)],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.deleted ?? json.error)).toEqual([
		'The participants of this envelope can no longer be changed',
		'The participants of this envelope can no longer be changed',
		true,
		true,
	]);
	expect(left(sent.ID)).toHaveLength(2);
	expect(left(good.ID)).toEqual([]);
});

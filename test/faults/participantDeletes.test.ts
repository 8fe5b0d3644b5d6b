import { byId, prepareHarness } from '../support/harness';
import { UNKNOWN_ID } from '../support/samples';
import { until } from '../support/until';
import { skipPauses } from './skipPauses';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const harness = prepareHarness();
skipPauses();

const PEOPLE = '/sign/envelopes/{envelopeID}/participants';
const ONE = `DELETE ${PEOPLE}/{participantID}` as const;
const MANY = `POST ${PEOPLE}:batch-delete` as const;
const LIST = `GET ${PEOPLE}` as const;
/** What answers nothing cannot have half an answer. */
const LOST_WITHOUT_BODY = LOST.filter(([, { kind }]) => kind !== 'body');

const deleting = (envelope: string) => ({
	resource: 'participant',
	operation: 'delete',
	envelopeId: byId(envelope),
	participantId: byId('={{ $json.id }}'),
});

function draft() {
	const { ID, participants } = harness.sandbox.control.envelope({ participants: [{}, {}, {}, {}] });
	const IDs = participants.map((one) => one.ID);
	const items = IDs.slice(0, 3).map((id) => ({ json: { id } }));
	return { ID, IDs, items };
}
const left = (ID: string) => harness.sandbox.control.get(ID).participants.map((one) => one.ID);
const deletions = (ID: string) =>
	harness.sandbox.control.auditTrail(ID).filter(({ what }) => what.endsWith('deleted')).length;

describe('deleting one participant', () => {
	it.each(LOST_WITHOUT_BODY)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID, IDs, items } = draft();
		harness.sandbox.faults.next(ONE, fault);
		const outcome = await harness.engine.run(deleting(ID), { items: items.slice(0, 1) });
		expect(outcome.items.map(({ json }) => json)).toEqual([
			{ deleted: true, envelopeID: ID, participantID: IDs[0], reconciled: true },
		]);
		expect(left(ID)).toEqual(IDs.slice(1));
		expect(deletions(ID)).toBe(1);
		expect(harness.sandbox.log.count(ONE)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once after %s', async (_, fault) => {
		const { ID, IDs, items } = draft();
		harness.sandbox.faults.next(ONE, fault);
		const outcome = await harness.engine.run(deleting(ID), { items: items.slice(0, 1) });
		expect(outcome.items.map(({ json }) => json)).toEqual([
			{ deleted: true, envelopeID: ID, participantID: IDs[0] },
		]);
		expect(left(ID)).toEqual(IDs.slice(1));
		expect(deletions(ID)).toBe(1);
		expect(harness.sandbox.log.count(ONE)).toBe(2);
	});

	it('is an error when the first answer says that the participant does not exist', async () => {
		const { ID } = draft();
		const { error } = await harness.engine.run(deleting(ID), {
			items: [{ json: { id: UNKNOWN_ID } }],
		});
		expect(error).toMatchObject({ httpCode: '404' });
	});

	it.each([
		['the participant is never gone', { kind: 'reset' }, 2, 0],
		['the list cannot be read', { kind: 'reset', applied: true }, 1, 1],
	] as const)('has an unknown outcome when %s', async (_, fault, requests, done) => {
		const { ID, items } = draft();
		harness.sandbox.faults.always(ONE, fault);
		if (done > 0) harness.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { error } = await harness.engine.run(deleting(ID), { items: items.slice(0, 1) });
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toContain(ID);
		expect(deletions(ID)).toBe(done);
		expect(harness.sandbox.log.count(ONE)).toBe(requests);
	});
});

describe('deleting several participants', () => {
	it.each(LOST_WITHOUT_BODY)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID, IDs, items } = draft();
		harness.sandbox.faults.next(MANY, fault);
		const outcome = await harness.engine.run(deleting(ID), { items });
		expect(outcome.items.map(({ json }) => json)).toEqual(
			IDs.slice(0, 3).map((participantID) => ({
				deleted: true,
				envelopeID: ID,
				participantID,
				reconciled: true,
			})),
		);
		expect(left(ID)).toEqual(IDs.slice(3));
		expect(harness.sandbox.log.count(MANY)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once after %s', async (_, fault) => {
		const { ID, IDs, items } = draft();
		harness.sandbox.faults.next(MANY, fault);
		const outcome = await harness.engine.run(deleting(ID), { items });
		expect(outcome.error).toBeUndefined();
		expect(outcome.items).toHaveLength(3);
		expect(left(ID)).toEqual(IDs.slice(3));
		expect(harness.sandbox.log.count(MANY)).toBe(2);
	});

	it('asks only for those who are left when a part was done', async () => {
		const { ID, IDs, items } = draft();
		const envelope = harness.sandbox.control.get(ID);
		let go = () => {};
		const halved = new Promise<void>((resolve) => (go = resolve));
		harness.sandbox.faults.next(MANY, { kind: 'reset' });
		harness.sandbox.faults.next(LIST, { kind: 'hold', until: halved });
		const { result } = harness.engine.start(deleting(ID), { items });
		await until(() => harness.sandbox.log.count(LIST) === 1, result);
		// As if the first request had removed one of the three before it broke.
		envelope.participants = envelope.participants.filter((one) => one.ID !== IDs[1]);
		go();
		const outcome = await result;
		expect(outcome.items.map(({ json }) => [json.deleted, json.reconciled])).toEqual(
			items.map(() => [true, undefined]),
		);
		expect(harness.sandbox.log.requests.at(-1)?.body).toEqual({ items: [IDs[0], IDs[2]] });
		expect(left(ID)).toEqual(IDs.slice(3));
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'has an unknown outcome when the list cannot be read (%s)',
		async (onError) => {
			const { ID, IDs, items } = draft();
			harness.sandbox.faults.next(MANY, { kind: 'reset', applied: true });
			harness.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
			const outcome = await harness.engine.run(deleting(ID), { items, onError });
			const told = onError
				? outcome.items.map(({ json }) => JSON.stringify(json.details))
				: [outcome.error?.description];
			expect(told).toHaveLength(onError ? 3 : 1);
			for (const text of told) expect(text).toContain(UNCERTAIN);
			expect(left(ID)).toEqual(IDs.slice(3));
			expect(harness.sandbox.log.count(MANY)).toBe(1);
		},
	);

	it('has an unknown outcome when the second request is lost as well', async () => {
		const { ID, items } = draft();
		harness.sandbox.faults.always(MANY, { kind: 'status', status: 502 });
		const { error } = await harness.engine.run(deleting(ID), { items });
		expect(error?.description).toContain(UNCERTAIN);
		expect(left(ID)).toHaveLength(4);
		expect(harness.sandbox.log.count(MANY)).toBe(2);
	});
});

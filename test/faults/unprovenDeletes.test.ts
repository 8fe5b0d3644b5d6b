import type { Route } from '../../nodes/ESignature/api';
import type { Fault } from '../../sandbox';
import { byId, prepareGround } from '../support/ground';
import { hurry } from './hurry';

hurry();
const ground = prepareGround();
const ENVELOPE = '/sign/envelopes/{envelopeID}';
const FIELDS = `${ENVELOPE}/documents/{documentID}/fields`;
const OTHER = '22222222-2222-4222-8222-222222222222';
const UNPROVEN = 'The response of the service does not confirm that this was done';

type Row = [resource: string, items: number, route: string];

const ROUTES: Row[] = [
	['envelope', 1, `DELETE ${ENVELOPE}`],
	['document', 1, `DELETE ${ENVELOPE}/documents/{documentID}`],
	['participant', 1, `DELETE ${ENVELOPE}/participants/{participantID}`],
	['participant', 2, `POST ${ENVELOPE}/participants:batch-delete`],
	['field', 1, `DELETE ${FIELDS}/{fieldID}`],
	['field', 2, `POST ${FIELDS}:batch-delete`],
];

async function deleteBy([resource, count, route]: Row, fault?: Fault, times = 1) {
	const envelope = ground.sandbox.control.envelope({
		participants: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
		fields: true,
	});
	const [document] = envelope.documents;
	if (fault) ground.sandbox.faults.next(route as Route, fault, times);
	const { items } = await ground.engine.run(
		{
			resource,
			operation: 'delete',
			envelopeId: byId(envelope.ID),
			documentId: byId(document?.ID),
			participantId: byId('={{ $json.participant }}'),
			fieldId: byId('={{ $json.field }}'),
		},
		{
			items: [0, 1].slice(0, count).map((n) => ({
				json: {
					participant: envelope.participants[n]?.ID ?? '',
					field: document?.fields[n]?.ID ?? '',
				},
			})),
			onError: 'continueRegularOutput',
		},
	);
	return { told: items.map(({ json }) => json), writes: ground.sandbox.log.count(route as Route) };
}

const saying = (body: object | string, applied: boolean): Fault => ({
	kind: 'body',
	body: typeof body === 'string' ? body : JSON.stringify(body),
	applied,
});

const UNCLEAR: Array<[string, (applied: boolean) => Fault]> = [
	['202', (applied) => ({ kind: 'body', body: '', status: 202, applied })],
	['another ID', (applied) => saying({ ID: OTHER }, applied)],
	['the name of something', (applied) => saying({ name: 'Other' }, applied)],
	['a status', (applied) => saying({ status: 'drafted' }, applied)],
	['a list of others', (applied) => saying({ items: [OTHER] }, applied)],
	['none', (applied) => saying({ deleted: 0 }, applied)],
	['that it was queued', (applied) => saying('"Deletion queued"', applied)],
];

describe.each(ROUTES)('deleting (%s, %i items)', (...row) => {
	it('is one request when the answer is the documented one', async () => {
		const { told, writes } = await deleteBy(row);
		expect(told.every((json) => json.deleted === true && !('reconciled' in json))).toBe(true);
		expect(writes).toBe(1);
	});

	it.each(UNCLEAR)('that is answered with %s is done when it is gone', async (_, fault) => {
		const { told, writes } = await deleteBy(row, fault(true));
		expect(told).toEqual(told.map(() => expect.objectContaining({ deleted: true })));
		expect(told.every(({ reconciled }) => reconciled === true)).toBe(true);
		expect(writes).toBe(1);
	});

	it.each(UNCLEAR)('that is answered with %s is unknown while it is there', async (_, fault) => {
		const { told, writes } = await deleteBy(row, fault(false));
		expect(told).toHaveLength(row[1]);
		for (const json of told) {
			expect(json).toMatchObject({ error: UNPROVEN, details: { outcome: 'unknown' } });
			expect(json).not.toHaveProperty('deleted');
		}
		// What was accepted is not asked for twice.
		expect(writes).toBe(1);
	});
});

it('deletes by a second request what a batch has left, and calls it done only then', async () => {
	const row: Row = ['participant', 2, `POST ${ENVELOPE}/participants:batch-delete`];
	const answer = saying({ items: [OTHER] }, false);
	const { told, writes } = await deleteBy(row, { kind: 'half', entries: 1, answer });
	expect(told).toEqual(
		told.map(() => expect.objectContaining({ deleted: true, reconciled: true })),
	);
	expect(writes).toBe(2);
});

it('finds out late, too, what a refused batch has deleted', async () => {
	const envelope = ground.sandbox.control.envelope({
		participants: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
	});
	const LIST = `GET ${ENVELOPE}/participants` as Route;
	const show = ground.sandbox.control.remember();
	ground.sandbox.faults.next(`POST ${ENVELOPE}/participants:batch-delete` as Route, {
		...{ kind: 'half', entries: 1, answer: { kind: 'status', status: 404 } },
	});
	// The first look after the refusal shows what was there before it.
	ground.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 });
	ground.sandbox.faults.next(LIST, { kind: 'stale', show });
	const { items } = await ground.engine.run(
		{
			resource: 'participant',
			operation: 'delete',
			envelopeId: byId(envelope.ID),
			participantId: byId('={{ $json.ID }}'),
		},
		{
			items: envelope.participants.map(({ ID }) => ({ json: { ID } })),
			onError: 'continueRegularOutput',
		},
	);
	expect(items.map(({ json }) => json)).toMatchObject([
		{ deleted: true, reconciled: true },
		{ deleted: true },
	]);
});

import { byId, prepareGround } from '../support/ground';
import { until } from '../support/until';
import { hurry } from './hurry';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const ground = prepareGround();
hurry();

const FIELDS = '/sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const ONE = `DELETE ${FIELDS}/{fieldID}` as const;
const MANY = `POST ${FIELDS}:batch-delete` as const;
const LIST = `GET ${FIELDS}` as const;
/** What answers nothing cannot have half an answer. */
const LOST_WITHOUT_BODY = LOST.filter(([, { kind }]) => kind !== 'body');

/** A document with six fields; the items name the first four. */
function draft() {
	const { ID, documents } = ground.sandbox.control.envelope({
		participants: [{}, {}, {}],
		fields: true,
	});
	const document = documents[0] as (typeof documents)[number];
	const IDs = document.fields.map((field) => field.ID);
	const parameters = {
		resource: 'field',
		operation: 'delete',
		envelopeId: byId(ID),
		documentId: byId(document.ID),
		fieldId: byId('={{ $json.id }}'),
	};
	const items = IDs.slice(0, 4).map((id) => ({ json: { id } }));
	const deletions = () =>
		ground.sandbox.control.auditTrail(ID).filter(({ what }) => what.includes('deleted from'));
	const answer = (fieldID: string) => ({
		deleted: true,
		envelopeID: ID,
		documentID: document.ID,
		fieldID,
	});
	return { ID, document, IDs, parameters, items, deletions, answer };
}

const left = ({ fields }: { fields: Array<{ ID: string }> }) => fields.map((field) => field.ID);

describe('deleting one field', () => {
	it.each(LOST_WITHOUT_BODY)('is found done when its answer was lost in %s', async (_, fault) => {
		const { document, IDs, parameters, items, deletions, answer } = draft();
		ground.sandbox.faults.next(ONE, fault);
		const outcome = await ground.engine.run(parameters, { items: items.slice(0, 1) });
		expect(outcome.items[0]?.json).toEqual({ ...answer(IDs[0] ?? ''), reconciled: true });
		expect(left(document)).toEqual(IDs.slice(1));
		expect(deletions()).toHaveLength(1);
		expect(ground.sandbox.log.count(ONE)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once after %s', async (_, fault) => {
		const { document, IDs, parameters, items, deletions, answer } = draft();
		ground.sandbox.faults.next(ONE, fault);
		const outcome = await ground.engine.run(parameters, { items: items.slice(0, 1) });
		expect(outcome.items[0]?.json).toEqual(answer(IDs[0] ?? ''));
		expect(left(document)).toEqual(IDs.slice(1));
		expect(deletions()).toHaveLength(1);
		expect(ground.sandbox.log.count(ONE)).toBe(2);
	});

	it('has an unknown outcome when it stays there and no answer ever comes', async () => {
		const { ID, parameters, items, deletions } = draft();
		ground.sandbox.faults.always(ONE, { kind: 'status', status: 504 });
		const { error } = await ground.engine.run(parameters, { items: items.slice(0, 1) });
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toContain(ID);
		expect(deletions()).toEqual([]);
		expect(ground.sandbox.log.count(ONE)).toBe(2);
	});
});

describe('deleting several fields', () => {
	it.each(LOST_WITHOUT_BODY)('is found done when its answer was lost in %s', async (_, fault) => {
		const { document, IDs, parameters, items, deletions, answer } = draft();
		ground.sandbox.faults.next(MANY, fault);
		const outcome = await ground.engine.run(parameters, { items });
		expect(outcome.items.map(({ json }) => json)).toEqual(
			IDs.slice(0, 4).map((ID) => ({ ...answer(ID), reconciled: true })),
		);
		expect(left(document)).toEqual(IDs.slice(4));
		expect(deletions()).toHaveLength(1);
		expect(ground.sandbox.log.count(MANY)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once after %s', async (_, fault) => {
		const { document, IDs, parameters, items, deletions } = draft();
		ground.sandbox.faults.next(MANY, fault);
		const outcome = await ground.engine.run(parameters, { items });
		expect(outcome.items).toHaveLength(4);
		expect(left(document)).toEqual(IDs.slice(4));
		expect(deletions()).toHaveLength(1);
		expect(ground.sandbox.log.count(MANY)).toBe(2);
	});

	it('asks only for what is left when a part was done', async () => {
		const { document, IDs, parameters, items } = draft();
		let go = () => {};
		const halved = new Promise<void>((resolve) => (go = resolve));
		ground.sandbox.faults.next(MANY, { kind: 'status', status: 503 });
		ground.sandbox.faults.next(LIST, { kind: 'hold', until: halved });
		const { result } = ground.engine.start(parameters, { items });
		await until(() => ground.sandbox.log.count(LIST) === 1, result);
		// As if the first request had removed two of the four before it broke.
		document.fields = document.fields.filter(({ ID }) => ID !== IDs[0] && ID !== IDs[3]);
		go();
		const outcome = await result;
		expect(outcome.items.map(({ json }) => [json.deleted, json.reconciled])).toEqual(
			items.map(() => [true, undefined]),
		);
		expect(ground.sandbox.log.requests.at(-1)?.body).toEqual({ items: [IDs[1], IDs[2]] });
		expect(left(document)).toEqual(IDs.slice(4));
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'has an unknown outcome when nothing can be read (%s)',
		async (onError) => {
			const { document, IDs, parameters, items } = draft();
			ground.sandbox.faults.next(MANY, { kind: 'reset', applied: true });
			ground.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
			const outcome = await ground.engine.run(parameters, { items, onError });
			const told = onError
				? outcome.items.map(({ json }) => JSON.stringify(json.details))
				: [outcome.error?.description];
			expect(told).toHaveLength(onError ? 4 : 1);
			for (const text of told) expect(text).toContain(UNCERTAIN);
			expect(left(document)).toEqual(IDs.slice(4));
			expect(ground.sandbox.log.count(MANY)).toBe(1);
		},
	);
});

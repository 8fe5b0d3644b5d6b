import { byId, prepareGround } from '../support/ground';
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
	return { document, IDs, parameters, items, deletions };
}

const left = ({ fields }: { fields: Array<{ ID: string }> }) => fields.map((field) => field.ID);

describe('deleting one field', () => {
	it.each([...LOST_WITHOUT_BODY, ...IN_VAIN])('is done once after %s', async (_, fault) => {
		const { document, IDs, parameters, items, deletions } = draft();
		ground.sandbox.faults.next(ONE, fault);
		const outcome = await ground.engine.run(parameters, { items: items.slice(0, 1) });
		expect(outcome.items[0]?.json).toMatchObject({ deleted: true, fieldID: IDs[0] });
		expect(left(document)).toEqual(IDs.slice(1));
		expect(deletions()).toHaveLength(1);
	});

	it('has an unknown outcome when no answer ever comes', async () => {
		const { parameters, items, deletions } = draft();
		ground.sandbox.faults.always(ONE, { kind: 'status', status: 504, applied: true });
		const { error } = await ground.engine.run(parameters, { items: items.slice(0, 1) });
		expect(error?.description).toContain(UNCERTAIN);
		expect(deletions()).toHaveLength(1);
	});
});

describe('deleting several fields', () => {
	it.each(LOST_WITHOUT_BODY)('is found done when its answer was lost in %s', async (_, fault) => {
		const { document, IDs, parameters, items, deletions } = draft();
		ground.sandbox.faults.next(MANY, fault);
		const outcome = await ground.engine.run(parameters, { items });
		expect(outcome.items.map(({ json }) => json.fieldID)).toEqual(IDs.slice(0, 4));
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
		// As if the first request had removed two of the four before it broke.
		document.fields = document.fields.filter(({ ID }) => ID !== IDs[0] && ID !== IDs[3]);
		ground.sandbox.faults.next(MANY, { kind: 'status', status: 503 });
		const outcome = await ground.engine.run(parameters, { items });
		expect(outcome.items).toHaveLength(4);
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

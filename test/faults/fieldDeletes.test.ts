import { byId, prepareHarness } from '../support/harness';
import { skipPauses } from './skipPauses';

const harness = prepareHarness();
skipPauses();

const FIELDS = '/sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const ONE = `DELETE ${FIELDS}/{fieldID}` as const;
const MANY = `POST ${FIELDS}:batch-delete` as const;

/** A document with six fields; the items name the first four. */
function draft() {
	const { ID, documents } = harness.sandbox.control.envelope({
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
		harness.sandbox.control.auditTrail(ID).filter(({ what }) => what.includes('deleted from'));
	const answer = (fieldID: string) => ({
		deleted: true,
		envelopeID: ID,
		documentID: document.ID,
		fieldID,
	});
	return { document, IDs, parameters, items, deletions, answer };
}

const left = ({ fields }: { fields: Array<{ ID: string }> }) => fields.map((field) => field.ID);

// What else can become of a lost deletion is shown with participants, which are deleted in the same way.
it.each([
	['one field', ONE, 1],
	['several fields', MANY, 4],
] as const)('a deletion of %s is found done when its answer was lost', async (_, route, count) => {
	const { document, IDs, parameters, items, deletions, answer } = draft();
	harness.sandbox.faults.next(route, { kind: 'reset', applied: true });
	const outcome = await harness.engine.run(parameters, { items: items.slice(0, count) });
	expect(outcome.items.map(({ json }) => json)).toEqual(
		IDs.slice(0, count).map((ID) => ({ ...answer(ID), reconciled: true })),
	);
	expect(left(document)).toEqual(IDs.slice(count));
	expect(deletions()).toHaveLength(1);
	expect(harness.sandbox.log.count(route)).toBe(1);
});

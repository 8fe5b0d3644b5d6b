import type { Field } from '../../nodes/ESignature/api';
import { skipPauses } from '../support/skipPauses';
import { byId, prepareHarness } from '../support/harness';
import { UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();
skipPauses();
const FIELDS = '/sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const ONE = `DELETE ${FIELDS}/{fieldID}` as const;
const MANY = `POST ${FIELDS}:batch-delete` as const;

const deleting = {
	resource: 'field',
	operation: 'delete',
	envelopeId: byId('={{ $json.envelope }}'),
	documentId: byId('={{ $json.document }}'),
	fieldId: byId('={{ $json.field }}'),
};

/** A document with so many fields, and an item for each. */
function withFields(count: number) {
	const { ID, documents, participants } = harness.sandbox.control.envelope();
	const document = documents[0] as (typeof documents)[number];
	document.fields = Array.from({ length: count }, (_, n): Field => ({
		ID: `00000000-0000-4000-8000-${String(n + 100).padStart(12, '0')}`,
		documentID: document.ID,
		participantID: participants[0]?.ID ?? '',
		type: 'checkbox',
		boundingBox: [n, 1, 10, 10],
		page: 1,
		required: true,
	}));
	const itemFor = (field?: string) => ({ json: { envelope: ID, document: document.ID, field } });
	const items = document.fields.map((field) => itemFor(field.ID));
	return { ID, document, items, itemFor };
}

it('deletes 450 fields with at most three requests, paired and in order', async () => {
	const { ID, document, items } = withFields(450);
	const outcome = await harness.engine.run(deleting, { items });
	expect(outcome.items).toEqual(
		items.map(({ json }, item) => ({
			json: { deleted: true, envelopeID: ID, documentID: document.ID, fieldID: json.field },
			pairedItem: { item },
		})),
	);
	expect(harness.sandbox.log.count(MANY)).toBeLessThanOrEqual(3);
	// And one sign-in.
	expect(harness.sandbox.log.count()).toBeLessThanOrEqual(4);
	expect(document.fields).toEqual([]);
});

it('deletes a single one by its own request', async () => {
	const { document, items } = withFields(2);
	const [, left] = document.fields;
	const outcome = await harness.engine.run(deleting, { items: items.slice(0, 1) });
	expect(outcome.items).toHaveLength(1);
	expect(harness.sandbox.log.count(ONE)).toBe(1);
	expect(harness.sandbox.log.count(MANY)).toBe(0);
	expect(document.fields).toEqual([left]);
});

it('an ID that the service does not know stops the run; no field of the request was deleted', async () => {
	const { document, items, itemFor } = withFields(3);
	const { error } = await harness.engine.run(deleting, {
		items: [...items, itemFor(UNKNOWN_ID)],
	});
	expect(error).toMatchObject({
		httpCode: '404',
		context: { itemIndex: 3 },
		message: 'The document or one of the fields was not found',
		description: expect.stringMatching(
			new RegExp(`${UNKNOWN_ID} was not found[^]*No field was deleted\\.`),
		),
	});
	expect(document.fields).toHaveLength(3);
});

it('keeps the fields of one document apart from those of another', async () => {
	const [one, two] = [withFields(2), withFields(3)];
	const items = [two.items[0], one.items[0], two.items[1]].map((item) => item as never);
	await harness.engine.run(deleting, { items });
	expect([one.document.fields.length, two.document.fields.length]).toEqual([1, 1]);
	expect(harness.sandbox.log.count(ONE)).toBe(1);
	expect(harness.sandbox.log.count(MANY)).toBe(1);
});

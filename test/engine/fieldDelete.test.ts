import type { Field } from '../../nodes/ESignature/api';
import { byId, prepareHarness } from '../support/harness';
import { pairs } from '../support/samples';

const harness = prepareHarness();
const MANY = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields:batch-delete';

it('deletes 450 fields of two documents in four requests, paired and in order', async () => {
	const { ID, documents, participants } = harness.sandbox.control.envelope({ documents: 2 });
	for (const [at, document] of documents.entries()) {
		document.fields = Array.from({ length: 225 }, (_, n): Field => ({
			ID: `00000000-0000-4000-8000-${String(at * 1000 + n).padStart(12, '0')}`,
			documentID: document.ID,
			participantID: participants[0]?.ID ?? '',
			type: 'checkbox',
			boundingBox: [n, 1, 10, 10],
			page: 1,
			required: true,
		}));
	}
	// Interleaved, so that the order of the items is not the order of the requests.
	const items = Array.from({ length: 450 }, (_, n) => {
		const document = documents[n % 2];
		const field = document?.fields[Math.floor(n / 2)]?.ID;
		return { json: { document: document?.ID, field } };
	});
	const outcome = await harness.engine.run(
		{
			resource: 'field',
			operation: 'delete',
			envelopeId: byId(ID),
			documentId: byId('={{ $json.document }}'),
			fieldId: byId('={{ $json.field }}'),
		},
		{ items },
	);
	expect(outcome.items.map(({ json }) => json)).toEqual(
		items.map(({ json: { document, field } }) => ({
			deleted: true,
			envelopeID: ID,
			documentID: document,
			fieldID: field,
		})),
	);
	expect(pairs(outcome.items)).toEqual(items.map((_, item) => ({ item })));
	expect(harness.sandbox.log.count(MANY)).toBe(4);
	// And one sign-in.
	expect(harness.sandbox.log.count()).toBe(5);
	expect(documents.flatMap(({ fields }) => fields)).toEqual([]);
});

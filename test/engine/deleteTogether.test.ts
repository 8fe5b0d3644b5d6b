import type { Field } from '../../nodes/ESignature/api';
import { byId, prepareHarness } from '../support/harness';
import { pairs } from '../support/samples';

const harness = prepareHarness();
const ENVELOPE = '/sign/envelopes/{envelopeID}';

it('deletes 450 participants of three envelopes in three requests, paired and in order', async () => {
	const envelopes = [1, 2, 3].map(() =>
		harness.sandbox.control.envelope({ participants: Array.from({ length: 150 }, () => ({})) }),
	);
	// Interleaved, so that the order of the items is not the order of the requests.
	const items = Array.from({ length: 450 }, (_, n) => {
		const { ID, participants } = envelopes[n % 3] as (typeof envelopes)[0];
		return { json: { envelope: ID, participant: participants[Math.floor(n / 3)]?.ID } };
	});
	const outcome = await harness.engine.run(
		{
			resource: 'participant',
			operation: 'delete',
			envelopeId: byId('={{ $json.envelope }}'),
			participantId: byId('={{ $json.participant }}'),
		},
		{ items },
	);
	expect(outcome.items.map(({ json }) => json)).toEqual(
		items.map(({ json: { envelope, participant } }) => ({
			deleted: true,
			envelopeID: envelope,
			participantID: participant,
		})),
	);
	expect(pairs(outcome.items)).toEqual(items.map((_, item) => ({ item })));
	expect(harness.sandbox.log.count(`POST ${ENVELOPE}/participants:batch-delete`)).toBe(3);
	// And one sign-in.
	expect(harness.sandbox.log.count()).toBe(4);
	for (const { participants } of envelopes) expect(participants).toEqual([]);
});

it('deletes 450 fields of two documents with four requests', async () => {
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
	const items = documents.flatMap(({ ID: document, fields }) =>
		fields.map(({ ID: field }) => ({ json: { document, field } })),
	);
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
	const MANY = `POST ${ENVELOPE}/documents/{documentID}/fields:batch-delete` as const;
	expect(harness.sandbox.log.count(MANY)).toBe(4);
	expect(documents.flatMap(({ fields }) => fields)).toEqual([]);
});

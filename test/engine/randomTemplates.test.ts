/* eslint-disable @n8n/community-nodes/no-restricted-globals -- reads how many are wanted */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { DATE_FORMATS, FIELD_TYPES, type BoundingBox } from '../../nodes/ESignature/api';
import type { StoredEnvelope } from '../../sandbox';
import { draws } from '../support/draws';
import { formParticipant } from '../support/formRows';
import { byId, prepareHarness } from '../support/harness';
import { skipPauses } from '../support/skipPauses';
import { processAtOnce } from './createAndSendJob';
import { shapeOf } from './templateJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
skipPauses();
beforeEach(() => processAtOnce(harness.sandbox));

/** Points as an editor drops them, between two whole numbers. */
const points = (min: number, max: number) =>
	fc.oneof(
		fc.integer({ min, max }),
		fc.integer({ min: min * 1000, max: max * 1000 }).map((thousandths) => thousandths / 1000),
	);

const box = fc.tuple(
	points(0, 300),
	points(0, 600),
	points(10, 200),
	points(10, 100),
) as unknown as fc.Arbitrary<BoundingBox>;

const field = fc.record({
	type: fc.constantFrom(...FIELD_TYPES),
	boundingBox: box,
	page: fc.integer({ min: 1, max: 3 }),
	required: fc.boolean(),
	label: fc.string({ minLength: 1, maxLength: 20 }).map((text) => `L${text.replace(/\s/g, '_')}`),
	format: fc.constantFrom(...Object.keys(DATE_FORMATS)),
	modifiable: fc.boolean(),
	whom: fc.nat(9),
});

const drawn = fc.record({
	mode: fc.constantFrom('parallel' as const, 'sequential' as const),
	signers: fc.integer({ min: 1, max: 3 }),
	copies: fc.integer({ min: 0, max: 2 }),
	documents: fc.array(fc.array(field, { maxLength: 6 }), { minLength: 1, maxLength: 3 }),
	subject: fc.string({ minLength: 1, maxLength: 30 }).map((text) => `S${text.trim()}`),
	notifier: fc.constantFrom('service' as const, 'sender' as const),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function template(wanted: Drawn): StoredEnvelope {
	const { mode, signers, copies, documents, subject, notifier } = wanted;
	const people = Array.from({ length: signers + copies }, (_, index) => ({
		email: `person${index}@example.com`,
		role: index < signers ? ('signer' as const) : ('cc' as const),
	}));
	const made = harness.sandbox.control.envelope({
		mode,
		participants: people,
		documents: documents.map((_, index) => ({
			name: `document ${index}.pdf`,
			pages: 3,
		})),
		notificationsManagedBy: notifier,
	});
	if (notifier === 'service') made.notification = { subject, body: 'Please sign.' };
	for (const [index, document] of made.documents.entries()) {
		document.fields = (documents[index] ?? []).map((one, at) => {
			const { type, boundingBox, page, required, label, format, modifiable, whom } = one;
			return {
				ID: `00000000-0000-4000-8000-${String(index * 100 + at).padStart(12, '0')}`,
				documentID: document.ID,
				participantID: made.participants[whom % signers]?.ID,
				type,
				boundingBox,
				page,
				required,
				...(type === 'custom' && { label }),
				...(type === 'date' && { format, modifiable }),
			};
		}) as typeof document.fields;
	}
	return made;
}

const job = (of: StoredEnvelope, mark: number): INodeParameters =>
	({
		resource: 'envelope',
		operation: 'createFromTemplate',
		templateId: byId(of.ID),
		name: `Copy ${mark}`,
		participants: {
			participant: of.participants.map(({ role }, at) =>
				formParticipant({ email: `new${mark}-${at}@example.com`, role }),
			),
		},
		send: true,
		options: { allowSignersWithoutFields: true },
	}) as INodeParameters;

/** Each takes some tenths of a second, and more while others use the machine. */
const COUNT = draws(80);
const LONGEST = 60_000 + COUNT * 2_000;

it(
	`${COUNT} random templates are copied in every box, type, page, order and text`,
	async () => {
		let mark = 0;
		await fc.assert(
			fc.asyncProperty(drawn, async (wanted) => {
				mark += 1;
				const of = template(wanted);
				const { items, error } = await harness.engine.run(job(of, mark));
				expect(error).toBeUndefined();
				const copy = harness.sandbox.control.get(String(items[0]?.json.ID));
				expect(shapeOf(copy)).toEqual(shapeOf(of));
				expect([copy.status, copy.notificationsManagedBy]).toEqual([
					'sent',
					of.notificationsManagedBy,
				]);
			}),
			{ numRuns: COUNT },
		);
	},
	LONGEST,
);

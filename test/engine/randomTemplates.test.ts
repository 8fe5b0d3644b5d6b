/* eslint-disable @n8n/community-nodes/no-restricted-globals -- reads how many are wanted */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { FIELD_TYPES, type BoundingBox, type Route } from '../../nodes/ESignature/api';
import type { Fault, StoredEnvelope } from '../../sandbox';
import { formParticipant } from '../support/formRows';
import { byId, prepareGround } from '../support/ground';
import { hurry } from '../faults/hurry';
import { processAtOnce } from './createAndSendJob';
import { shapeOf } from './templateShape';

/** `npm run templates` tries 500. */
const COUNT = Number(process.env.TEMPLATES ?? 25);

const ground = prepareGround({ sandbox: { processingMs: 0 } });
hurry();
beforeEach(() => processAtOnce(ground.sandbox));

const box = fc.tuple(
	fc.integer({ min: 0, max: 300 }),
	fc.integer({ min: 0, max: 600 }),
	fc.integer({ min: 10, max: 200 }),
	fc.integer({ min: 10, max: 100 }),
) as fc.Arbitrary<BoundingBox>;

const field = fc.record({
	type: fc.constantFrom(...FIELD_TYPES),
	boundingBox: box,
	page: fc.integer({ min: 1, max: 3 }),
	required: fc.boolean(),
	label: fc.string({ minLength: 1, maxLength: 20 }).map((text) => `L${text.replace(/\s/g, '_')}`),
	modifiable: fc.boolean(),
	whom: fc.nat(9),
});

const drawn = fc.record({
	mode: fc.constantFrom('parallel' as const, 'sequential' as const),
	signers: fc.integer({ min: 1, max: 3 }),
	copies: fc.integer({ min: 0, max: 2 }),
	documents: fc.array(fc.array(field, { maxLength: 6 }), { minLength: 1, maxLength: 3 }),
	subject: fc.string({ minLength: 1, maxLength: 30 }).map((text) => `S${text.trim()}`),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function template({ mode, signers, copies, documents, subject }: Drawn): StoredEnvelope {
	const people = Array.from({ length: signers + copies }, (_, index) => ({
		email: `person${index}@example.com`,
		role: index < signers ? ('signer' as const) : ('cc' as const),
	}));
	const made = ground.sandbox.control.envelope({
		mode,
		participants: people,
		documents: documents.map((_, index) => ({ name: `document ${index}.pdf`, pages: 3 })),
	});
	made.notification = { subject, body: 'Please sign.' };
	for (const [index, document] of made.documents.entries()) {
		document.fields = (documents[index] ?? []).map((one, at) => {
			const { type, boundingBox, page, required, label, modifiable, whom } = one;
			return {
				ID: `00000000-0000-4000-8000-${String(index * 100 + at).padStart(12, '0')}`,
				documentID: document.ID,
				participantID: made.participants[whom % signers]?.ID,
				...{ type, boundingBox, page, required },
				...(type === 'custom' && { label }),
				...(type === 'date' && { format: 'YYYY-MM-DD', modifiable }),
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
		options: { allowSignersWithoutFields: true },
	}) as INodeParameters;

let mark = 0;

it(`${COUNT} random templates are copied in every box, type, page, order and text`, async () => {
	await fc.assert(
		fc.asyncProperty(drawn, async (wanted) => {
			const of = template(wanted);
			const { items, error } = await ground.engine.run(job(of, ++mark));
			expect(error).toBeUndefined();
			const copy = ground.sandbox.control.get(String(items[0]?.json.ID));
			expect(shapeOf(copy)).toEqual(shapeOf(of));
			expect(copy.status).toBe('sent');
		}),
		{ numRuns: COUNT, seed: 20261116 },
	);
});

const STEPS: Route[] = [
	'POST /sign/envelopes',
	'POST /sign/envelopes/{envelopeID}/documents',
	'POST /sign/envelopes/{envelopeID}/participants',
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields',
	'PATCH /sign/envelopes/{envelopeID}',
	'POST /sign/envelopes/{envelopeID}:send-for-signing',
];
const LOST: Fault[] = [
	{ kind: 'reset', applied: true },
	{ kind: 'status', status: 503, applied: true },
	{ kind: 'reset' },
];

it.each(STEPS)(
	'an answer that is lost at %s leaves no stray draft and mixes nothing',
	async (route) => {
		for (const fault of LOST) {
			const [wanted] = fc.sample(drawn, { numRuns: 1, seed: ++mark });
			const of = template({
				...(wanted as Drawn),
				documents: [fc.sample(field, { numRuns: 1, seed: mark })],
			});
			ground.sandbox.faults.next(route, fault);
			const { items, error } = await ground.engine.run(job(of, mark));
			const listed = await ground.engine.run({
				resource: 'envelope',
				operation: 'getAll',
				returnAll: true,
			});
			const ours = listed.items
				.map(({ json }) => ground.sandbox.control.get(String(json.ID)))
				.filter(
					({ ID, name, participants }) =>
						ID !== of.ID &&
						(name.includes(`Copy ${mark}`) ||
							participants.some(({ email }) => email.startsWith(`new${mark}-`))),
				);
			const sent = ours.filter(({ status }) => status === 'sent');
			expect(sent.length).toBeLessThanOrEqual(1);
			for (const one of sent) expect(shapeOf(one)).toEqual(shapeOf(of));
			if (items.length === 1) expect([error, ours.length]).toEqual([undefined, 1]);
			else {
				const left = ours.filter(({ status }) => status !== 'sent');
				// What could not be deleted is named.
				for (const { ID } of left) expect(JSON.stringify(error)).toContain(ID);
			}
		}
	},
);

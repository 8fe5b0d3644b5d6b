import { skipPauses } from '../faults/skipPauses';
import { byId, prepareHarness } from '../support/harness';
import { pairs } from '../support/samples';

const harness = prepareHarness();
const CREATE = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const LIST = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const PEOPLE = 'GET /sign/envelopes/{envelopeID}/participants';

const creating = {
	resource: 'field',
	operation: 'create',
	envelopeId: byId('={{ $json.envelope }}'),
	documentId: byId('={{ $json.document }}'),
	participantId: byId('={{ $json.signer }}'),
	type: 'signature',
	page: 1,
	unit: 'pt',
	x: '={{ $json.n }}',
	y: 10,
	width: 20,
	height: 10,
	required: true,
	options: { allowOverlappingFields: true },
};

const bodies = () =>
	harness.sandbox.log.requests
		.filter(({ route }) => route === CREATE)
		.map(({ body }) => (body as { items: unknown[] }).items);

it('places 1,000 fields on two documents with six requests, paired and in order', async () => {
	const { ID, documents, participants } = harness.sandbox.control.envelope({ documents: 2 });
	const items = Array.from({ length: 1000 }, (_, n) => ({
		json: { envelope: ID, document: documents[n % 2]?.ID, signer: participants[0]?.ID, n },
	}));
	const outcome = await harness.engine.run(creating, { items });
	expect(outcome.error).toBeUndefined();
	expect(harness.sandbox.log.count(CREATE)).toBe(6);
	// What was there is read before each of them; and one sign-in.
	expect(harness.sandbox.log.count(LIST)).toBeLessThanOrEqual(6);
	expect(harness.sandbox.log.count()).toBeLessThanOrEqual(14);
	expect(harness.sandbox.log.count(PEOPLE)).toBe(1);
	expect(bodies().every((list) => list.length <= 200)).toBe(true);
	expect(
		outcome.items.map(({ json }) => [json.documentID, (json.boundingBox as number[])[0]]),
	).toEqual(items.map(({ json }) => [json.document, json.n]));
	expect(pairs(outcome.items)).toEqual(items.map((_, item) => ({ item })));
	expect(new Set(outcome.items.map(({ json }) => json.ID)).size).toBe(1000);
	for (const { fields } of documents) expect(fields).toHaveLength(500);
});

it('asks for the roles once per envelope', async () => {
	const envelopes = [0, 1, 2].map(() => harness.sandbox.control.envelope({ documents: 2 }));
	const items = envelopes.flatMap(({ ID, documents, participants }) =>
		documents.flatMap((document) =>
			[0, 1].map((n) => ({
				json: { envelope: ID, document: document.ID, signer: participants[0]?.ID, n },
			})),
		),
	);
	await harness.engine.run(creating, { items });
	expect(harness.sandbox.log.count(PEOPLE)).toBe(3);
	expect(harness.sandbox.log.count(CREATE)).toBe(6);
});

it('places two fields that are alike, since both were wanted', async () => {
	const { ID, documents, participants } = harness.sandbox.control.envelope();
	const json = { envelope: ID, document: documents[0]?.ID, signer: participants[0]?.ID, n: 5 };
	const { items } = await harness.engine.run(creating, { items: [{ json }, { json }] });
	expect(documents[0]?.fields).toHaveLength(2);
	expect(new Set(items.map((item) => item.json.ID)).size).toBe(2);
});

describe('the answer to several fields', () => {
	skipPauses();

	const run = async (change: (fields: object[]) => object[], applied = false) => {
		const { ID, documents, participants } = harness.sandbox.control.envelope();
		const signer = participants[0]?.ID ?? '';
		const answer = [0, 1, 2].map((n) => ({
			ID: `00000000-0000-4000-8000-00000000000${n}`,
			documentID: documents[0]?.ID,
			type: 'signature',
			participantID: signer.toUpperCase(),
			boundingBox: [n + 0.001, 10, 20, 10],
			page: 1,
			required: true,
		}));
		harness.sandbox.faults.next(CREATE, {
			kind: 'body',
			body: JSON.stringify({ items: change(answer) }),
			applied,
		});
		const outcome = await harness.engine.run(creating, {
			items: [0, 1, 2].map((n) => ({
				json: { envelope: ID, document: documents[0]?.ID, signer, n },
			})),
		});
		return { ...outcome, document: documents[0] };
	};

	it('may come in another order and a little rounded', async () => {
		const { items } = await run(([a, b, c]) => [c, a, b] as object[]);
		expect(items.map(({ json }) => json.ID)).toEqual(
			[0, 1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`),
		);
	});

	it.each<[string, (fields: object[]) => object[]]>([
		['too few', (fields) => fields.slice(1)],
		['too many', (fields) => [...fields, ...fields]],
		['another one', ([a, b, c]) => [a, b, { ...c, type: 'date' }] as object[]],
		[
			'a place elsewhere',
			([a, b, c]) => [a, b, { ...c, boundingBox: [9e3, 9e3, 9, 9] }] as object[],
		],
	])('is looked for when it names %s, and nothing is sent again', async (_, change) => {
		const { items, document } = await run(change, true);
		expect(items.map(({ json }) => json)).toEqual(
			document?.fields.map((field) => ({ ...field, reconciled: true })),
		);
		expect(document?.fields).toHaveLength(3);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it.each<[string, (fields: object[]) => object[]]>([
		['too few', (fields) => fields.slice(1)],
		['too many', (fields) => [...fields, ...fields]],
	])(
		'has an unknown outcome when it names %s and they cannot be found, and nothing is sent again',
		async (_, change) => {
			const { items, error, document } = await run(change);
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				'The response of the service does not confirm that this was done',
			);
			expect(error?.description).toContain(`fields of document ${document?.ID}`);
			expect(error?.context.outcome).toBe('unknown');
			expect(harness.sandbox.log.count(CREATE)).toBe(1);
		},
	);
});

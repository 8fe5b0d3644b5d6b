import { byId, prepareGround } from '../support/ground';
import { pairs } from '../support/samples';

const ground = prepareGround();
const CREATE = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';
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
};

const bodies = () =>
	ground.sandbox.log.requests
		.filter(({ route }) => route === CREATE)
		.map(({ body }) => (body as { items: unknown[] }).items);

it('places 1,000 fields on two documents with at most ten requests, paired and in order', async () => {
	const { ID, documents, participants } = ground.sandbox.control.envelope({ documents: 2 });
	const items = Array.from({ length: 1000 }, (_, n) => ({
		json: { envelope: ID, document: documents[n % 2]?.ID, signer: participants[0]?.ID, n },
	}));
	const outcome = await ground.engine.run(creating, { items });
	expect(outcome.error).toBeUndefined();
	expect(ground.sandbox.log.count()).toBeLessThanOrEqual(10);
	expect(ground.sandbox.log.count(PEOPLE)).toBe(1);
	expect(bodies().every((list) => list.length <= 200)).toBe(true);
	expect(
		outcome.items.map(({ json }) => [json.documentID, (json.boundingBox as number[])[0]]),
	).toEqual(items.map(({ json }) => [json.document, json.n]));
	expect(pairs(outcome.items)).toEqual(items.map((_, item) => ({ item })));
	expect(new Set(outcome.items.map(({ json }) => json.ID)).size).toBe(1000);
	for (const { fields } of documents) expect(fields).toHaveLength(500);
});

it('asks for the roles once per envelope', async () => {
	const envelopes = [0, 1, 2].map(() => ground.sandbox.control.envelope({ documents: 2 }));
	const items = envelopes.flatMap(({ ID, documents, participants }) =>
		documents.flatMap((document) =>
			[0, 1].map((n) => ({
				json: { envelope: ID, document: document.ID, signer: participants[0]?.ID, n },
			})),
		),
	);
	await ground.engine.run(creating, { items });
	expect(ground.sandbox.log.count(PEOPLE)).toBe(3);
	expect(ground.sandbox.log.count(CREATE)).toBe(6);
});

it('places two fields that are alike, since both were wanted', async () => {
	const { ID, documents, participants } = ground.sandbox.control.envelope();
	const json = { envelope: ID, document: documents[0]?.ID, signer: participants[0]?.ID, n: 5 };
	const { items } = await ground.engine.run(creating, { items: [{ json }, { json }] });
	expect(documents[0]?.fields).toHaveLength(2);
	expect(new Set(items.map((item) => item.json.ID)).size).toBe(2);
});

describe('the answer to several fields', () => {
	const run = async (change: (fields: object[]) => object[]) => {
		const { ID, documents, participants } = ground.sandbox.control.envelope();
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
		ground.sandbox.faults.next(CREATE, {
			kind: 'body',
			body: JSON.stringify({ items: change(answer) }),
		});
		return await ground.engine.run(creating, {
			items: [0, 1, 2].map((n) => ({
				json: { envelope: ID, document: documents[0]?.ID, signer, n },
			})),
		});
	};

	it('may come in another order and a little rounded', async () => {
		const { items } = await run(([a, b, c]) => [c, a, b] as object[]);
		expect(items.map(({ json }) => json.ID)).toEqual(
			[0, 1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`),
		);
	});

	it.each<[string, (fields: object[]) => object[]]>([
		['too few', (fields) => fields.slice(1)],
		['other ones', ([a, b, c]) => [a, b, { ...c, type: 'date' }] as object[]],
	])('is an error when it names %s, and nothing is sent again', async (_, change) => {
		const { error } = await run(change);
		expect(error?.message).toBe('The service answered with other fields than were sent');
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});
});

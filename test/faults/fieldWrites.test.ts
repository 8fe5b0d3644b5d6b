import { byId, prepareHarness } from '../support/harness';
import { skipPauses } from '../support/skipPauses';
import { UNCERTAIN } from './uncertain';

const harness = prepareHarness();
skipPauses();

const FIELDS = '/sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const CREATE = `POST ${FIELDS}` as const;
const LIST = `GET ${FIELDS}` as const;

const OVERLAPPING = { allowOverlappingFields: true };

function draft() {
	const { ID, documents, participants } = harness.sandbox.control.envelope();
	const document = documents[0] as (typeof documents)[number];
	const on = (operation: string, more: object) => ({
		resource: 'field',
		operation,
		envelopeId: byId(ID),
		documentId: byId(document.ID),
		...more,
	});
	const creating = on('create', {
		participantId: byId(participants[0]?.ID),
		type: 'signature',
		page: 1,
		unit: 'mm',
		y: 10,
		width: 20,
		height: 10,
		required: true,
		x: '={{ $json.x }}',
		options: OVERLAPPING,
	});
	return { ID, document, creating, on };
}

describe('creating fields whose answer was lost', () => {
	const count = 3;
	const items = Array.from({ length: count }, (__, n) => ({ json: { x: 25.4 * (n + 1) } }));

	it('is found done beside the same fields that stood there before', async () => {
		const { document, creating } = draft();
		await harness.engine.run(creating, { items });
		harness.sandbox.log.clear();
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const outcome = await harness.engine.run(creating, { items });
		expect(document.fields).toHaveLength(2 * count);
		expect(outcome.items.map(({ json }) => json)).toEqual(
			document.fields.slice(count).map((field) => ({ ...field, reconciled: true })),
		);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});
});

describe('creating fields', () => {
	const items = [1, 2].map((x) => ({ json: { x } }));

	it('does not take a field for created that was there before, with another label', async () => {
		const { document, creating } = draft();
		const custom = (label: string) => ({ ...creating, type: 'custom', label });
		await harness.engine.run(custom('Customer number'), { items: items.slice(0, 1) });
		harness.sandbox.faults.next(CREATE, { kind: 'reset' });
		const { error, items: made } = await harness.engine.run(custom('Order number'), {
			items: items.slice(0, 1),
		});
		expect(made).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
		expect(document.fields).toHaveLength(1);
	});

	it('of 450 reports the request that was lost as unknown, and makes the others', async () => {
		const { document, creating } = draft();
		harness.sandbox.faults.next(CREATE, { kind: 'delay', ms: 0 });
		harness.sandbox.faults.next(CREATE, { kind: 'status', status: 502 });
		const many = Array.from({ length: 450 }, (_, x) => ({ json: { x } }));
		const outcome = await harness.engine.run(creating, {
			items: many,
			onError: 'continueRegularOutput',
		});
		expect(outcome.items).toHaveLength(450);
		const made = outcome.items.filter(({ json }) => json.ID !== undefined);
		expect(made.map(({ json }) => json.ID)).toEqual(document.fields.map(({ ID }) => ID));
		expect(document.fields).toHaveLength(250);
		for (const { json } of outcome.items.slice(200, 400)) {
			expect(json).toMatchObject({ details: { outcome: 'unknown' } });
		}
		expect(harness.sandbox.log.count(CREATE)).toBe(3);
	});
});

/** More fields than fit into one request. */
describe('fields of several requests, in a node that n8n runs again', () => {
	const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	it('are all placed, also those of an item that only its first request has placed', async () => {
		const { ID, document, on } = draft();
		const { participants } = harness.sandbox.control.get(ID);
		const fieldsJson = JSON.stringify(
			Array.from({ length: 300 }, (_, x) => ({
				participantId: participants[0]?.ID,
				type: 'signature',
				page: 1,
				unit: 'pt',
				x,
				y: 10,
				width: 1,
				height: 10,
			})),
		);
		harness.sandbox.faults.next(CREATE, { kind: 'delay', ms: 0 });
		harness.sandbox.faults.next(CREATE, { kind: 'status', status: 403 });
		const { items, error } = await harness.engine.run(
			on('createMany', { inputMode: 'json', fieldsJson }),
			retrying,
		);
		expect(error).toBeUndefined();
		expect(document.fields.length).toBe(300);
		expect(items.map(({ json }) => json.ID)).toEqual(document.fields.map(({ ID }) => ID));
	});

	it('are not placed twice when each of two requests was left in doubt', async () => {
		const { document, creating } = draft();
		for (let request = 0; request < 2; request++) {
			harness.sandbox.faults.next(CREATE, { kind: 'status', status: 504, applied: true });
			harness.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 });
			harness.sandbox.faults.next(LIST, { kind: 'body', body: '{"items": []}' }, 4);
		}
		await harness.engine.run(creating, {
			items: Array.from({ length: 400 }, (_, x) => ({ json: { x } })),
			onError: 'continueErrorOutput',
			...retrying,
		});
		expect(document.fields.length).toBe(400);
		expect(harness.sandbox.log.count(CREATE)).toBe(2);
	});
});

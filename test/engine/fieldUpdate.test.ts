import type { INodeParameters } from 'n8n-workflow';

import type { NewField } from '../../nodes/ESignature/api';
import { byId, prepareHarness } from '../support/harness';
import { UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();
const PATCH = 'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}';

const FIELDS: Array<Omit<NewField, 'participantID'>> = [
	{ type: 'signature', boundingBox: [56, 120, 180, 40], page: 1, required: true },
	{
		type: 'custom',
		boundingBox: [10, 20.5, 30, 40],
		page: 2,
		required: true,
		label: 'Old',
	} as never,
	{ type: 'date', boundingBox: [1, 2, 3, 4], page: 1, format: 'YYYY-MM-DD' } as never,
];

/** A draft with three fields: a signature, a custom text and a date. */
function draft() {
	const { ID, documents, participants } = harness.sandbox.control.envelope({
		documents: [{ name: 'contract.pdf', pages: 2 }],
		participants: [{}, {}],
	});
	const [document] = documents;
	const [ann = '', bob = ''] = participants.map((one) => one.ID);
	const fields = FIELDS.map(
		(field, n) =>
			({
				...structuredClone(field),
				ID: `00000000-0000-4000-8000-0000000000a${n}`,
				documentID: document?.ID,
				participantID: ann,
			}) as never,
	);
	document?.fields.push(...fields);
	const kept = document?.fields ?? [];
	const updating = (field: unknown, updateFields: INodeParameters) => ({
		resource: 'field',
		operation: 'update',
		envelopeId: byId(ID),
		documentId: byId(document?.ID),
		fieldId: byId(field),
		updateFields,
	});
	const [signature, custom, date] = kept.map((field) => field.ID);
	return { bob, kept, updating, signature, custom, date };
}

const sent = () => harness.sandbox.log.requests.at(-1)?.body;

it.each<[string, INodeParameters, object]>([
	['page and required', { page: 2, required: false }, { page: 2, required: false }],
	['the page to the last one', { page: -1 }, { page: 2 }],
])('changes only %s, and repeats the type', async (_, change, body) => {
	const { kept, updating, signature } = draft();
	const { items } = await harness.engine.run(updating(signature, change));
	expect(sent()).toEqual({ type: 'signature', ...body });
	expect(items).toEqual([{ json: kept[0], pairedItem: { item: 0 } }]);
	expect(kept[0]).toMatchObject({ type: 'signature', boundingBox: [56, 120, 180, 40] });
	expect(harness.sandbox.log.count(PATCH)).toBe(1);
});

it('gives the page also if the answer leaves it out', async () => {
	const { kept, updating, signature } = draft();
	const body = JSON.stringify({ ...kept[0], page: undefined, required: false });
	harness.sandbox.faults.next(PATCH, { kind: 'body', body });
	const { items } = await harness.engine.run(updating(signature, { required: false }));
	expect(items).toMatchObject([{ json: { page: 1, participantID: kept[0]?.participantID } }]);
});

it('says that the document has no such field', async () => {
	const { updating } = draft();
	const { error } = await harness.engine.run(updating(UNKNOWN_ID, { page: 2 }));
	expect(error?.message).toBe(`The field ${UNKNOWN_ID} was not found in this document`);
	expect(harness.sandbox.log.count(PATCH)).toBe(0);
});

describe('a field that is moved over another one', () => {
	const onSignature = { x: 60, y: 130 };

	it('stays where it is, and both are named', async () => {
		const { updating, date, kept } = draft();
		const { error } = await harness.engine.run(updating(date, onSignature));

		expect(error?.message).toBe(
			"The date field overlaps the signature field on page 1 of 'contract.pdf'",
		);
		expect(error?.description).toContain(
			"'person1@example.com' could not fill in both. Move one of them or make it smaller, or turn on",
		);
		expect(kept[2]?.boundingBox).toEqual([1, 2, 3, 4]);
		expect(harness.sandbox.log.requests.map(({ route }) => route)).not.toContain(PATCH);
	});

	it('is recognized by its new page, too, also if they are of two signers', async () => {
		const { updating, custom, kept, bob } = draft();
		Object.assign(kept[1] as object, { boundingBox: [56, 120, 180, 40], participantID: bob });
		const { error } = await harness.engine.run(updating(custom, { page: 1 }));

		expect(error?.message).toBe(
			"The custom field for 'person2@example.com' overlaps the signature field for 'person1@example.com' on page 1 of 'contract.pdf'",
		);
	});

	it('may be changed otherwise, if it was there before', async () => {
		const { updating, custom, kept, bob } = draft();
		Object.assign(kept[1] as object, { page: 1, boundingBox: [56, 120, 180, 40] });
		const { error } = await harness.engine.run(updating(custom, { participantId: byId(bob) }));

		expect(error).toBeUndefined();
	});

	it('is compared with where other items of the run move theirs', async () => {
		const { updating, kept } = draft();
		const ids = kept.map(({ ID }) => ({ json: { ID } }));
		const to = { page: 1, x: 300, y: 600, width: 100, height: 30 };
		const job = updating('={{ $json.ID }}', to);
		const { items } = await harness.engine.run(job, {
			items: ids,
			onError: 'continueRegularOutput',
		});

		expect(items.filter(({ json }) => json.error === undefined)).toHaveLength(1);
		expect(kept.filter(({ boundingBox }) => boundingBox[0] === 300)).toHaveLength(1);
	});

	it('is compared with where a field stays that could not be moved', async () => {
		const { updating, kept } = draft();
		const [first, second] = kept as [(typeof kept)[0], (typeof kept)[0]];
		Object.assign(second, { page: 1, participantID: first.participantID });
		const place = [...first.boundingBox];
		harness.sandbox.faults.next(PATCH, { kind: 'status', status: 422 });
		const { items } = await harness.engine.run(
			updating('={{ $json.ID }}', { page: 1, x: '={{ $json.x }}', y: '={{ $json.y }}' }),
			{
				items: [
					{ json: { ID: first.ID, x: 400, y: 700 } },
					{ json: { ID: second.ID, x: place[0], y: place[1] } },
				],
				onError: 'continueRegularOutput',
			},
		);

		expect(items.map(({ json }) => typeof json.error)).toEqual(['string', 'string']);
		expect(first.boundingBox).toEqual(place);
	});

	it('is moved where that is allowed, and where both lay over each other before', async () => {
		const { updating, date, kept } = draft();
		const options = { allowOverlappingFields: true };
		const allowed = await harness.engine.run({ ...updating(date, onSignature), options });
		expect(allowed.error).toBeUndefined();

		const again = await harness.engine.run(updating(date, { x: 62 }));
		expect(again.error).toBeUndefined();
		expect(kept[2]?.boundingBox).toEqual([62, 130, 3, 4]);
	});
});

describe('fields of one document in one run', () => {
	const LIST = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields';
	const reads = () => harness.sandbox.log.requests.filter(({ route }) => route === LIST).length;

	it('are found in a list that is read once', async () => {
		const { updating, kept } = draft();
		const items = kept.map(({ ID }, n) => ({ json: { ID, y: 300 + n * 100 } }));
		const { error } = await harness.engine.run(
			updating('={{ $json.ID }}', { y: '={{ $json.y }}' }),
			{
				items,
			},
		);

		expect(error).toBeUndefined();
		expect(kept.map(({ boundingBox }) => boundingBox[1])).toEqual([300, 400, 500]);
		expect(reads()).toBe(1);
	});

	it('keep what an earlier item has changed in the same field', async () => {
		const { updating, kept, signature } = draft();
		const items = [{ json: { x: 300 } }, { json: { y: 500 } }];
		const { error } = await harness.engine.run(
			{
				...updating(signature, { x: '={{ $json.x }}', y: '={{ $json.y }}' }),
				options: { maxConcurrency: 1 },
			},
			{ items },
		);

		expect(error).toBeUndefined();
		expect(kept[0]?.boundingBox).toEqual([300, 500, 180, 40]);
		expect(reads()).toBe(1);
	});
});

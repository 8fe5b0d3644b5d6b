import { DATE_FORMATS, FIELD_TYPES } from '../../nodes/ESignature/api';
import { samplePdf } from '../support/files';
import { byId, prepareHarness } from '../support/harness';
import { pairs } from '../support/samples';

const harness = prepareHarness();

const DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';

const creating = (more: object = {}) => ({
	resource: 'field',
	operation: 'create',
	envelopeId: byId('={{ $json.envelope }}'),
	documentId: byId('={{ $json.document }}'),
	participantId: byId('={{ $json.signer }}'),
	type: 'signature',
	page: 1,
	unit: 'pt',
	x: 72,
	y: 100.5,
	width: 150,
	height: 40,
	required: true,
	options: { allowOverlappingFields: true },
	...more,
});

/** A draft with one document of three pages and one signer, and an item for each addition. */
function draft(...additions: object[]) {
	const { ID, documents, participants } = harness.sandbox.control.envelope({
		documents: [{ name: 'contract.pdf', pages: 3 }],
	});
	const [document] = documents;
	const json = { envelope: ID, document: document?.ID, signer: participants[0]?.ID };
	const items = (additions.length > 0 ? additions : [{}]).map((one) => ({
		json: { ...json, ...one },
	}));
	return { ...json, items, record: document, fields: () => document?.fields ?? [] };
}

const sent = () => harness.sandbox.log.requests.at(-1)?.body as Record<string, unknown>;

it('sends page and required even if they are not set, and answers with the new field', async () => {
	const { document, signer, items, fields } = draft();
	const unset = creating({ page: undefined, required: undefined });
	const outcome = await harness.engine.run(unset, { items });
	const body = {
		type: 'signature',
		participantID: signer,
		boundingBox: [72, 100.5, 150, 40],
		page: 1,
		required: true,
	};
	expect(sent()).toEqual(body);
	expect(outcome.items).toEqual([
		{ json: { ID: fields()[0]?.ID, documentID: document, ...body }, pairedItem: { item: 0 } },
	]);
});

it('creates each of the eight types with what belongs to it, and with nothing else', async () => {
	const common = { boundingBox: [72, 100.5, 150, 40], page: 2, required: false };
	const { items, fields, signer } = draft(...FIELD_TYPES.map((type) => ({ type })));
	const { items: made } = await harness.engine.run(
		creating({
			type: '={{ $json.type }}',
			label: 'Customer number',
			format: 'DD MMMM YYYY',
			modifiable: true,
			page: 2,
			required: false,
		}),
		{ items },
	);
	const wanted = FIELD_TYPES.map((type) => ({
		type,
		participantID: signer,
		...common,
		...(type === 'custom' && { label: 'Customer number' }),
		...(type === 'date' && { format: 'DD MMMM YYYY', modifiable: true }),
	}));
	expect(sent()).toEqual({ items: wanted });
	expect(made.map(({ json }) => json.type)).toEqual(FIELD_TYPES);
	expect(pairs(made)).toEqual(FIELD_TYPES.map((_, item) => ({ item })));
	expect(fields()).toMatchObject(wanted);
});

it('takes the type from an expression although only one type has a label', async () => {
	const types = FIELD_TYPES.filter((type) => type !== 'custom');
	const { items, fields } = draft(...types.map((type) => ({ type })));
	const { error } = await harness.engine.run(creating({ type: '={{ $json.type }}', label: '' }), {
		items,
	});
	expect(error).toBeUndefined();
	expect(fields().map(({ type }) => type)).toEqual(types);
});

it('writes a date in any of the nine formats, and read-only by default', async () => {
	const formats = Object.keys(DATE_FORMATS);
	expect(formats).toHaveLength(9);
	const { items, fields } = draft(...formats.map((format) => ({ format })));
	const { error } = await harness.engine.run(
		creating({ type: 'date', format: '={{ $json.format }}' }),
		{ items },
	);
	expect(error).toBeUndefined();
	expect(fields()).toMatchObject(formats.map((format) => ({ format, modifiable: false })));
});

it('takes the format of the form when a date has none', async () => {
	const { items, fields } = draft();
	await harness.engine.run(creating({ type: 'date' }), { items });
	expect(fields()).toMatchObject([{ format: 'YYYY-MM-DD', modifiable: false }]);
});

it.each([
	['pt', [72, 144.25, 150.5, 40], [72, 144.25, 150.5, 40]],
	['inch', [1, 0.5, 2.25, 0.125], [72, 36, 162, 9]],
	['mm', [25.4, 20, 60, 15], [72, 56.69, 170.08, 42.52]],
	['mm', [0, 0, 210, 297], [0, 0, 595.28, 841.89]],
])('places a field measured in %s: %j', async (unit, [x, y, width, height], box) => {
	const { items, fields } = draft();
	await harness.engine.run(creating({ unit, x, y, width, height }), { items });
	expect(fields()[0]?.boundingBox).toEqual(box);
});

it('takes every input from expressions, per item, also numbers written as text', async () => {
	const rows = [
		{ type: 'custom', label: 'A', page: '1', unit: 'mm', x: '25.4', must: 'true' },
		{ type: 'checkbox', page: 3, unit: 'inch', x: 2, must: false },
	];
	const { items, fields } = draft(...rows);
	const { error } = await harness.engine.run(
		creating({
			type: '={{ $json.type }}',
			label: '={{ $json.label }}',
			page: '={{ $json.page }}',
			unit: '={{ $json.unit }}',
			x: '={{ $json.x }}',
			y: 1,
			width: 10,
			height: 10,
			required: '={{ $json.must }}',
		}),
		{ items },
	);
	expect(error).toBeUndefined();
	expect(fields()).toMatchObject([
		{ type: 'custom', label: 'A', page: 1, boundingBox: [72, 2.83, 28.35, 28.35], required: true },
		{ type: 'checkbox', page: 3, boundingBox: [144, 72, 720, 720], required: false },
	]);
});

it('shows what the service says to a page that does not exist', async () => {
	const { items, fields } = draft();
	const { error } = await harness.engine.run(creating({ page: 4 }), { items });
	expect(error).toMatchObject({
		httpCode: '400',
		message: 'The service did not accept the fields',
		description: expect.stringContaining("page: is beyond the document's 3 pages"),
	});
	expect(fields()).toEqual([]);
});

describe('a page counted from the end', () => {
	const counting = creating({ page: '={{ $json.page }}', y: '={{ $json.y }}' });
	const places = (...pages: number[]) => draft(...pages.map((page, n) => ({ page, y: 50 * n })));

	it('is sent as the number that it has in the document', async () => {
		const { items, fields } = places(-1, 1, -2, -3);
		const { error } = await harness.engine.run(counting, { items });
		expect(error).toBeUndefined();
		expect(fields().map(({ page }) => page)).toEqual([3, 1, 2, 1]);
	});

	it('is refused where there is no such page, and nothing is placed', async () => {
		const { items, fields } = places(1, -4);
		const { error } = await harness.engine.run(counting, { items });
		expect(error?.message).toBe('There is no page -4: the document has 3 pages');
		expect(error?.context.itemIndex).toBe(1);
		expect(fields()).toEqual([]);
	});

	it('is not guessed where nothing tells how many there are', async () => {
		const { items, fields, record } = places(-1);
		if (record) Object.assign(record, { numPages: 0, status: 'pending' });
		const { error } = await harness.engine.run(counting, { items });
		expect(error?.message).toBe('The number of pages of the document is not known yet');
		expect(error?.description).toContain('Nothing was sent');
		expect(fields()).toEqual([]);
	});

	it('costs one more request, and none where no page is counted so', async () => {
		const { items } = places(1, 2);
		await harness.engine.run(counting, { items });
		expect(harness.sandbox.log.count(DOCUMENT)).toBe(0);
	});
});

describe('fields of one signer that lie on each other', () => {
	const overlapping = (more: object = {}) =>
		creating({ page: '={{ $json.page ?? 1 }}', options: {}, ...more });

	it('are refused before anything is sent, also where they come as two items', async () => {
		const { items, fields } = draft({}, {});
		const { error } = await harness.engine.run(overlapping(), { items });
		expect(error?.message).toBe('The field overlaps that of item 0 on page 1');
		expect(error?.context.itemIndex).toBe(1);
		expect(fields()).toEqual([]);
	});

	it('are refused where one page is counted from the end', async () => {
		const { items, fields } = draft({ page: 3 }, { page: -1 });
		const { error } = await harness.engine.run(overlapping(), { items });
		expect(error?.message).toBe('The field overlaps that of item 0 on page 3');
		expect(fields()).toEqual([]);
	});

	it('are refused however many fields are between them', async () => {
		const others = Array.from({ length: 250 }, (_, n) => ({ page: 2, y: 50 * n }));
		const { items, fields } = draft({ y: 0 }, ...others, { y: 0 });
		const { error } = await harness.engine.run(overlapping({ y: '={{ $json.y }}' }), { items });
		expect(error?.message).toBe('The field overlaps that of item 0 on page 1');
		expect(error?.context.itemIndex).toBe(251);
		expect(fields()).toEqual([]);
	});

	it('fail only the later item where the workflow goes on', async () => {
		const { items, fields } = draft({}, {}, { page: 2 });
		const outcome = await harness.engine.run(overlapping(), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(outcome.items.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
		expect(fields()).toHaveLength(2);
	});

	it('are refused however small they are', async () => {
		const { items, fields } = draft({}, {});
		const { error } = await harness.engine.run(overlapping({ width: 1, height: 1 }), { items });
		expect(error?.message).toContain('overlaps');
		expect(fields()).toEqual([]);
	});

	it('are placed where that is allowed', async () => {
		const { items, fields } = draft({}, {});
		const options = { allowOverlappingFields: true };
		const { error } = await harness.engine.run(overlapping({ options }), { items });
		expect(error).toBeUndefined();
		expect(fields()).toHaveLength(2);
	});
});

describe('with the file of the document at hand', () => {
	const options = { documentFile: 'pdf' };
	const withFile = async (more: object) => {
		const { items, fields } = draft();
		const content = await samplePdf('A contract', 3);
		const binary = {
			pdf: {
				mimeType: 'application/pdf',
				fileName: 'contract.pdf',
				data: content.toString('base64'),
			},
		};
		const { error } = await harness.engine.run(creating({ options, ...more }), {
			items: items.map((item) => ({ ...item, binary })),
		});
		return { error, fields: fields() };
	};

	it.each([
		['outside its page', { x: 5_000 }, /^The field .*page 1/],
		[
			'on a page that is not there',
			{ page: 4 },
			/^There is no page 4: 'contract.pdf' has 3 pages$/,
		],
	])('a box %s is refused before anything is sent', async (_, more, message) => {
		const { error, fields } = await withFile(more);
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain('Nothing was sent');
		expect(fields).toEqual([]);
	});

	it('pages from the end are counted in it', async () => {
		const { error, fields } = await withFile({ page: -1 });
		expect(error).toBeUndefined();
		expect(fields).toMatchObject([{ page: 3 }]);
	});
});

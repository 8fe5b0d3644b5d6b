import { readEvent } from '../../../../nodes/ESignature/trigger/event';

const ID = '123e4567-e89b-42d3-a456-426614174000';
const OTHER = '123e4567-e89b-42d3-a456-426614174001';
const read = (body: unknown) =>
	readEvent(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
const idIn = (data: unknown, type = 'Any') => read({ id: '1', type, data })?.envelopeId;

describe('an event', () => {
	it('keeps what the service says and nothing else', () => {
		const event = { id: '1', type: 'A', created: '2026-08-01', data: { a: [1] } };

		expect(read({ ...event, more: 1 })).toEqual(event);
	});

	it.each([
		[
			{ id: '1', type: 'A', created: 5 },
			{ id: '1', type: 'A', created: 5, data: {} },
		],
		[
			{ ID: '1', type: 7, data: null },
			{ id: '1', type: 'Unknown', data: {} },
		],
		[
			{ id: '1', type: '', created: {} },
			{ id: '1', type: 'Unknown', data: {} },
		],
		[
			{ id: '1', type: 'A', data: 'text' },
			{ id: '1', type: 'A', data: 'text' },
		],
	])('%j is read as %j', (body, event) => {
		expect(read(body)).toEqual(event);
	});

	it('has an ID even if it brings none, the same for the same bytes', () => {
		const [first, again, other] = [{ a: 1 }, { a: 1 }, { a: 2 }].map(read);

		expect(first?.id).toMatch(/^sha256-/);
		expect(again?.id).toBe(first?.id);
		expect(other?.id).not.toBe(first?.id);
		expect(read({ id: 7 })?.id).toBe('7');
		expect(read({ id: { a: 7 } })?.id).toMatch(/^sha256-/);
	});

	it.each(['', 'null', '1', '"a"', '[]', '[{}]', '{', '{"a":1}{', '\u0000{}'])(
		'is not found in %j',
		(body) => {
			expect(read(body)).toBeUndefined();
		},
	);

	it('is refused with a prototype, spelt in any way', () => {
		expect(read('{"data":{"a":[{"__proto__":1}]}}')).toBeUndefined();
		expect(read('{"data":{"\\u005f_proto__":1}}')).toBeUndefined();
		expect(read('{"data":{"a":"__proto__ \\u0041"}}')).toBeDefined();
	});

	it('is refused beyond a depth of 40, whatever stands in its texts', () => {
		const nested = (depth: number) => `{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`;

		expect(read(nested(39))).toBeDefined();
		expect(read(nested(40))).toBeUndefined();
		expect(read(nested(100_000))).toBeUndefined();
		expect(read({ data: `\\"${'[{'.repeat(100)}` })).toBeDefined();
	});
});

describe('the envelope of an event', () => {
	it.each([
		[{ envelopeID: ID }],
		[{ envelopeId: ID }],
		[{ envelope_id: ID }],
		[{ 'envelope-id': ID.toUpperCase() }],
		[{ EnvelopeID: ID }],
		[{ envelope: ID }],
		[{ envelope: { ID } }],
		[{ envelope: { id: ID, name: 'x' } }],
		[{ object: { deep: [{ x: 1 }, { envelopeID: ID }] } }],
		[{ documents: [{ id: OTHER }], envelopeID: ID }],
		[{ other: { envelopeID: OTHER }, envelopeID: ID }],
	])('is found in %j', (data) => {
		expect(idIn(data)).toBe(ID);
	});

	it('is found outside of the data as well', () => {
		expect(read({ type: 'A', envelopeID: ID })?.envelopeId).toBe(ID);
	});

	it.each([
		['EnvelopeSealed', { ID }, ID],
		['EnvelopeSealed', { id: ID }, ID],
		['EnvelopeSealed', { id: OTHER, envelopeID: ID }, ID],
		['EnvelopeDocumentAdded', { id: ID }, undefined],
		['SignatureRequestSigned', { id: ID }, undefined],
	])('of %s with %j is %s', (type, data, expected) => {
		expect(idIn(data, type)).toBe(expected);
	});

	it.each([
		[{}],
		[[]],
		[null],
		['text'],
		[{ envelopeID: 'x' }],
		[{ envelopeID: `${ID}:cancel` }],
		[{ envelopeID: [ID] }],
		[{ envelopeID: 7 }],
		[{ participantID: ID }],
	])('is not found in %j', (data) => {
		expect(idIn(data)).toBeUndefined();
	});

	it('is not looked for without end', () => {
		const many = Array.from({ length: 5_000 }, () => 0);

		expect(idIn({ many, inner: { envelopeID: ID } })).toBeUndefined();
		expect(idIn({ envelopeID: ID, many })).toBe(ID);
	});
});

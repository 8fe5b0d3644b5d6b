import {
	isWanted,
	readEvent,
	type SignatureEvent,
} from '../../../../nodes/ESignature/trigger/event';

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

	it.each(['', 'null', '[{}]', '{"a":1}{'])('is not found in %j', (body) => {
		expect(read(body)).toBeUndefined();
	});
});

describe('the envelope of an event', () => {
	it.each([
		[{ envelopeID: ID }],
		[{ envelopeId: ID }],
		[{ envelope_id: ID }],
		[{ envelope: { ID } }],
		[{ documents: [{ id: OTHER }], envelopeID: ID }],
	])('is found in %j', (data) => {
		expect(idIn(data)).toBe(ID);
	});

	it('is found outside of the data as well', () => {
		expect(read({ type: 'A', envelopeID: ID })?.envelopeId).toBe(ID);
	});

	it('is given as the service spells it', () => {
		expect(idIn({ envelopeID: ID.toUpperCase() })).toBe(ID.toUpperCase());
	});

	it.each([
		['EnvelopeSealed', { ID }, ID],
		['EnvelopeSealed', { id: OTHER, envelopeID: ID }, ID],
		['EnvelopeDocumentAdded', { id: ID }, undefined],
	])('of %s with %j is %s', (type, data, expected) => {
		expect(idIn(data, type)).toBe(expected);
	});

	it.each([
		[{}],
		[null],
		[{ envelopeID: `${ID}:cancel` }],
		[{ envelopeID: [ID] }],
		[{ participantID: ID }],
	])('is not found in %j', (data) => {
		expect(idIn(data)).toBeUndefined();
	});
});

describe('an event is wanted', () => {
	const event: SignatureEvent = { id: '1', type: 'EnvelopeSealed', data: {}, envelopeId: ID };

	it.each([
		['all types', ['*'], true],
		['this type and another', ['EnvelopeSent', 'EnvelopeSealed'], true],
		['another type', ['EnvelopeSent'], false],
		['a type that only begins alike', ['Envelope'], false],
	])('by its type, with %s: %s', (_, types, expected) => {
		expect(isWanted(event, { types, envelopeIds: [] })).toBe(expected);
	});

	it.each([
		['this envelope, in capitals', [OTHER, ID.toUpperCase()], true],
		['another envelope', [OTHER], false],
	])('by its envelope, with %s: %s', (_, envelopeIds, expected) => {
		expect(isWanted(event, { types: ['*'], envelopeIds })).toBe(expected);
	});

	it('without an envelope only where none is chosen', () => {
		const about = { ...event, envelopeId: undefined };

		expect(isWanted(about, { types: ['*'], envelopeIds: [] })).toBe(true);
		expect(isWanted(about, { types: ['*'], envelopeIds: [ID] })).toBe(false);
	});
});

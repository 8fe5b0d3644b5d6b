import { isWanted, type SignatureEvent } from '../../../../nodes/ESignature/trigger/event';

const event = (more: Partial<SignatureEvent> = {}): SignatureEvent => ({
	...{ id: '1', type: 'EnvelopeSealed', data: {}, envelopeId: 'abc' },
	...more,
});
const ANY = { types: ['*'], envelopeIds: [] };

it.each([
	['all types', ['*'], true],
	['all types and one', ['EnvelopeSent', '*'], true],
	['this type', ['EnvelopeSent', 'EnvelopeSealed'], true],
	['another type', ['EnvelopeSent'], false],
	['a type that only begins alike', ['Envelope'], false],
	['no type', [], false],
])('an event is wanted by its type: %s', (_, types, expected) => {
	expect(isWanted(event(), { ...ANY, types })).toBe(expected);
});

it.each([
	['any envelope', [], true],
	['nothing but blanks', [' ', ''], true],
	['this envelope, however it is written', ['x', ' ABC '], true],
	['another envelope', ['x'], false],
])('an event is wanted by its envelope: %s', (_, envelopeIds, expected) => {
	expect(isWanted(event(), { ...ANY, envelopeIds })).toBe(expected);
});

it('an event without an envelope is wanted only where no envelope is chosen', () => {
	const about = event({ envelopeId: undefined });

	expect(isWanted(about, ANY)).toBe(true);
	expect(isWanted(about, { ...ANY, envelopeIds: ['abc'] })).toBe(false);
});

it('an event must be wanted by both', () => {
	expect(isWanted(event(), { types: ['EnvelopeSent'], envelopeIds: ['abc'] })).toBe(false);
	expect(isWanted(event(), { types: ['EnvelopeSealed'], envelopeIds: ['x'] })).toBe(false);
});

import { isText } from '../../../checks/mutation/texts';

describe('a literal', () => {
	it.each([
		["'Check the address.'", 'throw new Failure('],
		["'Limit'", 'displayName: '],
		['`The file ${name} is empty`', 'const text = '],
	])('is a text for people: %s', (literal, before) => {
		expect(isText(literal, before)).toBe(true);
	});

	it.each([
		["'envelopeId'", 'name: '],
		["'application/json; charset=utf-8'", 'accept: '],
		["'Content-Disposition: form-data'", 'const head = '],
		["'Bearer '", 'const scheme = '],
		["''", 'description: '],
	])('is part of the code: %s', (literal, before) => {
		expect(isText(literal, before)).toBe(false);
	});
});

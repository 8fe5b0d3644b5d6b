import fc from 'fast-check';

import { readNumber, readSwitch } from '../../../../nodes/ESignature/transport/reply';
import { draws } from '../../../support/draws';

describe('a number of the service', () => {
	it.each([
		[7, 7],
		[-2.5, -2.5],
		['7', 7],
		[' 86400 ', 86_400],
		['1e3', 1_000],
	])('may be %j', (given, expected) => {
		expect(readNumber(given)).toBe(expected);
	});

	it.each<unknown>([
		...['', ' ', 'soon', '7 days', '1e999', '9'.repeat(41), NaN, Infinity, null, undefined, true],
		...[[], [7], {}, { valueOf: () => 7 }, { toString: null, valueOf: null }, 7n, Symbol('7')],
	])('is not %p', (given) => {
		expect(readNumber(given)).toBeUndefined();
	});

	it('is finite or nothing, and never an error', () => {
		fc.assert(
			fc.property(fc.anything(), (given) => {
				const number = readNumber(given);
				return number === undefined || Number.isFinite(number);
			}),
			{ numRuns: draws(5_000) },
		);
	});
});

describe('a switch', () => {
	it.each([
		[true, true],
		['true', true],
		[' TRUE ', true],
		[1, true],
		['1', true],
		[false, false],
		['False', false],
		[0, false],
		['0', false],
	])('given as %j is %j', (given, expected) => {
		expect(readSwitch(given)).toBe(expected);
	});

	it.each<unknown>([
		...['', ' ', 'yes', 'no', 'on', '10', 2, -1, 0.5, NaN, null, undefined],
		...[[], [true], ['true'], {}, { toString: () => 'true' }, { toString: null }, 1n, Symbol('1')],
	])('is not %p', (given) => {
		expect(readSwitch(given)).toBeUndefined();
	});
});

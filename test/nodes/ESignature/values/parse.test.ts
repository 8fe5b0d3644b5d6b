import fc from 'fast-check';

import {
	parseJson,
	parseTime,
	readNumber,
	readSwitch,
} from '../../../../nodes/ESignature/values/parse';
import { draws } from '../../../support/draws';

it('reads JSON, and nothing from what is not JSON', () => {
	expect(parseJson('\ufeff{"a":[1]}')).toEqual({ a: [1] });
	expect(parseJson('{"a":1}x')).toBeUndefined();
});
describe('a number', () => {
	it.each([
		[7, 7],
		[' 86400 ', 86_400],
	])('may be %j', (given, expected) => {
		expect(readNumber(given)).toBe(expected);
	});

	it.each<unknown>(['', 'soon', '9'.repeat(41), null, [7]])('is not %p', (given) => {
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
		[' TRUE ', true],
		['1', true],
		['False', false],
		[0, false],
	])('given as %j is %j', (given, expected) => {
		expect(readSwitch(given)).toBe(expected);
	});

	it.each<unknown>(['', 'yes', 2, ['true']])('is not %p', (given) => {
		expect(readSwitch(given)).toBeUndefined();
	});
});

describe('a time', () => {
	const NOON = Date.UTC(2026, 0, 31, 12, 0, 0);

	it.each([
		['2026-01-31T12:00:00Z', NOON],
		['2026-01-31T12:00:00.123456Z', NOON + 123],
		['2026-01-31T14:00:00+02:00', NOON],
		// Without a zone it is UTC, in whatever zone this n8n is.
		['2026-01-31T12:00:00', NOON],
		['2026-01-31', Date.UTC(2026, 0, 31)],
	])('%j of the service is one moment', (value, time) => {
		expect(parseTime(value)).toBe(time);
	});

	it.each(['yesterday', 7])('%j is no time', (value) => {
		expect(parseTime(value)).toBeNaN();
	});
});

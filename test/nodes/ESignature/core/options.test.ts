import type { INodeProperties } from 'n8n-workflow';

import { isWrongInput } from '../../../../nodes/ESignature/core';
import {
	checkLimits,
	maxConcurrency,
	maxFileSize,
	numberOf,
	optionNumber,
	optionSwitch,
	timeout,
} from '../../../../nodes/ESignature/core/form';
import { callsFor } from './calls';

const call = (options: object) => callsFor([{ options }])[0]!;
const described = { name: 'Do', action: 'Do it', description: 'Does it', properties: [] };
const run = async () => ({ json: {} });

it.each([
	[maxConcurrency, 8],
	[timeout, 60],
	[maxFileSize, 2048],
])('has a usual value: $displayName', (property, usual) => {
	expect(optionNumber(call({}), property)).toBe(usual);
});

it.each([
	[1, 1],
	[0.2, 0.2],
	[3600, 3600],
	['30', 30],
	[' 30 ', 30],
])('takes %j', (value, number) => {
	expect(optionNumber(call({ timeout: value }), timeout)).toBe(number);
});

const WRONG = ['abc', '', ' ', '1,5', 0, -1, NaN, Infinity, true, [30], {}];

it.each([
	...WRONG.map((value) => [timeout, value, ', and at most 3600', 60] as const),
	...WRONG.map((value) => [maxConcurrency, value, ', and at most 50', 8] as const),
	...WRONG.map((value) => [maxFileSize, value, '', 2048] as const),
	[timeout, 3601, ', and at most 3600', 60] as const,
	[maxConcurrency, 51, ', and at most 50', 8] as const,
])('refuses another value, no. %#', (property, value, most, usual) => {
	let raised: unknown;
	try {
		optionNumber(call({ [property.name]: value }), property);
	} catch (error) {
		raised = error;
	}

	expect(isWrongInput(raised)).toBe(true);
	expect(raised).toMatchObject({
		message: `'${property.displayName}' must be a number greater than 0${most}`,
		description: `Correct it in the options, or remove it to use the default (${usual}).`,
	});
});

it('looks at the size of a file only where there is one', () => {
	const wrong = call({ maxFileSize: 'large' });

	expect(() => checkLimits({ ...described, run, options: [maxFileSize] }, wrong)).toThrow(
		"'Max File Size (MB)' must be a number greater than 0",
	);
	expect(() => checkLimits({ ...described, run }, wrong)).not.toThrow();
});

describe('a switch among the options', () => {
	const wait: INodeProperties = {
		displayName: 'Wait for It',
		name: 'wait',
		type: 'boolean',
		default: true,
	};
	const operation = { ...described, run, options: [wait] };

	it.each([
		[{}, true],
		[{ wait: null }, true],
		[{ wait: 'false' }, false],
		[{ wait: 1 }, true],
	])('is read from %j', (options, expected) => {
		expect(optionSwitch(call(options), wait)).toBe(expected);
		expect(() => checkLimits(operation, call(options))).not.toThrow();
	});

	it.each(['yes', '', 'off', 2, [], {}])(
		'is not guessed from %j, whenever it is needed',
		(value) => {
			const wrong = () => checkLimits(operation, call({ wait: value }));

			expect(wrong).toThrow("'Wait for It' must be true or false");
			expect(() => optionSwitch(call({ wait: value }), wait)).toThrow("'Wait for It'");
		},
	);
});

describe('a number of the form', () => {
	const ADVICE = 'Enter another one.';
	const count = { displayName: 'Count', typeOptions: { minValue: 2, numberPrecision: 0 } };

	it('may be anything where its input declares no bounds', () => {
		const values = [-1, 0, 2.5, '1e3'];

		expect(values.map((value) => numberOf(value, { displayName: 'X' }, ADVICE))).toEqual([
			-1, 0, 2.5, 1000,
		]);
		expect(() => numberOf('left', { displayName: 'X' }, ADVICE)).toThrow("'X' is not a number");
	});

	it.each([1, 2.5, -2, '', 'many', NaN])('is whole where its input says so: not %j', (value) => {
		expect(() => numberOf(value, count, ADVICE)).toThrow(
			"'Count' must be a whole number, 2 or greater",
		);
		expect(numberOf('2', count, ADVICE)).toBe(2);
	});
});

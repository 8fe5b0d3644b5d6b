import type { INodeProperties } from 'n8n-workflow';

import { defineOperation, wrongInput } from '../../../../nodes/ESignature/core';
import {
	checkLimits,
	maxConcurrency,
	maxFileSize,
	numberOf,
	optionNumber,
	optionSwitch,
	timeout,
	parametersOf,
} from '../../../../nodes/ESignature/core/form';
import { callsFor } from './calls';

const call = (options: object) => callsFor([{ options }])[0]!;
const described = { name: 'Do', action: 'Do it', description: 'Does it', properties: [] };
const run = async () => ({ json: {} });

it.each([
	[0.2, 0.2],
	[3600, 3600],
	['30', 30],
])('takes the time limit %j', (value, number) => {
	expect(optionNumber(call({ timeout: value }), timeout)).toBe(number);
});

const NUMBER = 'must be a number greater than 0, and at most 3600';
const WHOLE_NUMBER = 'must be a whole number, 1 or greater, and at most 50';

it.each([
	['abc', timeout, NUMBER, ", not 'abc'"],
	[0, timeout, NUMBER, ", not '0'"],
	[3601, timeout, NUMBER, ", not '3601'"],
	['', maxConcurrency, WHOLE_NUMBER, ', but it is empty'],
	[0, maxConcurrency, WHOLE_NUMBER, ", not '0'"],
	[1.5, maxConcurrency, WHOLE_NUMBER, ", not '1.5'"],
	[51, maxConcurrency, WHOLE_NUMBER, ", not '51'"],
])('refuses the number %j', (value, property, rule, found) => {
	expect(() => optionNumber(call({ [property.name]: value }), property)).toThrow(
		wrongInput(`'${property.displayName}' ${rule}${found}`),
	);
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
		[{ wait: 'false' }, false],
	])('is read from %j', (options, expected) => {
		expect(optionSwitch(call(options), wait)).toBe(expected);
		expect(() => checkLimits(operation, call(options))).not.toThrow();
	});

	it('is not guessed from anything else', () => {
		expect(() => checkLimits(operation, call({ wait: 'yes' }))).toThrow("'Wait for It' must be");
	});
});

it('takes any number where its input declares no bounds', () => {
	const numberIn = (value: unknown) => numberOf(value, { displayName: 'X' }, 'Enter another one.');

	expect([-1, 0, 2.5, '1e3'].map(numberIn)).toEqual([-1, 0, 2.5, 1000]);
	expect(() => numberIn('left')).toThrow("'X' must be a number, not 'left'");
});

describe('the form', () => {
	const operation = (name: string) =>
		defineOperation({ name, action: `${name} thing`, description: `To ${name}`, run });

	const parameters = parametersOf([
		{
			name: 'Zebra',
			value: 'zebra',
			default: 'ride',
			operations: { ride: operation('Ride'), feed: operation('Feed') },
		},
		{
			name: 'Ant',
			value: 'ant',
			default: 'watch',
			operations: { watch: operation('Watch') },
		},
	]);

	it('starts with the resources by name, the first one chosen', () => {
		expect(parameters[0]).toMatchObject({
			name: 'resource',
			default: 'zebra',
			noDataExpression: true,
			options: [
				{ name: 'Ant', value: 'ant' },
				{ name: 'Zebra', value: 'zebra' },
			],
		});
	});

	it('offers the operations of each resource by name, with the default of the resource', () => {
		const selectors = parameters.filter(({ name }) => name === 'operation');

		expect(selectors).toHaveLength(2);
		expect(selectors[0]).toMatchObject({
			default: 'ride',
			noDataExpression: true,
			displayOptions: { show: { resource: ['zebra'] } },
			options: [
				{ name: 'Feed', value: 'feed', action: 'Feed thing', description: 'To Feed' },
				{ name: 'Ride', value: 'ride', action: 'Ride thing', description: 'To Ride' },
			],
		});
	});
});

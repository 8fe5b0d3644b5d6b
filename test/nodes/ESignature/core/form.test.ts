import type { INodeProperties } from 'n8n-workflow';

import { defineOperation, wrongInput, type Resource } from '../../../../nodes/ESignature/core';
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
])('takes %j', (value, number) => {
	expect(optionNumber(call({ timeout: value }), timeout)).toBe(number);
});

const NUMBER = 'must be a number greater than 0, and at most 3600';
const WHOLE_NUMBER = 'must be a whole number, 1 or greater, and at most 50';

it.each([
	[timeout, 'abc', NUMBER, ", not 'abc'"],
	[timeout, 0, NUMBER, ", not '0'"],
	[timeout, 3601, NUMBER, ", not '3601'"],
	[maxConcurrency, '', WHOLE_NUMBER, ', but it is empty'],
	[maxConcurrency, 0, WHOLE_NUMBER, ", not '0'"],
	[maxConcurrency, 1.5, WHOLE_NUMBER, ", not '1.5'"],
	[maxConcurrency, 51, WHOLE_NUMBER, ", not '51'"],
])('refuses another value, no. %#', (property, value, rule, found) => {
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
	const input = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
		displayName: name.toUpperCase(),
		name,
		type: 'string',
		default: '',
		...more,
	});

	const operation = (name: string, properties: INodeProperties[], options?: INodeProperties[]) =>
		defineOperation({
			name,
			action: `${name} thing`,
			description: `To ${name}`,
			properties,
			options,
			run: async () => ({ json: {} }),
		});

	const pinned = input('code', { displayOptions: { show: { mode: ['code'] }, hide: { a: [1] } } });
	const RESOURCES: Resource[] = [
		{
			name: 'Zebra',
			value: 'zebra',
			default: 'ride',
			operations: {
				ride: operation('Ride', [input('where'), pinned], [input('zeal'), input('speed')]),
				feed: operation('Feed', [input('what')]),
			},
		},
		{
			name: 'Ant',
			value: 'ant',
			default: 'watch',
			operations: { watch: operation('Watch', [input('where')]) },
		},
	];

	const parameters = parametersOf(RESOURCES);
	const shownFor = (resource: string, operationName: string) =>
		parameters.filter(({ displayOptions }) => {
			const { show = {} } = displayOptions ?? {};
			return show.resource?.includes(resource) && show.operation?.includes(operationName);
		});

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

	it('shows each input for its own operation, then the options', () => {
		expect(shownFor('zebra', 'ride').map(({ name }) => name)).toEqual(['where', 'code', 'options']);
		expect(shownFor('zebra', 'feed').map(({ name }) => name)).toEqual(['what', 'options']);
		expect(shownFor('ant', 'watch').map(({ name }) => name)).toEqual(['where', 'options']);
		expect(shownFor('ant', 'ride')).toEqual([]);
	});

	it('keeps the conditions that an input has of its own', () => {
		expect(shownFor('zebra', 'ride')[1]?.displayOptions).toEqual({
			show: { resource: ['zebra'], operation: ['ride'], mode: ['code'] },
			hide: { a: [1] },
		});
		expect(pinned.displayOptions).toEqual({ show: { mode: ['code'] }, hide: { a: [1] } });
	});

	it('lists the options of an operation together with those that all have, by name', () => {
		const optionsOf = (resource: string, operationName: string) =>
			shownFor(resource, operationName)
				.find(({ name }) => name === 'options')
				?.options?.map((option) => (option as INodeProperties).displayName);

		expect(optionsOf('zebra', 'ride')).toEqual([
			'Max Concurrency',
			'SPEED',
			'Timeout (Seconds)',
			'ZEAL',
		]);
		expect(optionsOf('zebra', 'feed')).toEqual(['Max Concurrency', 'Timeout (Seconds)']);
	});
});

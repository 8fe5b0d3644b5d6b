import type { INodeProperties } from 'n8n-workflow';

import { isWrongInput, defineOperation, type Resource } from '../../../../nodes/ESignature/core';
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

const NUMBER = 'must be a number greater than 0, and at most 3600';
const WHOLE_NUMBER = 'must be a whole number, 1 or greater, and at most 50';
const WRONG = ['abc', '', ' ', '1,5', 0, -1, NaN, Infinity, true, [30], {}];

it.each([
	...WRONG.map((value) => [timeout, value, NUMBER, 60] as const),
	...[...WRONG, 0.5].map((value) => [maxConcurrency, value, WHOLE_NUMBER, 8] as const),
	[timeout, 3601, NUMBER, 60] as const,
	[maxConcurrency, 51, WHOLE_NUMBER, 8] as const,
])('refuses another value, no. %#', (property, value, rule, usual) => {
	let raised: unknown;
	try {
		optionNumber(call({ [property.name]: value }), property);
	} catch (error) {
		raised = error;
	}

	expect(isWrongInput(raised)).toBe(true);
	expect(raised).toMatchObject({
		message: `'${property.displayName}' ${rule}`,
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

describe('the parameters of the node', () => {
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
				ride: operation('Ride', [input('where'), pinned], [input('zeal'), input('ardour')]),
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

	describe('the form', () => {
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
			expect(shownFor('zebra', 'ride').map(({ name }) => name)).toEqual([
				'where',
				'code',
				'options',
			]);
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
				'ARDOUR',
				'Max Concurrency',
				'Timeout (Seconds)',
				'ZEAL',
			]);
			expect(optionsOf('zebra', 'feed')).toEqual(['Max Concurrency', 'Timeout (Seconds)']);
		});

		it('of nothing is a selector without choices', () => {
			expect(parametersOf([])).toMatchObject([{ name: 'resource', options: [], default: '' }]);
		});
	});
});

import type { INodeProperties } from 'n8n-workflow';

import { defineOperation, type Resource } from '../../../../nodes/ESignature/core';
import { parametersOf } from '../../../../nodes/ESignature/core/form';

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

import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Resource } from './operation';
import { SHARED_OPTIONS } from './options';

/** The whole form, derived: selectors, inputs, and when each is visible. */
export function parametersOf(resources: readonly Resource[]): INodeProperties[] {
	const chosen = resources[0]?.value ?? '';
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: sorted(resources.map(({ name, value }) => ({ name, value }))),
			default: chosen,
		},
		...resources.flatMap((resource) => [operationSelector(resource), ...inputs(resource)]),
	];
}

function operationSelector({ value, operations, default: chosen }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: sorted(
			Object.entries(operations).map(([key, { name, action, description }]) => ({
				name,
				value: key,
				action,
				description,
			})),
		),
		default: chosen,
	};
}

function inputs({ value, operations }: Resource): INodeProperties[] {
	return Object.entries(operations).flatMap(([key, operation]) =>
		[...operation.properties, optionsOf(operation)].map((property) => ({
			...property,
			displayOptions: {
				...property.displayOptions,
				show: { resource: [value], operation: [key], ...property.displayOptions?.show },
			},
		})),
	);
}

function optionsOf({ options = [] }: Operation): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: sorted([...options, ...SHARED_OPTIONS], 'displayName'),
	};
}

function sorted<Entry extends object>(entries: Entry[], by = 'name'): Entry[] {
	const text = (entry: Entry) => String((entry as Record<string, unknown>)[by]);
	return [...entries].sort((a, b) => text(a).localeCompare(text(b), 'en'));
}

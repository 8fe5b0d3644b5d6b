import type { INodeProperties } from 'n8n-workflow';

import { wrongInput } from '../errors/userError';
import type { Texts } from '../transport';
import type { Call, Operation, Resource } from './operation';

/** Read once per run, from the first item. */
export const maxConcurrency: INodeProperties = {
	displayName: 'Max Concurrency',
	name: 'maxConcurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50 },
	default: 8,
	description:
		'How many requests may run at the same time. Lower it if the service limits your requests.',
};

export const timeout: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 60,
	description:
		'How long to wait for an answer. For a download, it limits the longest pause, not the whole transfer.',
};

/** For operations that download. */
export const maxFileSize: INodeProperties = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 2048,
	description:
		'Largest file to download. A larger one is stopped before it fills the disk or the memory.',
};

/** Entries of the Options collection that every operation has. */
const SHARED_OPTIONS: INodeProperties[] = [maxConcurrency, timeout];

/** What the client says beyond the general: each step's refusals, and the options that help. */
export const textsOf = (resources: readonly Resource[]): Texts => ({
	refusals: Object.assign({}, ...resources.map(({ refusals }) => refusals)) as Texts['refusals'],
	advice: {
		429: `Lower '${maxConcurrency.displayName}' in the options of this node.`,
		timeout: `Increase '${timeout.displayName}' in the options of this node.`,
		tooLarge: `If this is a download, increase '${maxFileSize.displayName}' in the options of this node. If not, the address may be wrong.`,
	},
});

/** The number of an option. The form has bounds of its own, but an expression can give anything. */
export function optionNumber(
	{ option }: Pick<Call, 'option'>,
	{ name, displayName, default: usual, typeOptions }: INodeProperties,
): number {
	const value = option<unknown>(name, usual);
	const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
	const most = typeOptions?.maxValue;
	if (Number.isFinite(number) && number > 0 && number <= (most ?? Infinity)) return number;
	throw wrongInput(
		most === undefined
			? `'${displayName}' must be a number greater than 0`
			: `'${displayName}' must be a number greater than 0, and at most ${most}`,
		`Correct it in the options, or remove it to use the default (${String(usual)}).`,
	);
}

/** Raises if a limit of this item cannot be kept. */
export function checkLimits({ options = [] }: Operation, call: Pick<Call, 'option'>): void {
	optionNumber(call, timeout);
	if (options.includes(maxFileSize)) optionNumber(call, maxFileSize);
}

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

/** What the canvas shows below the node, in the words of the form; n8n would show bare values: "getAll: envelope". */
export function subtitleOf(resources: readonly Resource[]): string {
	const names = resources.flatMap(({ name: of, value, operations }) =>
		Object.entries(operations).map(([key, { name }]) => [`${value}.${key}`, `${name}: ${of}`]),
	);
	const texts = JSON.stringify(Object.fromEntries(names));
	// The parameters of a workflow from elsewhere may name what this version does not have.
	return `={{ (${texts})[$parameter["resource"] + "." + $parameter["operation"]] ?? $parameter["operation"] }}`;
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
		[...inputsOf(operation), optionsOf(operation)].map((property) => ({
			...property,
			displayOptions: {
				...property.displayOptions,
				show: { resource: [value], operation: [key], ...property.displayOptions?.show },
			},
		})),
	);
}

/** A notice concerns all of the form, so it stands above the IDs. */
export const inputsOf = ({ ids = [], properties = [] }: Operation): INodeProperties[] => [
	...properties.filter(({ type }) => type === 'notice'),
	...ids.map(({ property }) => property),
	...properties.filter(({ type }) => type !== 'notice'),
];

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

/**
 * As n8n lists things. The texts are English and ours; `localeCompare` would first load the rules of every language,
 * which takes a seventh of the time that the package needs to load.
 */
export function sorted<Entry extends object>(entries: Entry[], by = 'name'): Entry[] {
	const text = (entry: Entry) => String((entry as Record<string, unknown>)[by]).toLowerCase();
	return [...entries].sort((a, b) => (text(a) < text(b) ? -1 : Number(text(a) > text(b))));
}

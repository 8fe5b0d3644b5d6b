import type { INodeProperties } from 'n8n-workflow';

import { butIs, sorted } from '../values/text';
import { wrongInput } from '../errors/userError';
import type { Texts } from '../errors/sentences';
import { readNumber, readSwitch } from '../values/parse';
import type { Call, Operation, Resource } from './operation';

/** Read once per run, from the first item. */
export const maxConcurrency: INodeProperties = {
	displayName: 'Max Concurrency',
	name: 'maxConcurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	default: 8,
	description: 'How many requests may run at the same time',
};

export const timeout: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 60,
	description: 'How long to wait for a response or, during a download, for more data',
};

/** For operations that download. */
export const maxFileSize: INodeProperties = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 2048,
	description: 'Larger files are not downloaded',
};

/** Entries of the Options collection that every operation has. */
const SHARED_OPTIONS: INodeProperties[] = [maxConcurrency, timeout];

/** The sentences that only the operations know: their refusals, and the options that help. */
export const textsOf = (resources: readonly Resource[]): Texts => ({
	refusals: Object.assign({}, ...resources.map(({ refusals }) => refusals)) as Texts['refusals'],
	advice: {
		429: `Lower '${maxConcurrency.displayName}' in the options of this node.`,
		timeout: `Increase '${timeout.displayName}' in the options of this node.`,
		tooLarge: `If this is a download, increase '${maxFileSize.displayName}' in the options of this node. If not, the address may be wrong.`,
	},
});

/** A switch of the form or of a row. An expression can give anything: what was meant by it is not guessed. */
export function switchOf(value: unknown, { displayName }: Labeled): boolean {
	const isOn = readSwitch(value);
	if (isOn !== undefined) return isOn;
	throw wrongInput(`'${displayName}' must be true or false${butIs(value)}`, 'Turn it on or off.');
}

/** A number within the bounds that its input declares: the form keeps them, but an expression can give anything. */
export function numberOf(value: unknown, input: Labeled, advice: string): number {
	const number = readNumber(value);
	if (number !== undefined && isWithin(number, input.typeOptions)) return number;
	throw wrongInput(
		`'${input.displayName}' must be ${describeRule(input.typeOptions)}${butIs(value)}`,
		advice,
	);
}

type Labeled = Pick<INodeProperties, 'displayName' | 'typeOptions'>;

type Bounds = INodeProperties['typeOptions'];

function isWithin(number: number, { minValue, maxValue, numberPrecision }: Bounds = {}): boolean {
	const isWhole = numberPrecision === 0;
	if (number > (maxValue ?? Infinity) || (isWhole && !Number.isInteger(number))) return false;
	if (minValue === undefined) return true;
	// The form counts seconds and megabytes by ones, so it begins with 1; an expression may ask for less.
	return isWhole ? number >= minValue : number > 0;
}

/** Numbers as they are entered, without commas. */
function describeRule({ minValue, maxValue, numberPrecision }: Bounds = {}): string {
	if (minValue === undefined) return 'a number';
	const limit = maxValue === undefined ? '' : `, and at most ${maxValue}`;
	if (numberPrecision === 0) return `a whole number, ${minValue} or greater${limit}`;
	return `a number greater than 0${limit}`;
}

export const optionNumber = ({ option }: Pick<Call, 'option'>, input: INodeProperties): number =>
	numberOf(
		option<unknown>(input.name, input.default),
		input,
		`Correct it in the options, or remove it to use the default (${String(input.default)}).`,
	);

/** Whether an option is on. `ifNotAdded`: its value if it is not added, where that is not the one that it is added with. */
export const optionSwitch = (
	{ option }: Pick<Call, 'option'>,
	input: INodeProperties,
	ifNotAdded = input.default,
): boolean => switchOf(option<unknown>(input.name, ifNotAdded), input);

/** Throws if an option of this item cannot be used, though it may decide only what is shown in the end. */
export function checkLimits({ options = [] }: Operation, call: Pick<Call, 'option'>): void {
	if (options.includes(maxFileSize)) optionNumber(call, maxFileSize);
	for (const input of options) if (input.type === 'boolean') optionSwitch(call, input);
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

/** The subtitle on the canvas, in the words of the form; n8n would show bare values: "getAll: envelope". */
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
const inputsOf = ({ ids = [], properties = [] }: Operation): INodeProperties[] => [
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

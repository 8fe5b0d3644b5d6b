import type {
	IConnections,
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
	IWorkflowSettings,
} from 'n8n-workflow';

import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';
import { belongingTo, pairsOf } from './parameters';
import { sources } from './repository';

export interface ExampleWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings: IWorkflowSettings;
}

/** File name -> text of each workflow. */
export const EXAMPLES = new Map(
	[...sources(['examples'], ['.json'])].map(([path, text]) => [path.split('/').at(-1) ?? '', text]),
);

const ACTION = new ESignature().description;
const TRIGGER = new ESignatureTrigger().description;
const POLLING = new ESignaturePollingTrigger().description;
/** Added by n8n to a node that is used as a tool. */
const TOOL_INPUTS = ['descriptionType', 'toolDescription'];

/** Whatever one of our nodes is told that its description does not know. */
export function unknownIn({ type, parameters }: INode): string[] {
	switch (type) {
		case 'n8n-nodes-esignature.eSignature':
			return unknownAction(ACTION, parameters);
		case 'n8n-nodes-esignature.eSignatureTool': {
			const rest = Object.entries(parameters).filter(([name]) => !TOOL_INPUTS.includes(name));
			return unknownAction(ACTION, Object.fromEntries(rest));
		}
		case 'n8n-nodes-esignature.eSignatureTrigger':
			return unknownValues(TRIGGER.properties, parameters);
		case 'n8n-nodes-esignature.eSignaturePollingTrigger': {
			// n8n adds the times to each node that polls.
			const rest = Object.entries(parameters).filter(([name]) => name !== 'pollTimes');
			return unknownValues(POLLING.properties, Object.fromEntries(rest));
		}
		default:
			return type.startsWith('n8n-nodes-esignature.') ? [`node ${type}`] : [];
	}
}

function unknownAction(description: INodeTypeDescription, parameters: INodeParameters): string[] {
	const { resource, operation, ...inputs } = parameters;
	const pair = { resource: String(resource), operation: String(operation) };
	const known = pairsOf(description).some(
		(one) => one.resource === pair.resource && one.operation === pair.operation,
	);
	if (!known) return [`operation ${pair.resource}/${pair.operation}`];
	return unknownValues(belongingTo(description, pair), inputs);
}

function unknownValues(properties: INodeProperties[], values: object): string[] {
	return Object.entries(values).flatMap(([name, value]) => {
		const candidates = properties.filter((property) => property.name === name);
		if (candidates.length === 0) return [`input ${name}`];
		const results = candidates.map((property) => unknownValue(property, value));
		return results.find((unknown) => unknown.length === 0) ?? results.flat();
	});
}

function unknownValue(property: INodeProperties, value: unknown): string[] {
	const { name, type, options = [] } = property;
	if (isExpression(value)) return [];
	switch (type) {
		case 'collection':
			return unknownValues(options as INodeProperties[], value as object);
		case 'fixedCollection':
			return Object.entries(value as Record<string, object | object[]>).flatMap(([key, rows]) => {
				const group = (options as INodePropertyCollection[]).find((one) => one.name === key);
				return group
					? [rows].flat().flatMap((row) => unknownValues(group.values, row))
					: [`list ${name}.${key}`];
			});
		case 'options':
		case 'multiOptions': {
			const known = (options as INodePropertyOptions[]).map((option) => option.value);
			return [value]
				.flat()
				.filter((one) => !isExpression(one) && !known.includes(one as string))
				.map((one) => `value ${name}=${String(one)}`);
		}
		case 'resourceLocator': {
			const { __rl, mode } = value as { __rl?: boolean; mode?: string };
			const known = property.modes?.some((one) => one.name === mode);
			return __rl && known ? [] : [`locator ${name}`];
		}
		default:
			return typeof value === typeof property.default ? [] : [`${typeof value} for ${name}`];
	}
}

const isExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=');

/** The names in each connection, from and to. */
export const linked = ({ connections }: ExampleWorkflow): string[] =>
	Object.entries(connections).flatMap(([from, outputs]) => [
		from,
		...Object.values(outputs).flatMap((list) =>
			list.flatMap((targets) => (targets ?? []).map(({ node }) => node)),
		),
	]);

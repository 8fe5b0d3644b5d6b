import {
	NodeConnectionTypes,
	NodeHelpers,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';
import { withFrozenInput } from './frozenInput';
import type { Types } from './types';

export const PACKAGE = 'n8n-nodes-esignature';
export const START = 'testHarness.start';

/** Emits the items of the run, as a trigger would. */
function startType(items: INodeExecutionData[]): INodeType {
	return {
		description: {
			displayName: 'Start',
			name: 'start',
			group: ['trigger'],
			version: 1,
			description: '',
			defaults: { name: 'Start' },
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		execute: async () => [items],
	};
}

/** n8n's registry of node types for one run; full names as in a workflow: `<package>.<name>`. */
export function nodeTypesFor(
	types: Types,
	items: INodeExecutionData[],
	others: Record<string, INodeType> = {},
): INodeTypes {
	const known = new Map(types.nodes.map((type) => [`${PACKAGE}.${type.description.name}`, type]));
	const ownTypes: Record<string, INodeType> = { [START]: startType(items), ...others };
	const find = (name: string) => {
		if (ownTypes[name]) return ownTypes[name];
		const type = known.get(name);
		if (!type) throw new Error(`Unknown node type ${name}`);
		return type;
	};
	return {
		getKnownTypes: () => ({}),
		getByName: find,
		getByNameAndVersion: (name, version) => {
			const type = NodeHelpers.getVersionedNodeType(find(name), version);
			return ownTypes[name] ? type : withFrozenInput(type);
		},
	};
}

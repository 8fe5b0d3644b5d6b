import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

export interface Pair {
	resource: string;
	operation: string;
}

/** Every resource with every operation that its selector offers. */
export function pairsOf({ properties }: INodeTypeDescription): Pair[] {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				(options as INodePropertyOptions[]).map(({ value }) => ({
					resource: String(resource),
					operation: String(value),
				})),
			),
		);
}

const nodeFor = (parameters: INodeParameters): INode => ({
	id: '1',
	name: 'Node',
	type: 'eSignature',
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

/** The inputs a user sees right after choosing resource and operation. */
export function visibleFor(description: INodeTypeDescription, pair: Pair): INodeProperties[] {
	const chosen = nodeFor({ ...pair });
	const { properties } = description;
	const values =
		NodeHelpers.getNodeParameters(properties, { ...pair }, true, false, chosen, description) ?? {};
	return properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, chosen, description),
	);
}

/** The inputs that belong to the pair, also those that wait for another input's value. */
export function belongingTo(description: INodeTypeDescription, pair: Pair): INodeProperties[] {
	return description.properties
		.filter(({ name }) => name !== 'resource' && name !== 'operation')
		.filter((property) => {
			const conditions = Object.entries(property.displayOptions?.show ?? {}).filter(([name]) =>
				['resource', 'operation'].includes(name),
			);
			const displayOptions = { show: Object.fromEntries(conditions) };
			return NodeHelpers.displayParameter(
				{ ...pair },
				{ ...property, displayOptions },
				nodeFor({ ...pair }),
				description,
			);
		});
}

export function duplicates(names: string[]): string[] {
	return names.filter((name, index) => names.indexOf(name) !== index);
}

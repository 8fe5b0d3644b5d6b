import {
	Workflow,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';

/** What the canvas shows below the name of a node. */
function shown(type: INodeType, parameters: INodeParameters): unknown {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: 'any',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const nodeTypes = { getByNameAndVersion: () => type } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { subtitle } = type.description;
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

const choices = ({ options }: INodeProperties) => options as INodePropertyOptions[];

describe('below the action node', () => {
	const node = new ESignature();
	const { properties } = node.description;
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(choices);
	const operations = resources.flatMap((resource) =>
		properties
			.filter(({ name }) => name === 'operation')
			.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource.value))
			.flatMap(choices)
			.map((operation) => ({ resource, operation, text: `${operation.name}: ${resource.name}` })),
	);

	it('stands every operation as the form names it', () => {
		expect(operations.length).toBeGreaterThan(resources.length);
		for (const { resource, operation, text } of operations) {
			const parameters = { resource: resource.value, operation: operation.value };
			expect(shown(node, parameters)).toBe(text);
		}
	});

	it('stands the bare value of an operation that is not known here', () => {
		expect(shown(node, { resource: 'envelope', operation: 'frame' })).toBe('frame');
	});
});

describe.each([new ESignatureTrigger(), new ESignaturePollingTrigger()])(
	'below a trigger',
	(trigger) => {
		const events = trigger.description.properties
			.filter(({ name }) => name === 'events')
			.flatMap(choices);

		it('stands every event as the form names it', () => {
			for (const { name, value } of events) {
				expect(shown(trigger, { events: [String(value)] })).toBe(name);
			}
		});

		it('stand all events that were chosen', () => {
			expect(shown(trigger, { events: ['EnvelopeSealed', 'EnvelopeCancelled'] })).toBe(
				'Envelope Sealed, Envelope Canceled',
			);
		});

		it('stands what an expression gives, be it a text', () => {
			expect(shown(trigger, { events: '={{ "EnvelopeSealed" }}' })).toBe('Envelope Sealed');
		});
	},
);

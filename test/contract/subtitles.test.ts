import {
	Workflow,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';

/** The text below the name of a node on the canvas. */
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

const parametersOf = (resource: string, operation: string) => ({ resource, operation });

it.each<[string, INodeType, INodeParameters, string]>([
	['an operation', new ESignature(), parametersOf('envelope', 'getAll'), 'Get Many: Envelope'],
	['an unknown operation', new ESignature(), parametersOf('envelope', 'frame'), 'frame'],
	['all events', new ESignatureTrigger(), { events: ['*'] }, 'All Events'],
	[
		'several events',
		new ESignatureTrigger(),
		{ events: ['EnvelopeSentForSignature', 'EnvelopeCancelled'] },
		'Envelope Sent for Signature, Envelope Canceled',
	],
	[
		'an expression that gives a text',
		new ESignaturePollingTrigger(),
		{ events: '={{ "EnvelopeSealed" }}' },
		'Envelope Sealed',
	],
])('the node shows %s in words', (_, type, parameters, subtitle) => {
	expect(shown(type, parameters)).toBe(subtitle);
});

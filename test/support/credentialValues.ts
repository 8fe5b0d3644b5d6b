import { getAdditionalKeys } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

type Data = ICredentialDataDecryptedObject;

const anyNode: INode = {
	id: '',
	name: '',
	type: 'mock',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const noNodeType = { description: { properties: [] } };

const noNodeTypes = {
	getByName: () => noNodeType,
	getByNameAndVersion: () => noNodeType,
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;

/** Defaults, then what is stored; only declared properties; expressions see the item that is given. */
export function readableValues(
	properties: INodeProperties[],
	stored: Data,
	additionalData: IWorkflowExecuteAdditionalData,
	mode: WorkflowExecuteMode,
	executeData?: IExecuteData,
	values?: ICredentialsExpressionResolveValues,
): Data {
	const raw = stored as INodeParameters;
	const data = NodeHelpers.getNodeParameters(properties, raw, true, false, null, null) ?? {};
	const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
	if (values) {
		return values.workflow.expression.getParameterValue(
			data,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			keys,
			executeData,
			false,
			data,
		) as unknown as Data;
	}
	const workflow = new Workflow({
		nodes: [anyNode],
		connections: {},
		active: false,
		nodeTypes: noNodeTypes,
	});
	return workflow.expression.getComplexParameterValue(
		anyNode,
		data,
		mode,
		keys,
		undefined,
		undefined,
		data,
	) as unknown as Data;
}

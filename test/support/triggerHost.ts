import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { CredentialStore } from './credentialStore';
import { HostCredentials } from './hostCredentials';
import { nodeTypesFor, PACKAGE } from './nodeTypes';
import { typesOfSources } from './types';

/** Required by n8n's contexts of a trigger. */
export interface TriggerHost {
	node: INode;
	type: INodeType;
	additionalData: IWorkflowExecuteAdditionalData;
	/** The workflow with the node, over what n8n keeps with it. */
	workflow(staticData?: IDataObject): Workflow;
}

export async function triggerHost(
	name: 'eSignatureTrigger' | 'eSignaturePollingTrigger',
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
): Promise<TriggerHost> {
	const types = await typesOfSources();
	const nodeTypes = nodeTypesFor(types, []);
	const store = new CredentialStore();
	const byName = new Map(types.credentials.map((type) => [type.name, type]));
	const node: INode = {
		id: 't',
		name: 'Trigger',
		type: `${PACKAGE}.${name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { eSignatureApi: store.add(credential) },
	};
	return {
		node,
		type: nodeTypes.getByNameAndVersion(node.type, 1) as INodeType,
		additionalData: additionalDataFor({
			credentialsHelper: new HostCredentials(byName, store),
			executionId: '1',
		}),
		workflow: (staticData) =>
			new Workflow({
				id: 'triggered',
				nodes: [node],
				connections: {},
				active: true,
				nodeTypes,
				staticData,
			}),
	};
}

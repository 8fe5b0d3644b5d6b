import { WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type IWebhookData,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { CredentialStore } from './credentialStore';
import { HostCredentials } from './hostCredentials';
import { nodeTypesFor, PACKAGE } from './nodeTypes';
import { typesOfSources } from './types';

/** What n8n gives a webhook of the trigger, with this credential. */
export async function webhookContext(
	credential: ICredentialDataDecryptedObject,
): Promise<WebhookContext> {
	const types = await typesOfSources();
	const store = new CredentialStore();
	const byName = new Map(types.credentials.map((type) => [type.name, type]));
	const node: INode = {
		id: 't',
		name: 'Trigger',
		type: `${PACKAGE}.eSignatureTrigger`,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { eSignatureApi: store.add(credential) },
	};
	return new WebhookContext(
		new Workflow({
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: nodeTypesFor(types, []),
		}),
		node,
		additionalDataFor({
			credentialsHelper: new HostCredentials(byName, store),
			executionId: '1',
		}),
		'webhook',
		{} as IWebhookData,
		[],
		null,
	);
}

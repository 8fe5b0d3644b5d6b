import type { INode } from 'n8n-workflow';

import type { CredentialReference } from '../../../host/host';
import { chain, CREDENTIAL, manualTrigger, type NewWorkflow } from '../../../host/workflows';

export const HTTP_REQUEST = 'HTTP Request';

/** n8n's own node with our credential. */
export const httpRequest = (
	url: string,
	credential: CredentialReference,
	parameters: Partial<INode['parameters']> = {},
	more: Partial<INode> = {},
): NewWorkflow =>
	chain(`HTTP ${url}`, [
		manualTrigger,
		{
			name: HTTP_REQUEST,
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: CREDENTIAL,
				...parameters,
			},
			credentials: { [CREDENTIAL]: credential },
			...more,
		},
	]);

import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { EVENTS_SUBTITLE } from './trigger/form';
import { properties } from './polling/form';
import { poll } from './polling/poll';

export class ESignaturePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'E-Signature Polling Trigger',
		name: 'eSignaturePollingTrigger',
		icon: {
			light: 'file:../../icons/esignature.svg',
			dark: 'file:../../icons/esignature.dark.svg',
		},
		group: ['trigger'],
		version: [1],
		subtitle: EVENTS_SUBTITLE,
		description:
			'Starts the workflow when a Nitro Sign envelope is created or its status changes. n8n needs no public address.',
		defaults: { name: 'E-Signature Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'eSignatureApi', required: true }],
		builderHint: {
			searchHint:
				"Use it where n8n has no public address; otherwise 'eSignatureTrigger' starts the workflow at once. The ID for the next steps is in 'envelopeId', the status that the envelope had before in 'statusBefore'.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureTrigger',
					relationHint: 'The same without delay, where the service can reach n8n',
				},
			],
		},
		properties,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}

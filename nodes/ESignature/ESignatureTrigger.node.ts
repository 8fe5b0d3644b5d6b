import type {
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { EVENTS_SUBTITLE, properties } from './trigger/form';
import { ACTIVATED, LISTENING, PANEL, UNVERIFIED_HINT } from './trigger/texts';
import { receive } from './trigger/webhook';

export class ESignatureTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'E-Signature Trigger',
		name: 'eSignatureTrigger',
		icon: {
			light: 'file:../../icons/esignature.svg',
			dark: 'file:../../icons/esignature.dark.svg',
		},
		group: ['trigger'],
		version: [1],
		subtitle: EVENTS_SUBTITLE,
		// n8n's panel shows it for the package as a whole.
		description:
			'Send documents for signature with Nitro Sign, and start workflows when they are signed',
		eventTriggerDescription: LISTENING,
		activationMessage: ACTIVATED,
		triggerPanel: PANEL,
		defaults: { name: 'E-Signature Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'eSignatureApi', required: true }],
		hints: [
			{
				message: UNVERIFIED_HINT,
				type: 'warning',
				displayCondition: '={{ $parameter["verification"] === "none" }}',
			},
		],
		builderHint: {
			searchHint:
				"n8n needs a public address for it, and an administrator of the service has to enter the production URL there. Where that is not possible, use 'eSignaturePollingTrigger'. The ID for the next steps is in 'envelopeId'.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignaturePollingTrigger',
					relationHint: 'The same where n8n has no public address',
				},
			],
		},
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode: 'onReceived',
				responseData: 'noData',
			},
			{
				// A service may check that an address exists before it registers it.
				name: 'setup',
				httpMethod: 'GET,HEAD',
				path: 'webhook',
				responseMode: 'onReceived',
				responseData: 'noData',
				ndvHideUrl: true,
			},
		],
		properties,
	};

	// There is no endpoint to register a webhook (docs/api.md, Webhooks): its URL is pasted into the administration
	// page by hand. So there is nothing to look for, to create or to remove.
	webhookMethods = {
		default: {
			async checkExists(): Promise<boolean> {
				return true;
			},
			async create(): Promise<boolean> {
				return true;
			},
			async delete(): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}

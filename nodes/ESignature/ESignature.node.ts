import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { LOCATORS, RESOURCES } from './actions';
import { parametersOf, subtitleOf, textsOf } from './core/form';
import { listSearchOf } from './core/locator';
import { execute } from './waiting/execute';

const TEXTS = textsOf(RESOURCES);

export class ESignature implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'E-Signature',
		name: 'eSignature',
		icon: {
			light: 'file:../../icons/esignature.svg',
			dark: 'file:../../icons/esignature.dark.svg',
		},
		group: ['transform'],
		version: [1],
		subtitle: subtitleOf(RESOURCES),
		description: 'Send documents for signature with Nitro Sign and archive the signed files',
		defaults: { name: 'E-Signature' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'eSignatureApi', required: true }],
		hints: [
			{
				message:
					'Anyone with a signing URL can sign, and executions store it. Turn off saving executions in the workflow settings.',
				type: 'warning',
				displayCondition: '={{ $parameter["operation"] === "getSigningUrls" }}',
				whenToDisplay: 'beforeExecution',
			},
		],
		builderHint: {
			searchHint:
				"To send a document for signature, use the one operation 'createAndSend' (resource 'envelope'), not single steps; its option 'waitUntilSigned' continues the workflow once the envelope is signed. To archive what was signed, use 'getAll' with a status filter, then 'downloadEvidence' with 'output' set to 'file', then write or upload the binary field 'data' under the name in 'name'.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-esignature.eSignatureTrigger',
					relationHint: 'Starts a workflow when an envelope is signed, declined or sealed',
				},
				{
					nodeType: 'n8n-nodes-esignature.eSignaturePollingTrigger',
					relationHint: 'The same where n8n has no public address',
				},
			],
		},
		properties: parametersOf(RESOURCES),
	};

	methods = { listSearch: listSearchOf(LOCATORS, TEXTS) };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, TEXTS);
	}
}

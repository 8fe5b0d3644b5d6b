import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { LOCATORS, RESOURCES } from './actions';
import { execute, listSearchOf, parametersOf, subtitleOf, textsOf } from './core';

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
		description:
			'Send envelopes for electronic signature, start workflows when they are signed, and archive what was signed',
		defaults: { name: 'E-Signature' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: parametersOf(RESOURCES),
	};

	methods = { listSearch: listSearchOf(LOCATORS, textsOf(RESOURCES)) };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, RESOURCES);
	}
}

import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

export type HelperName =
	| 'httpRequestWithAuthentication'
	| 'requestWithAuthentication'
	| 'requestWithAuthenticationPaginated';

/** A node of another package that uses our credential, with each helper that n8n has. */
export class OtherNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Other',
		name: 'other',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Other' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: [
			{ displayName: 'Helper', name: 'helper', type: 'string', default: '' },
			{ displayName: 'Request', name: 'request', type: 'json', default: '' },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const options = JSON.parse(String(this.getNodeParameter('request', 0))) as object;
		const helper = this.getNodeParameter('helper', 0) as HelperName;
		const helpers = this.helpers as unknown as Record<
			HelperName,
			(...all: unknown[]) => Promise<unknown>
		>;
		const pages = { continue: false, request: {}, requestInterval: 0 };
		const more = helper.endsWith('Paginated') ? [0, pages, 'eSignatureApi'] : [];
		await (more.length > 0
			? helpers[helper].call(this, options, ...more)
			: helpers[helper].call(this, 'eSignatureApi', options));
		return [[{ json: {} }]];
	}
}

/* eslint-disable @n8n/community-nodes/require-node-api-error --
   a node that lets everything through */
import {
	NodeApiError,
	NodeConnectionTypes,
	NodeOperationError,
	sleep,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type IExecuteFunctions,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

type Act = (this: IExecuteFunctions, item: number) => Promise<INodeExecutionData>;

const CREDENTIAL = 'probeApi';

async function get(this: IExecuteFunctions | ILoadOptionsFunctions, path: string) {
	const { baseUrl } = await this.getCredentials(CREDENTIAL);
	return await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, {
		url: `${String(baseUrl)}${path}`,
		json: true,
	});
}

const acts: Record<string, Act> = {
	async echo(item) {
		const text = this.getNodeParameter('text', item);
		return { json: { text }, pairedItem: { item } };
	},
	async fail(item) {
		throw new NodeOperationError(this.getNode(), 'It did not work', { itemIndex: item });
	},
	async change(item) {
		const input = this.getInputData()[item] as INodeExecutionData;
		input.json.changed = true;
		return { json: {}, pairedItem: { item } };
	},
	async store(item) {
		const bytes = Buffer.from(String(this.getNodeParameter('text', item)));
		const data = await this.helpers.prepareBinaryData(bytes, 'probe.txt', 'text/plain');
		return { json: {}, binary: { data }, pairedItem: { item } };
	},
	async read(item) {
		return { json: { ...(await this.getCredentials(CREDENTIAL)) }, pairedItem: { item } };
	},
	async request(item) {
		return { json: await get.call(this, '/thing'), pairedItem: { item } };
	},
	async wait(item) {
		await get.call(this, '/thing');
		await sleep(60_000, this.getExecutionCancelSignal());
		return { json: {}, pairedItem: { item } };
	},
	async leak() {
		const cause = { message: 'x', response: { status: 400, data: { text: 'canary-1' } } };
		throw new NodeApiError(this.getNode(), cause);
	},
};

/** A node that does one thing per operation, to prove the harness and nothing else. */
export class Probe implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Probe',
		name: 'probe',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Probe' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [
			{ displayName: 'Operation', name: 'operation', type: 'string', default: 'echo' },
			{ displayName: 'Text', name: 'text', type: 'string', default: 'a', required: true },
		],
	};

	methods = {
		listSearch: {
			async things(this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) {
				const kind = this.getCurrentNodeParameter('kind');
				const { name } = (await get.call(this, '/thing')) as { name: string };
				const shown = `${name} ${String(kind)} ${filter} ${paginationToken}`;
				return { results: [{ name: shown, value: '1' }] } satisfies INodeListSearchResult;
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const done: INodeExecutionData[] = [];
		for (const item of this.getInputData().keys()) {
			const operation = String(this.getNodeParameter('operation', item));
			try {
				done.push(await (acts[operation] as Act).call(this, item));
			} catch (error) {
				if (!this.continueOnFail()) throw error;
				done.push({ json: { error: (error as Error).message }, pairedItem: { item } });
			}
		}
		return [done];
	}
}

/** Exchanges a secret for a token, as n8n's own mechanism wants it. */
export class ProbeApi implements ICredentialType {
	name = CREDENTIAL;

	displayName = 'Probe API';

	properties: INodeProperties[] = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{
			displayName: 'Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/thing' },
		rules: [
			{
				type: 'responseSuccessBody',
				properties: { key: 'problem.kind', value: 'closed', message: 'The account is closed' },
			},
			{ type: 'responseCode', properties: { value: 403, message: 'Not for you' } },
		] as unknown as ICredentialTestRequest['rules'],
	};

	async preAuthentication(this: IHttpRequestHelper, data: ICredentialDataDecryptedObject) {
		const reply = (await this.helpers.httpRequest({
			method: 'POST',
			url: `${String(data.baseUrl)}/token`,
			body: { secret: data.secret },
			json: true,
		})) as { token: string };
		return { accessToken: reply.token, secret: data.secret, undeclared: 'kept, but never read' };
	}

	authenticate = async (data: ICredentialDataDecryptedObject, options: IHttpRequestOptions) => ({
		...options,
		headers: { ...options.headers, authorization: `Bearer ${String(data.accessToken)}` },
	});
}

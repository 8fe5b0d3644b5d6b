import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialsHelper,
	type INode,
	type INodeCredentials,
	type INodeListSearchResult,
	type INodeParameters,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { nodeTypesFor, PACKAGE } from './nodeTypes';
import type { Types } from './types';

export interface SearchOptions {
	parameters: INodeParameters;
	filter?: string;
	paginationToken?: string;
	credentials?: INodeCredentials;
	/** The parameter the list belongs to. */
	path?: string;
}

interface Host {
	types: Types;
	credentialsHelper: ICredentialsHelper;
	executionId: string;
}

/** As the editor asks n8n's server when a user opens a "From List" locator. */
export async function listSearch(
	host: Host,
	method: string,
	options: SearchOptions,
): Promise<INodeListSearchResult> {
	const { parameters, credentials } = options;
	const node: INode = {
		id: '1',
		name: 'Temp-Node',
		type: `${PACKAGE}.eSignature`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials,
	};
	const nodeTypes = nodeTypesFor(host.types, []);
	const search = nodeTypes.getByNameAndVersion(node.type, 1).methods?.listSearch?.[method];
	if (!search) throw new Error(`Node type "${node.type}" has no list search "${method}"`);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new LoadOptionsContext(
		workflow,
		node,
		additionalDataFor({ ...host, currentNodeParameters: parameters }),
		options.path ?? '',
	);
	return await search.call(context, options.filter, options.paginationToken);
}

import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type INode,
	type INodeCredentialTestResult,
	type INodeCredentialsDetails,
	type INodeType,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { readableValues } from './credentialValues';
import type { HostCredentials } from './hostCredentials';

type Rules = NonNullable<ICredentialTestRequest['rules']>;

interface Failure {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

/** The No Operation node, turned into the one declarative request of the test. */
function testNode(type: ICredentialType, test: ICredentialTestRequest): INodeType {
	return {
		description: {
			displayName: 'No Operation',
			name: 'noOp',
			group: ['organization'],
			version: 1,
			description: '',
			defaults: { name: 'No Operation' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: type.name, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request: test.request },
					default: '',
				},
			],
		},
	};
}

function messageOf({ message, cause }: Failure, rules: Rules): string {
	const { response, code } = cause ?? {};
	if (!response) return code ?? message;
	const rule = rules.find(
		({ type, properties }) =>
			type === 'responseCode' && 'value' in properties && properties.value === response.status,
	);
	if (rule) return rule.properties.message;
	const { status, statusText } = response;
	if (status >= 200 && status < 300) return message;
	return statusText || `Received HTTP status code: ${status}`;
}

/** Value at a dotted path, as the rule's `key` is written. */
function at(value: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value);
}

/** What n8n's server does when a user saves a credential: the type's `test` request, then its rules. */
export async function testCredential(
	credentialsHelper: HostCredentials,
	type: ICredentialType,
	chosen: INodeCredentialsDetails,
	stored: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { test } = type;
	if (!test) return { status: 'Error', message: 'No testing function found for this credential.' };
	const rules: Rules = test.rules ?? [];
	const nodeType = testNode(type, test);
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [type.name]: chosen },
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getKnownTypes: () => ({}),
			getByName: () => nodeType,
			getByNameAndVersion: (_name, version) => NodeHelpers.getVersionedNodeType(nodeType, version),
		},
	});
	const additionalData = additionalDataFor({ credentialsHelper, executionId: 'test' });
	const properties = credentialsHelper.getCredentialsProperties(type.name);
	const data = readableValues(properties, stored, additionalData, 'internal');
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const decrypted = { id: chosen.id ?? '', name: chosen.name, type: type.name, data };
	try {
		const replies = await new RoutingNode(context, nodeType, decrypted).runNode();
		const reply = replies?.[0]?.[0]?.json;
		const rule = rules.find(
			({ type: kind, properties: wanted }) =>
				kind === 'responseSuccessBody' && 'key' in wanted && at(reply, wanted.key) === wanted.value,
		);
		if (rule) return { status: 'Error', message: rule.properties.message };
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: messageOf(error as Failure, rules) };
	}
}

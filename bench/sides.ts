import type { IDataObject, INode } from 'n8n-workflow';

import {
	action,
	chain,
	CREDENTIAL,
	manualTrigger,
	START,
	type NewWorkflow,
	type Step,
} from '../host/workflows';
import type { Harness } from './harness';

type Parameters = INode['parameters'];

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** An operation as users set it, with expressions for what differs from item to item. */
export const ours = (
	{ credential }: Harness,
	/** `envelope/get` */
	path: string,
	ids: Record<string, string>,
	more: Parameters = {},
): Step => {
	const [resource, operation] = path.split('/');
	const chosen = Object.entries(ids).map(([input, value]) => [input, byId(value)]);
	const parameters = { resource, operation, ...Object.fromEntries(chosen), ...more };
	return action('E-Signature', parameters, credential);
};

/** n8n's HTTP Request node with the same credential. */
export const httpRequest = (
	{ credential }: Harness,
	url: string,
	more: Parameters = {},
	name = 'HTTP Request',
): Step => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	parameters: {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL,
		...more,
	},
	credentials: { [CREDENTIAL]: credential },
});

export const AS_FILE = { response: { response: { responseFormat: 'file' } } };

export const asJson = (jsonBody: string, method = 'POST'): Parameters => ({
	method,
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});

export const crypto = (name: string): Step => ({
	name,
	type: 'n8n-nodes-base.crypto',
	typeVersion: 2,
	parameters: { action: 'hash', type: 'SHA256', binaryData: true, dataPropertyName: 'sha256' },
});

/** Of this folder: it reads the credential for each item. */
export const readCredential = ({ credential }: Harness): Step => ({
	name: 'Credential Floor',
	type: 'CUSTOM.credentialFloor',
	typeVersion: 1,
	parameters: {},
	credentials: { [CREDENTIAL]: credential },
});

export const splitOut: Step = {
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'items', options: {} },
};

/** n8n's Edit Fields node, which evaluates these expressions and does nothing else. */
export const editFields = (expressions: string[]): Step => ({
	name: 'Edit Fields',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.5,
	parameters: {
		assignments: {
			assignments: expressions.map((value, index) => ({
				id: String(index),
				name: `value${index}`,
				type: 'string',
				value,
			})),
		},
		options: {},
	},
});

/** These nodes, one after the other, with these items before them. */
export const workflow = (name: string, steps: Step[], items: IDataObject[]): NewWorkflow => ({
	...chain(name, [manualTrigger, ...steps]),
	pinData: { [START]: items.map((json) => ({ json })) },
});

import type { INode } from 'n8n-workflow';

import type { CredentialReference } from '../host/host';
import { action, CREDENTIAL, type Step } from '../host/workflows';

type Parameters = INode['parameters'];

/** The account and the address that a step uses: those of a harness. */
interface Account {
	credential: CredentialReference;
	url: string;
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** An operation as users set it, with expressions for what differs from item to item. */
export function ours(
	{ credential }: Account,
	/** `envelope/get` */
	path: string,
	ids: Record<string, string>,
	more: Parameters = {},
): Step {
	const [resource, operation] = path.split('/');
	const chosen = Object.entries(ids).map(([input, value]) => [input, byId(value)]);
	const parameters = { resource, operation, ...Object.fromEntries(chosen), ...more };
	return action('E-Signature', parameters, credential);
}

/** n8n's HTTP Request node with the same credential. */
export const httpRequest = (
	{ credential, url }: Account,
	path: string,
	more: Parameters = {},
	name = 'HTTP Request',
): Step => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	parameters: {
		url: `=${url}/sign/envelopes${path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL,
		...more,
	},
	credentials: { [CREDENTIAL]: credential },
});

export const download = (account: Account, file: string, from = '$json.ID'): Step =>
	httpRequest(
		account,
		`/{{ ${from} }}:${file}`,
		{ options: { response: { response: { responseFormat: 'file' } } } },
		file,
	);

export const asJson = (jsonBody: string): Parameters => ({
	method: 'POST',
	sendBody: true,
	specifyBody: 'json',
	jsonBody,
});

/** Follows `nextPage` to the end. */
export const PAGED: Parameters = {
	options: {
		pagination: {
			pagination: {
				parameters: {
					parameters: [{ type: 'qs', name: 'pageAfter', value: '={{ $response.body.nextPage }}' }],
				},
				paginationCompleteWhen: 'other',
				completeExpression: '={{ !$response.body.nextPage }}',
			},
		},
	},
};

export const splitOut: Step = {
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'items', options: {} },
};

export const crypto = (name: string): Step => ({
	name,
	type: 'n8n-nodes-base.crypto',
	typeVersion: 2,
	parameters: { action: 'hash', type: 'SHA256', binaryData: true, dataPropertyName: 'sha256' },
});

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

/** The node of `floor/`, which reads the credential for each item and does nothing else. */
export const readCredential = ({ credential }: Account): Step => ({
	name: 'Credential Floor',
	type: 'CUSTOM.credentialFloor',
	typeVersion: 1,
	parameters: {},
	credentials: { [CREDENTIAL]: credential },
});

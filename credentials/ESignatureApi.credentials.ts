import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { openSession, signRequest, TEST_PATH } from '../nodes/ESignature/transport/session/session';

export class ESignatureApi implements ICredentialType {
	name = 'eSignatureApi';

	displayName = 'E-Signature API';

	icon = {
		light: 'file:../icons/esignature.svg',
		dark: 'file:../icons/esignature.dark.svg',
	} as const;

	documentationUrl = 'https://developers.gonitro.com/docs/authentication/credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.gonitro.dev/oauth/token',
			description:
				'Token endpoint, as Nitro shows it with the Client ID, or the address of your region alone',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			description: 'ID of your application in Nitro Sign',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Secret of the same application',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Shared secret for the E-Signature Trigger. Leave empty if events are signed with the Client Secret.',
		},
		// n8n adds these two to every credential, with texts that promise more than this one allows.
		{
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'options',
			options: [
				{
					name: 'Base URL Only',
					value: 'all',
					description: 'Only the address above',
				},
				{
					name: 'None',
					value: 'none',
					description: 'No address',
				},
				{
					name: 'Specific Domains',
					value: 'domains',
					description: "The domains below, which must include that of the 'Base URL'",
				},
			],
			default: 'all',
			description: 'Which addresses the HTTP Request node may call with this credential',
		},
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'string',
			default: '',
			placeholder: 'e.g. api.example.com',
			description: 'Separated by commas. An asterisk stands for any subdomain.',
			displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
		},
		// The session. n8n calls preAuthentication only where a hidden field is `expirable` (its credentials-helper.ts),
		// and keeps the token out of the browser only where it is a `password` (credentials.service.ts).
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Session Expires At',
			name: 'sessionExpiresAt',
			type: 'hidden',
			default: 0,
		},
		{
			displayName: 'Session Ends At',
			name: 'sessionEndsAt',
			type: 'hidden',
			default: 0,
		},
		{
			// Made of the secret, so it stays out of the browser, too.
			displayName: 'Token Issued For',
			name: 'tokenIssuedFor',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
	];

	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		// The session fields alone: n8n writes back every key it gets (credentials-helper.ts).
		return { ...(await openSession(this.helpers, credentials)) };
	}

	// A property, not a method: n8n copies the type's own properties and would lose a method.
	authenticate: IAuthenticate = async (credentials, request) => signRequest(credentials, request);

	// An envelope that cannot exist: 404 proves that the token was accepted, and nothing is read.
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl}}',
			url: TEST_PATH,
			ignoreHttpStatusErrors: { ignore: true, except: [401, 403, 429, 500, 502, 503, 504] },
			disableFollowRedirect: true,
		},
	};
}

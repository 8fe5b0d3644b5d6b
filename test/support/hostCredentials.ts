import {
	ICredentialsHelper,
	injectDomainRestrictionFields,
	isExpression,
	type IAuthenticate,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { CredentialStore } from './credentialStore';
import { readableValues } from './credentialValues';

type Data = ICredentialDataDecryptedObject;
type AuthenticateFunction = Extract<IAuthenticate, (...all: never[]) => unknown>;

/**
 * n8n's server has this class; n8n-core only knows its abstract form. Same steps and same order as in
 * the server (2.41): what is read, when the hook runs, what is stored.
 */
export class HostCredentials extends ICredentialsHelper {
	constructor(
		private readonly types: Map<string, ICredentialType>,
		private readonly store: CredentialStore,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(typeName: string): INodeProperties[] {
		return injectDomainRestrictionFields(this.type(typeName));
	}

	async authenticate(
		data: Data,
		typeName: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		// Of the kinds that n8n knows, the credential of this package is a function.
		const authenticate = this.type(typeName).authenticate as AuthenticateFunction;
		return await authenticate(data, options as IHttpRequestOptions);
	}

	async preAuthentication(
		caller: IHttpRequestHelper,
		data: Data,
		typeName: string,
		node: INode,
		expired: boolean,
	): Promise<Data | undefined> {
		const type = this.type(typeName);
		const token = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		)?.name;
		if (token === undefined || typeof type.preAuthentication !== 'function') return undefined;
		if (data[token] !== '' && !expired) return undefined;

		const output = (await type.preAuthentication.call(caller, data)) as Data;
		const chosen = node.credentials?.[type.name];
		if (output[token] === undefined || !chosen) return undefined;

		const stored = this.store.read(chosen.id);
		const fresh = Object.entries(output).filter(
			([key]) => key === token || !isExpression(stored[key]),
		);
		this.store.write(chosen.id, { ...stored, ...Object.fromEntries(fresh) });
		return Object.assign(data, output);
	}

	async runPreAuthentication(
		caller: IHttpRequestHelper,
		data: Data,
		typeName: string,
	): Promise<Data | undefined> {
		const { preAuthentication } = this.type(typeName);
		if (typeof preAuthentication !== 'function') return undefined;
		return (await preAuthentication.call(caller, data)) as Data;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Encrypted credentials are not part of this host');
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		chosen: INodeCredentialsDetails,
		typeName: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<Data> {
		const stored = this.store.read(chosen.id);
		if (raw) return stored;
		const properties = this.getCredentialsProperties(typeName);
		return readableValues(properties, stored, additionalData, mode, executeData, values);
	}

	async updateCredentials(
		chosen: INodeCredentialsDetails,
		_typeName: string,
		data: Data,
	): Promise<void> {
		this.store.write(chosen.id, data);
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('OAuth2 credentials are not part of this host');
	}

	private type(name: string): ICredentialType {
		const type = this.types.get(name);
		if (!type) throw new Error(`Unknown credential type ${name}`);
		return type;
	}
}

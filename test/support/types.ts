import type { ICredentialType, INodeType, IVersionedNodeType } from 'n8n-workflow';

/** The nodes and credentials of a package. */
export interface Types {
	nodes: Array<INodeType | IVersionedNodeType>;
	credentials: ICredentialType[];
}

/** From the sources, as they are. */
export async function typesOfSources(): Promise<Types> {
	const { ESignature } = await import('../../nodes/ESignature/ESignature.node');
	const { ESignatureTrigger } = await import('../../nodes/ESignature/ESignatureTrigger.node');
	const { ESignaturePollingTrigger } =
		await import('../../nodes/ESignature/ESignaturePollingTrigger.node');
	const { ESignatureApi } = await import('../../credentials/ESignatureApi.credentials');
	return {
		nodes: [new ESignature(), new ESignatureTrigger(), new ESignaturePollingTrigger()],
		credentials: [new ESignatureApi()],
	};
}

/**
 * n8n hands the editor `{ ...type }`. A method of the class is lost there, and with it the credential
 * in the HTTP Request node and the "Custom API Call" entries.
 */
export function assertSurvivesCopy(type: ICredentialType): void {
	if (type.authenticate && !Object.hasOwn({ ...type }, 'authenticate')) {
		throw new Error(`${type.name}: "authenticate" must be a property, not a method`);
	}
}

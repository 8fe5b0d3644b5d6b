import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

type Data = ICredentialDataDecryptedObject;

const reading = new Map<string, Promise<Data>>();

/**
 * The node's credential. n8n takes about as long to read one as for the rest of a request, so requests
 * that come together share a read; nothing is kept after it, since the user may change the credential.
 */
export async function credentialOf(host: IWebhookFunctions): Promise<Data> {
	const { id, credentials } = host.getNode();
	const key = JSON.stringify([host.getWorkflow().id, id, credentials?.eSignatureApi?.id]);
	const shared = reading.get(key) ?? host.getCredentials<Data>('eSignatureApi');
	if (!reading.has(key)) {
		reading.set(key, shared);
		const over = () => void reading.delete(key);
		shared.then(over, over);
	}
	// A copy, since a renewed token is written into it.
	return { ...(await shared) };
}

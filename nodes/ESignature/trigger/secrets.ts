import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

/** For verifying events. */
export interface WebhookSecrets {
	/** The keys of signatures. Events are signed with the client secret unless the service uses another one. */
	signing: string[];
	/** For comparison with a header. The client secret is no substitute: a gateway must not know it. */
	header: string | undefined;
}

/** The secrets as they are in the credential now; undefined if it cannot be read. */
export async function readSecrets(host: IWebhookFunctions): Promise<WebhookSecrets | undefined> {
	return await host
		.getCredentials<ICredentialDataDecryptedObject>('eSignatureApi')
		.then(secretsIn, () => undefined);
}

const secretsIn = ({
	webhookSecret,
	clientSecret,
}: ICredentialDataDecryptedObject): WebhookSecrets => ({
	signing: [webhookSecret, clientSecret].map(trimmed).filter(Boolean),
	header: trimmed(webhookSecret) || undefined,
});

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

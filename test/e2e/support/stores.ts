import type { CredentialReference, Host } from '../../../host/host';
import type { FileStore } from './fileStore';

type Credentials = Record<string, CredentialReference>;

/** The workflows that store evidence elsewhere than on a disk, and the credentials with which they reach a store. */
export const STORES = {
	'store-evidence-s3': async (host: Host, { url }: FileStore): Promise<Credentials> => ({
		s3: await host.createCredential(
			`S3 ${url}`,
			{
				endpoint: url,
				region: 'us-east-1',
				accessKeyId: 'key',
				secretAccessKey: 'not a secret',
				forcePathStyle: true,
			},
			's3',
		),
	}),
};

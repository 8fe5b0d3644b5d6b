import { corpusFiles } from '../../../checks/corpus/files';
import type { StoredEnvelope } from '../../../sandbox/service/records';
import type { Ground } from '../support/ground';
import { fileStep } from '../support/steps';

/** Written in LibreOffice, with tags for two signers. */
export const TAGGED_CONTRACT = 'libreoffice-contract.pdf';

/** Sent by n8n, with a field at each tag. */
export async function sendTaggedContract(ground: Ground): Promise<StoredEnvelope> {
	const content = corpusFiles().get(TAGGED_CONTRACT)?.toString('base64');
	const people = ['landlord@example.com', 'tenant@example.com'];
	const [sent] = await ground.items(
		{
			resource: 'envelope',
			operation: 'createAndSend',
			name: 'Lease of the harbour office',
			participants: { participant: people.map((email) => ({ email, role: 'signer' })) },
			options: { fieldsFromTags: true },
		},
		{ items: [{ content, fileName: 'lease.pdf' }], before: [fileStep()] },
	);
	return ground.sandbox.control.get(String(sent?.ID));
}

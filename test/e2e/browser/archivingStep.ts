import type { CredentialReference } from '../../../host/host';
import { action, chain, manualTrigger, START, type NewWorkflow } from '../../../host/workflows';
import type { Harness } from '../support/harness';

export const STEP = 'Download evidence of envelope';

/** A credential with the name that n8n proposes. */
export async function newAccount({ host, sandbox }: Harness): Promise<CredentialReference> {
	const { url: baseUrl, clientId, clientSecret } = sandbox;
	return await host.createCredential('E-Signature account', { baseUrl, clientId, clientSecret });
}

/** A workflow that is worth a picture: a signed contract, archived. */
export async function archivingStep(harness: Harness): Promise<NewWorkflow> {
	const { ID, name, status, lastModifiedAt } = harness.sandbox.control.envelope({
		name: 'Lease contract 2026',
		status: 'sealed',
		documents: [{ name: 'contract.pdf', pages: 2 }, { name: 'annex.pdf' }],
		participants: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }],
		fields: true,
	});
	const credential = await newAccount(harness);
	const step = action(
		STEP,
		{
			resource: 'envelope',
			operation: 'downloadEvidence',
			envelopeId: {
				__rl: true,
				mode: 'list',
				value: ID,
				cachedResultName: `${name} (${status}, ${lastModifiedAt.slice(0, 10)})`,
			},
			include: ['auditTrail', 'sealed'],
		},
		credential,
	);
	return {
		...chain('Archive signed contracts', [manualTrigger, step]),
		pinData: { [START]: [{ json: { contract: '2026-014', tenant: 'Harbor Office Ltd' } }] },
	};
}

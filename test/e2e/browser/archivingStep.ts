import { action, chain, manualTrigger, START, type NewWorkflow } from '../../../host/workflows';
import type { Ground } from '../support/ground';

export const STEP = 'Archive envelope';

/** A workflow that is worth a picture: a signed contract, archived. */
export async function archivingStep({ host, sandbox }: Ground): Promise<NewWorkflow> {
	const { url: baseUrl, clientId, clientSecret } = sandbox;
	const { ID, name, status } = sandbox.control.envelope({
		name: 'Lease contract 2026',
		status: 'sealed',
		documents: [{ name: 'contract.pdf', pages: 2 }, { name: 'annex.pdf' }],
		participants: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }],
		fields: true,
	});
	const credential = await host.createCredential('E-Signature account', {
		baseUrl,
		clientId,
		clientSecret,
	});
	const step = action(
		STEP,
		{
			resource: 'envelope',
			operation: 'archive',
			envelopeId: { __rl: true, mode: 'list', value: ID, cachedResultName: `${name} (${status})` },
			include: ['auditTrail', 'sealed'],
		},
		credential,
	);
	return {
		...chain('Archive signed contracts', [manualTrigger, step]),
		pinData: { [START]: [{ json: { contract: '2026-014', tenant: 'Harbour Office Ltd' } }] },
	};
}

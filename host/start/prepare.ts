import type { Sandbox } from '../../sandbox';
import type { CredentialReference, Host } from '../host';
import { CREDENTIAL, type NewWorkflow } from '../workflows';

const NAME = 'E-Signature sandbox';

/** A workflow that a user has archived cannot be changed, so it is skipped. */
export const WORKFLOWS = `/rest/workflows?filter=${encodeURIComponent('{"isArchived":false}')}`;

interface Named {
	id: string;
	name: string;
}

/** The credential of this start's sandbox; one from an earlier start is brought up to date. */
export async function prepareCredential(
	host: Host,
	{ url, clientId, clientSecret }: Sandbox,
): Promise<CredentialReference> {
	const data = { baseUrl: url, clientId, clientSecret };
	const known = named(await host.rest<Named[]>('GET', '/rest/credentials'), NAME);
	if (!known) return await host.createCredential(NAME, data);
	await host.rest('PATCH', `/rest/credentials/${known.id}`, { name: NAME, type: CREDENTIAL, data });
	return { id: known.id, name: NAME };
}

/** Returns the workflow's ID; one from an earlier start is replaced. */
export async function prepareWorkflow(host: Host, workflow: NewWorkflow): Promise<string> {
	const known = named(await host.rest<Named[]>('GET', WORKFLOWS), workflow.name);
	if (!known) return await host.createWorkflow(workflow);
	await host.rest('PATCH', `/rest/workflows/${known.id}`, workflow);
	return known.id;
}

const named = (list: Named[], name: string) => list.find((one) => one.name === name);

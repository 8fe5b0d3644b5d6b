import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { CredentialReference, Host } from '../host';
import { CREDENTIAL, type NewWorkflow } from '../workflows';

/** A workflow that a user has archived cannot be changed, so it is skipped. */
export const WORKFLOWS = `/rest/workflows?filter=${encodeURIComponent('{"isArchived":false}')}`;

interface Named {
	id: string;
	name: string;
}

/** A credential from an earlier start is brought up to date. */
export async function prepareCredential(
	host: Host,
	name: string,
	data: ICredentialDataDecryptedObject,
	type = CREDENTIAL,
): Promise<CredentialReference> {
	const known = named(await host.rest<Named[]>('GET', '/rest/credentials'), name);
	if (!known) return await host.createCredential(name, data, type);
	await host.rest('PATCH', `/rest/credentials/${known.id}`, { name, type, data });
	return { id: known.id, name };
}

/** Returns the workflow's ID; one from an earlier start is replaced. */
export async function prepareWorkflow(host: Host, workflow: NewWorkflow): Promise<string> {
	const known = named(await host.rest<Named[]>('GET', WORKFLOWS), workflow.name);
	if (!known) return await host.createWorkflow(workflow);
	await host.rest('PATCH', `/rest/workflows/${known.id}`, workflow);
	return known.id;
}

const named = (list: Named[], name: string) => list.find((one) => one.name === name);

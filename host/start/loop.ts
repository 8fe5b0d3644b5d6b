/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { CredentialReference, Host } from '../host';
import { CREDENTIAL, type NewWorkflow } from '../workflows';
import { prepareWorkflow } from './prepare';

const EXAMPLE = join(__dirname, '..', '..', 'examples', 'form-to-archive.json');

/** The example that begins with a form and ends with an archive, switched on and ready to click. */
export async function prepareLoop(
	host: Host,
	sandbox: Sandbox,
	{ credential, archive }: { credential: CredentialReference; archive: string },
): Promise<{ form: string; workflow: string }> {
	const read = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as NewWorkflow;
	const nodes = read.nodes.map((node) => chosen(node, credential, archive));
	const workflow = await prepareWorkflow(host, { ...read, nodes });
	await host.activate(workflow);
	sandbox.control.setWebhook({
		url: `${host.url}/webhook/${addressOf(nodes, 'Envelope Sealed')}/webhook`,
	});
	return { form: `${host.url}/form/${addressOf(nodes, 'Contract Form')}`, workflow };
}

/** What a user chooses after importing it. */
function chosen(node: INode, credential: CredentialReference, archive: string): INode {
	if (node.name === 'Settings') {
		const folder = { name: 'archiveFolder', value: archive, type: 'string' };
		return { ...node, parameters: { assignments: { assignments: [folder] }, options: {} } };
	}
	return node.credentials?.[CREDENTIAL]
		? { ...node, credentials: { [CREDENTIAL]: credential } }
		: node;
}

const addressOf = (nodes: INode[], name: string): string =>
	String(nodes.find((node) => node.name === name)?.webhookId);

import { addressOf, exampleNames, readExample, settingNames, withChoices } from '../examples';
import type { CredentialReference, Host } from '../host';
import { CREDENTIAL, type NewWorkflow } from '../workflows';
import { prepareWorkflow } from './prepare';

export const NIGHTLY = 'nightly-archive';
const STORE = 'store-evidence';
export const LOOP = 'contract-process';
const FOLDER = 'archiveFolder';

/** All examples, imported and with credential and folder chosen; returns their IDs by name. */
export async function prepareExamples(
	host: Host,
	{ credential, archive }: { credential: CredentialReference; archive: string },
): Promise<Record<string, string>> {
	const ids: Record<string, string> = {};
	const credentials = { [CREDENTIAL]: credential };
	// First the one that others call. n8n calls only what is published.
	const names = [STORE, ...exampleNames().filter((name) => name !== STORE)];
	for (const name of names) {
		const example = readExample(name);
		const settings = settingNames(example).includes(FOLDER) ? { [FOLDER]: archive } : undefined;
		const chosen = withChoices(example, { credentials, settings, store: ids[STORE] });
		ids[name] = await prepareWorkflow(host, name === LOOP ? checkingOften(chosen) : chosen);
		if (name === STORE) await host.activate(ids[name]);
	}
	return ids;
}

/** With the shortest wait that the node allows, so that a signed contract is archived while the user looks. */
const checkingOften = (workflow: NewWorkflow): NewWorkflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		if (node.name !== 'Create and Send') return node;
		const options = { ...(node.parameters.options as object), checkEvery: 2 };
		return { ...node, parameters: { ...node.parameters, options } };
	}),
});

/** Address of the example that begins with a form and ends with an archive. */
export const loopForm = ({ url }: Host): string =>
	`${url}/form/${addressOf(readExample(LOOP), 'Contract Form')}`;

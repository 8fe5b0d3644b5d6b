import type { INodeParameters } from 'n8n-workflow';

import {
	addressOf,
	calledIn,
	exampleNames,
	readExample,
	settingNames,
	withChoices,
} from '../examples';
import type { CredentialReference, Host } from '../host';
import type { NewWorkflow } from '../workflows';
import { prepareWorkflow } from './prepare';

/** Their names in n8n. */
export const NIGHTLY = readExample('nightly-archive').name;
export const LOOP = readExample('contract-process').name;
const FOLDER = 'archiveFolder';

interface Prepared {
	/** By their types. */
	credentials: Record<string, CredentialReference>;
	archive: string;
}

/** All examples, imported and with credentials and folder chosen; returns their IDs by their names in n8n. */
export async function prepareExamples(
	host: Host,
	{ credentials, archive }: Prepared,
): Promise<Record<string, string>> {
	const ids: Record<string, string> = {};
	// Their names begin with numbers, and n8n lists the one that was changed last first.
	const examples = exampleNames().map(readExample);
	examples.sort((one, other) => other.name.localeCompare(one.name));
	const prepareAll = async () => {
		for (const example of examples) {
			const settings = settingNames(example).includes(FOLDER) ? { [FOLDER]: archive } : undefined;
			const chosen = withChoices(example, { credentials, settings, workflows: ids });
			ids[example.name] = await prepareWorkflow(host, checkingOften(chosen));
		}
	};
	await prepareAll();
	// n8n calls only what is published.
	for (const name of new Set(examples.flatMap(calledIn))) await host.activate(String(ids[name]));
	// Again, now that each workflow that another one calls has an ID.
	await prepareAll();
	return ids;
}

/** With the shortest wait that the node allows, so that a signed contract is archived while the user looks. */
const checkingOften = (workflow: NewWorkflow): NewWorkflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		if (node.name !== 'Wait Until Signed') return node;
		const options = { ...(node.parameters.options as INodeParameters), checkEvery: 2 };
		return { ...node, parameters: { ...node.parameters, options } };
	}),
});

/** Address of the example that begins with a form and ends with an archive. */
export const loopForm = ({ url }: Host): string =>
	`${url}/form/${addressOf(readExample('contract-process'), 'Contract Form')}`;

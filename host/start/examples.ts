import { addressOf, exampleNames, readExample, settingNames, withChoices } from '../examples';
import type { CredentialReference, Host } from '../host';
import { CREDENTIAL } from '../workflows';
import { prepareWorkflow } from './prepare';

export const NIGHTLY = 'nightly-archive';
const STORE = 'store-evidence';
export const LOOP = 'form-to-archive';
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
		ids[name] = await prepareWorkflow(host, chosen);
		if (name === STORE) await host.activate(ids[name]);
	}
	return ids;
}

/** Addresses of the example that begins with a form and ends with an archive. */
export function loopAddresses({ url }: Host): { form: string; webhook: string } {
	const example = readExample(LOOP);
	return {
		form: `${url}/form/${addressOf(example, 'Contract Form')}`,
		webhook: `${url}/webhook/${addressOf(example, 'Envelope Sealed')}/webhook`,
	};
}

import { corpusFiles } from '../../nodes/ESignature/lib/corpus/files';
import type { StoredEnvelope } from '../../../sandbox/service/records';
import { PDF } from '../../support/files';
import { Example } from '../support/example';
import type { Harness } from '../support/harness';

/** Written in LibreOffice, with tags for two signers. */
const TAGGED_CONTRACT = 'libreoffice-contract.pdf';

export const taggedContract = (): File =>
	new File([new Uint8Array(corpusFiles().get(TAGGED_CONTRACT) ?? [])], 'lease.pdf', { type: PDF });

/** Sent by the example, from its form, with a field at each tag. */
export async function sendTaggedContract(harness: Harness): Promise<StoredEnvelope> {
	const example = await Example.import(harness, 'contract-with-tags');
	await example.activate();
	const form = example.form('Contract Form');
	await form.page();
	const sent = await example.nextRun(async () => {
		const people = ['landlord@example.com', 'tenant@example.com'];
		const page = await form.end(await form.submit([...people, taggedContract()]));
		expect(page).toContain(`${people.join(' and ')} have been asked to sign.`);
	});
	const [{ ID }] = sent.json('Create and Send') as [{ ID: string }];
	return harness.sandbox.control.get(ID);
}

import { createHash } from 'node:crypto';

import { startHost, type Host } from '../../host/host';
import { isN8nFrom } from '../../host/install/version';
import { envelopeParameters } from '../support/harness';
import { byHand, newCredential, NODE, prepareHarness } from './support/harness';
import { sharedTarball } from './support/shared';

const harness = prepareHarness();

async function download(host: Host, ID: string, credential = harness.credential) {
	const workflow = byHand(envelopeParameters('downloadSealed', ID), credential);
	return await host.start(await host.createWorkflow(workflow));
}

async function checked(host: Host, execution: string) {
	const run = await host.ended(execution);
	expect(run.error).toBeUndefined();
	const binary = run.binary(NODE, 'data');
	const content = await host.file(binary);
	const sha256 = createHash('sha256').update(content).digest('hex');
	expect(run.json(NODE)).toMatchObject([
		{ sha256, bytes: content.length, structureVerified: true },
	]);
	return binary;
}

it('keeps a file in n8n’s folder in the mode filesystem', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	const { id } = await checked(harness.host, await download(harness.host, ID));
	expect(id).toMatch(/^filesystem/);
});

// The mode database is that of queue mode, and its test checks where a file is. n8n 3.0 has no mode default.
(isN8nFrom(3) ? it.skip : it)('keeps a file with the run in the mode default', async () => {
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'default' };
	const host = await startHost({ tarball: sharedTarball(), env });
	try {
		const credential = await newCredential(host, harness.sandbox);
		const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
		const { id } = await checked(host, await download(host, ID, credential));
		expect(id).toBeUndefined();
	} finally {
		await host.stop();
	}
});

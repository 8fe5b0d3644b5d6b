/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never inside n8n */
import { createHash } from 'node:crypto';

import { startHost, type Host } from '../../host/host';
import { action, chain, manualTrigger } from '../../host/workflows';
import { byId } from '../support/ground';
import { newCredential, NODE, prepareGround } from './support/ground';
import { sharedTarball } from './support/shared';

const ground = prepareGround();
const SIZE = 300 * 1024 * 1024;

async function download(host: Host, ID: string, credential = ground.credential) {
	const parameters = {
		resource: 'envelope',
		operation: 'downloadSealed',
		envelopeId: byId(ID),
		binaryPropertyName: 'data',
	};
	const workflow = chain('Download', [manualTrigger, action(NODE, parameters, credential)]);
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
	const { ID } = ground.sandbox.control.envelope({ status: 'sealed' });
	const { id } = await checked(ground.host, await download(ground.host, ID));
	expect(id).toMatch(/^filesystem/);
});

it.each([
	['database', /^database/],
	['default', /^$/],
])('keeps a whole file in the mode %s', async (mode, place) => {
	const host = await startHost({
		tarball: sharedTarball(),
		env: { N8N_DEFAULT_BINARY_DATA_MODE: mode },
	});
	try {
		const { ID } = ground.sandbox.control.envelope({ status: 'sealed' });
		const credential = await newCredential(host, ground.sandbox);
		const { id = '' } = await checked(host, await download(host, ID, credential));
		expect(id).toMatch(place);
	} finally {
		await host.stop();
	}
});

it('stores 300 MB in the mode filesystem in less memory than the file, which held at once would take three times its size', async () => {
	const { ID } = ground.sandbox.control.envelope({ status: 'sealed' });
	const { host } = ground;
	// The first download loads what all need.
	await checked(host, await download(host, ID));
	ground.sandbox.control.fileSize(ID, SIZE);
	const before = host.memory;
	const execution = await download(host, ID);
	let peak = before;
	let watching = true;
	const ended = host.ended(execution).finally(() => (watching = false));
	while (watching) {
		peak = Math.max(peak, host.memory);
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	const [json] = (await ended).json(NODE);
	expect(json).toMatchObject({ lengthVerified: true, structureVerified: true });
	expect(json?.bytes).toBeGreaterThanOrEqual(SIZE);
	const rise = Math.round((peak - before) / 1024 / 1024);
	process.stderr.write(`300 MB downloaded: n8n's memory rose by ${rise} MB at most\n`);
	expect(peak - before).toBeLessThan(SIZE);
});

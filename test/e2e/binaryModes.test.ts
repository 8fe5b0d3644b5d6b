/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never inside n8n */
import { createHash } from 'node:crypto';

import { startHost, type CredentialReference, type Host } from '../../host/host';
import { memoryOf } from '../../host/server/memory';
import { action, chain, manualTrigger } from '../../host/workflows';
import { byId } from '../support/ground';
import { newCredential, NODE, prepareGround } from './support/ground';
import { sharedTarball } from './support/shared';

const ground = prepareGround();
const MB = 1024 * 1024;
const SIZE = 900 * MB;
/** n8n's own buffers and garbage take about half of it, whatever the size of the file. */
const MOST = 300 * MB;

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

/** An n8n for one test; what it keeps goes with it. */
async function withOwnHost(
	mode: string,
	test: (host: Host, credential: CredentialReference) => Promise<void>,
): Promise<void> {
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: mode };
	const host = await startHost({ tarball: sharedTarball(), env });
	try {
		await test(host, await newCredential(host, ground.sandbox));
	} finally {
		await host.stop();
	}
}

it.each([
	['database', /^database/],
	['default', /^$/],
])('keeps a whole file in the mode %s', async (mode, place) => {
	await withOwnHost(mode, async (host, credential) => {
		const { ID } = ground.sandbox.control.envelope({ status: 'sealed' });
		const { id = '' } = await checked(host, await download(host, ID, credential));
		expect(id).toMatch(place);
	});
});

/** On other systems nothing tells how much memory n8n has: a test would pass whatever it takes. */
const memoryIsTold = memoryOf(process.pid) > 0;
if (!memoryIsTold) {
	process.stderr.write(
		'Not tested here: the memory of a large download (this system has no /proc)\n',
	);
}

(memoryIsTold ? it : it.skip)(
	'stores 900 MB in the mode filesystem with a third of that memory at most',
	async () => {
		await withOwnHost('filesystem', async (host, credential) => {
			const { ID } = ground.sandbox.control.envelope({ status: 'sealed' });
			// The first download loads what all need.
			await checked(host, await download(host, ID, credential));
			ground.sandbox.control.fileSize(ID, SIZE);
			const before = host.memory;
			expect(before).toBeGreaterThan(0);
			const execution = await download(host, ID, credential);
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
			const rise = Math.round((peak - before) / MB);
			process.stderr.write(`${SIZE / MB} MB downloaded: n8n's memory rose by ${rise} MB at most\n`);
			expect(peak - before).toBeLessThan(MOST);
		});
	},
);

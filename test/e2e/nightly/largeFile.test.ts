import { startHost, type OwnHost } from '../../../host/host';
import { envelopeParameters } from '../../support/harness';
import { byHand, newCredential, NODE, prepareHarness } from '../support/harness';
import { sharedTarball } from '../support/shared';

const harness = prepareHarness();
const MB = 1024 * 1024;
const SIZE = 900 * MB;
/** n8n's own buffers and garbage take about half of it, whatever the size of the file. */
const MAX_MEMORY_RISE = 300 * MB;

let host: OwnHost;
beforeAll(async () => {
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
	host = await startHost({ tarball: sharedTarball(), env });
});
afterAll(async () => await host.stop());

it('stores 900 MB in the mode filesystem with a third of that memory at most', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	const credential = await newCredential(host, harness.sandbox);
	const workflow = await host.createWorkflow(
		byHand(envelopeParameters('downloadSealed', ID), credential),
	);
	// The first download loads what all need.
	expect((await host.ended(await host.start(workflow))).error).toBeUndefined();
	harness.sandbox.control.fileSize(ID, SIZE);
	const before = host.memory;
	// Without /proc, as on macOS, it is 0: the test would pass whatever n8n takes.
	expect(before).toBeGreaterThan(0);
	const execution = await host.start(workflow);
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
	expect(peak - before).toBeLessThan(MAX_MEMORY_RISE);
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startHost } from '../../../host/host';
import { freePort } from '../../../host/server/ports';
import { newCredential, prepareHarness } from '../support/harness';
import { ranOf } from '../support/record';
import { sharedTarball } from '../support/shared';
import { until } from '../support/until';
import { Listener } from './listener';
import { sendEvent } from './sending';
import { fetchUnpooled } from '../support/fetchUnpooled';

const harness = prepareHarness();

it('starts no second run for an event that comes again after a crash', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'esignature-restart-'));
	const options = { tarball: sharedTarball(), folder, port: await freePort() };
	let host = await startHost(options);
	try {
		const { url, workflow } = await Listener.start(
			host,
			await newCredential(host, harness.sandbox),
		);
		const isOpen = async () => (await fetchUnpooled(url)).ok;
		const send = async (id: string) => await sendEvent(harness.sandbox, url, id);
		const [first, second, last] = [randomUUID(), randomUUID(), randomUUID()];
		// n8n itself would keep the first one only.
		expect([await send(first), await send(second)]).toEqual([200, 200]);
		await host.program.kill();
		host = await startHost(options);
		await until('the address is registered again', isOpen);
		expect([await send(second), await send(last)]).toEqual([200, 200]);
		const runs = await until('all events have had their runs', async () => {
			const count = await ranOf(host, workflow);
			return count !== undefined && count >= 3 && count;
		});
		expect(runs).toBe(3);
	} finally {
		await host.stop();
		rmSync(folder, { recursive: true, force: true });
	}
});

/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startHost, type OwnHost } from '../../../host/host';
import type { Sandbox } from '../../../sandbox';
import { newCredential, newSandbox } from '../support/harness';
import { sharedTarball } from '../support/shared';
import { duringCheck, WaitingWorkflow } from '../support/waiting';

const MINUTES = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'esignature-wait-'));
let host: OwnHost;
let sandbox: Sandbox;

beforeAll(async () => {
	host = await startHost({ tarball: sharedTarball(), folder });
	sandbox = await newSandbox();
}, 10 * MINUTES);
afterAll(async () => {
	await host?.stop();
	await sandbox?.close();
	rmSync(folder, { recursive: true, force: true });
}, 3 * MINUTES);

async function killAndRestart(): Promise<void> {
	const port = Number(new URL(host.url).port);
	await host.program.kill();
	host = await startHost({ tarball: sharedTarball(), folder, port });
}

it(
	'goes on once with each envelope, though n8n is killed while it sleeps and during a check',
	async () => {
		const { control } = sandbox;
		const IDs = [1, 2, 3].map(() => control.envelope({ status: 'sent' }).ID);
		const workflow = await WaitingWorkflow.publish(
			() => host,
			await newCredential(host, sandbox),
			{},
			'continueErrorOutput',
		);
		const run = await workflow.start(['none', ...IDs]);
		await killAndRestart();
		control.signAll(IDs[1] as string);
		await duringCheck(sandbox, killAndRestart);
		for (const ID of [IDs[0], IDs[2]]) control.signAll(ID as string);

		expect(await workflow.ended(run)).toEqual(
			IDs.map((ID) => expect.objectContaining({ ID, paired: ID, status: 'sealed' })),
		);
		expect((await host.execution(run)).json('Wait', 1)).toMatchObject([{ ID: 'none' }]);
		const others = (await workflow.runs()).filter(({ id }) => id !== run);
		// The round that was killed, and the one that took its place.
		expect(others.map(({ status }) => status).sort()).toEqual(['crashed', 'success', 'success']);
	},
	30 * MINUTES,
);

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readExample, withChoices, addressOf } from '../../../host/examples';
import { startHost, type OwnHost } from '../../../host/host';
import { freePort } from '../../../host/server/ports';
import { CREDENTIAL } from '../../../host/workflows';
import type { Sandbox } from '../../../sandbox';
import { Chance } from '../../support/chance';
import { WebForm } from '../support/form';
import { newCredential, newSandbox } from '../support/harness';
import { allRunsOf } from '../support/record';
import { sharedTarball } from '../support/shared';
import { asCsv } from '../support/spreadsheet';
import { until } from '../support/until';

const ROWS = 60;
const KILLS = 5;
const MINUTES = 60_000;
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';

const home = mkdtempSync(join(tmpdir(), 'esignature-merge-'));
let host: OwnHost | undefined;
let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await newSandbox();
});
afterAll(async () => {
	await host?.stop();
	await sandbox.close();
	rmSync(home, { recursive: true, force: true });
}, 3 * MINUTES);

const HEADER = ['reference', 'email', 'name', 'position', 'startDate', 'salary'];
const person = (n: number) => [`R-${n}`, `p${n}@example.com`, `Person ${n}`, 'Baker', 'today', n];
const sheet = () =>
	asCsv([HEADER, ...Array.from({ length: ROWS }, (_, index) => person(index + 1))]);

it(
	`sends each of ${ROWS} rows once, although n8n is killed ${KILLS} times at random`,
	async () => {
		const options = { tarball: sharedTarball(), folder: home, port: await freePort() };
		host = await startHost(options);
		const credential = await newCredential(host, sandbox);
		const example = withChoices(readExample('mail-merge'), {
			credentials: { [CREDENTIAL]: credential },
		});
		const workflow = await host.createWorkflow(example);
		await host.activate(workflow);
		const form = new WebForm(`${host.url}/form/${addressOf(example, 'Spreadsheet Form')}`);
		const upload = async () => {
			await form.page();
			await form.submit(['Employment contract', sheet()]);
		};
		const chance = new Chance(20_261_116);
		const { control, log } = sandbox;
		const inStatus = (...wanted: string[]) =>
			control.envelopes().filter(({ status }) => wanted.includes(status));
		let unfinished = 0;
		for (let kill = 0; kill < KILLS; kill++) {
			const before = log.count();
			// A row takes about a dozen requests: each run gets at most as far as its share of the rows.
			const after = 1 + chance.whole((12 * ROWS) / (KILLS + 1));
			await upload();
			await until('n8n has got somewhere', () => log.count() >= before + after);
			await host.program.kill();
			unfinished += inStatus('drafted').length;
			host = await startHost(options);
		}
		await upload();
		const [last] = await until('the last run has begun', async () => {
			const runs = await allRunsOf(host as OwnHost, workflow);
			return runs.length > KILLS && runs;
		});
		const run = await host.ended(last?.id as string);
		const sent = inStatus('sent');
		const addresses = new Set(sent.map(({ participants }) => participants[0]?.email));
		const sends = log.requests.filter(({ route, status }) => route === SEND && status === 200);
		process.stderr.write(
			`mail merge: ${ROWS} rows, ${KILLS} kills, ${unfinished} drafts left by them | sent ${sent.length} to ${addresses.size} addresses` +
				` | drafts at the end ${inStatus('drafted').length} | requests ${log.count()}\n`,
		);
		expect([run.status, run.error]).toEqual(['success', undefined]);
		expect([sent.length, addresses.size, sends.length]).toEqual([ROWS, ROWS, ROWS]);
		expect(unfinished).toBeGreaterThan(0);
	},
	25 * MINUTES,
);

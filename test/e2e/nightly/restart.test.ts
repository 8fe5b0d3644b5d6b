/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hasEnded } from '../../../host/execution';
import { startHost, type OwnHost } from '../../../host/host';
import { freePort } from '../../../host/server/ports';
import { archiveEnvelope, archivingWorkflow, writeFiles } from '../support/archiving';
import { verifyArchive } from '../../../host/start/verify';
import type { Step } from '../../../host/workflows';
import type { Sandbox } from '../../../sandbox';
import type { Delivery } from '../../../sandbox/webhooks/options';
import { newCredential, newSandbox } from '../support/harness';
import { runsOf } from '../support/record';
import { sharedTarball } from '../support/shared';
import { until } from '../support/until';
import { Listener } from '../trigger/listener';

const ENVELOPES = 200;
const MINUTES = 60_000;
const home = mkdtempSync(join(tmpdir(), 'esignature-restart-'));
const archive = join(home, 'archive');
let host: OwnHost | undefined;
let sandbox: Sandbox;

beforeAll(async () => {
	mkdirSync(archive);
	sandbox = await newSandbox();
});
afterAll(async () => {
	await host?.stop();
	await sandbox.close();
	rmSync(home, { recursive: true, force: true });
});

/** While n8n prepares its database it answers everybody with 200 and a text, and forgets what it was sent. */
const wasTaken = (delivery?: Delivery) =>
	delivery?.status === 200 && !delivery.text?.includes('starting up');

/** The event names the envelope; its files are fetched by the node after the trigger. */
const archiveOf = (credential: { id: string; name: string }): Step => ({
	...archiveEnvelope(credential),
	parameters: {
		...archiveEnvelope(credential).parameters,
		envelopeId: { __rl: true, mode: 'id', value: '={{ $json.envelopeId }}' },
	},
});

const archived = () =>
	new Set(
		readdirSync(archive)
			.filter((file) => file.endsWith('-manifest-sha256.txt'))
			.map((file) => file.slice(0, 36)),
	);

it(
	'archives what is sealed while n8n crashes and is started again: retries bring what they can, a sweep the rest',
	async () => {
		const options = {
			tarball: sharedTarball(),
			folder: join(home, 'n8n'),
			port: await freePort(),
			env: { N8N_RESTRICT_FILE_ACCESS_TO: archive },
		};
		host = await startHost(options);
		const credential = await newCredential(host, sandbox);
		const listener = await Listener.start(host, credential, {
			parameters: { events: ['EnvelopeSealed'] },
			then: [archiveOf(credential), ...writeFiles(archive)],
		});
		sandbox.control.setWebhook({
			url: listener.url,
			// The service's own waits, and some more for a machine on which n8n takes minutes to start.
			retryDelaysMs: [1000, 5000, ...Array.from({ length: 30 }, () => 10_000)],
		});
		const IDs = Array.from({ length: ENVELOPES }, () => {
			const { ID } = sandbox.control.envelope({ status: 'sealed' });
			return ID;
		});
		const events: string[] = [];
		/** Not all at one moment: an office does not sign a hundred contracts in one. */
		const seal = async (some: string[]) => {
			for (const envelopeID of some) {
				events.push(sandbox.control.emit('EnvelopeSealed', { envelopeID }));
				await new Promise((resolve) => setTimeout(resolve, 200));
			}
		};
		const last = (event: string) =>
			sandbox.control.deliveries.filter((delivery) => delivery.event.id === event).at(-1);

		/** What became of envelopes that should be archived: each attempt to deliver, and how the runs ended. */
		const story = async (missing: string[]) => {
			const attempts = missing.map((ID) => {
				const tries = sandbox.control.deliveries.filter(
					({ event }) => event.id === events[IDs.indexOf(ID)],
				);
				return `${ID}: ${tries.map(({ status, text, error }) => error ?? `${status} ${text}`).join(', ')}`;
			});
			const runs = await runsOf(host as OwnHost, listener.workflow);
			const ends = runs.filter(({ status }) => status !== 'success');
			return [...attempts, ...ends.map(({ id, status }) => `run ${id}: ${status}`)].join('\n');
		};

		await seal(IDs.slice(0, ENVELOPES / 2));
		await until('a quarter is archived', () => archived().size >= ENVELOPES / 4);
		// Not a polite stop: what n8n was doing is lost with it.
		const sealing = seal(IDs.slice(ENVELOPES / 2));
		await host.program.kill();
		host = await startHost(options);
		await sealing;
		await until('every event has had its last attempt', () =>
			events.every((event) => {
				const delivery = last(event);
				return delivery !== undefined && delivery.retryAt === undefined;
			}),
		);
		const ends = events.map(last);
		const count = (status: number) => ends.filter((end) => end?.status === status).length;
		const taken = ends.filter(wasTaken).length;
		const down = IDs.filter((_, index) => {
			const tries = sandbox.control.deliveries.filter(({ event }) => event.id === events[index]);
			return tries[0]?.error?.includes('ECONNREFUSED') && wasTaken(tries.at(-1));
		});
		expect(down.length).toBeGreaterThan(0);
		// These must not need the sweep. n8n answers before it lists a run, so its list cannot tell when they are done.
		await until('what was sent while n8n was down, and taken later, is archived', () =>
			down.every((ID) => archived().has(ID)),
		).catch(async (error: Error) => {
			const missing = down.filter((ID) => !archived().has(ID));
			throw new Error(`${error.message}\n${await story(missing)}`);
		});
		await until('n8n has worked off what it took', async () =>
			(await runsOf(host as OwnHost, listener.workflow)).every(({ status }) => hasEnded(status)),
		);
		const byEvents = archived();

		const swept = await host.execute(archivingWorkflow(credential, archive));
		expect(swept.error).toBeUndefined();
		const retried = events.filter((event) => (last(event)?.attempt ?? 0) > 1);
		process.stderr.write(
			`restart: ${ENVELOPES} sealed | taken ${taken} (${retried.length} after retries)` +
				` | while n8n started refused ${count(404)}, forgotten ${count(200) - taken} | archived by events ${byEvents.size}` +
				` | after the sweep ${archived().size} | files verified ${verifyArchive(archive).length}\n`,
		);
		expect(retried.length).toBeGreaterThan(0);
		// n8n answers 404 before it has registered its webhooks, and the service does not come back after that.
		expect(count(200) + count(404)).toBe(ENVELOPES);
		expect([...archived()].sort()).toEqual([...IDs].sort());
		expect(verifyArchive(archive)).toHaveLength(2 * ENVELOPES);
	},
	15 * MINUTES,
);

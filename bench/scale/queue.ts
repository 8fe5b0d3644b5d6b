/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { startQueue, type QueueHost } from '../../host/queue/queue';
import { action, chain, type Step } from '../../host/workflows';
import { startService } from '../harness';
import { idOf } from '../shared';
import { FRESH_SIZES } from './table';

const RUNS = 200;
/** So that n8n, not the one who calls, is what is measured. */
const CALLS_AT_ONCE = 20;

export interface Crew {
	workers: number;
	concurrency: number;
	/** Milliseconds that the service takes to answer. */
	latency: number;
}

/** Runs a second: a webhook starts each, and it reads one envelope. */
export async function measureQueue(
	tarball: string,
	{ workers, concurrency, latency }: Crew,
	measured: (queue: QueueHost) => Promise<void>,
	print: (line: string) => void,
): Promise<void> {
	const { service, url } = await startService();
	const queue = await startQueue({
		tarball,
		workers,
		env: {
			N8N_CONCURRENCY_PRODUCTION_LIMIT: String(concurrency),
			...FRESH_SIZES,
		},
	});
	try {
		const prepare = async () =>
			await fetch(`${url}/bench`, { method: 'POST', body: JSON.stringify({ latency }) });
		// Before the first call, too: a service that becomes slower makes the node slow down.
		await prepare();
		const address = await publish(queue, url);
		await prepare();
		const began = performance.now();
		for (let n = 0; n < RUNS; n += CALLS_AT_ONCE) {
			const calls = Array.from({ length: CALLS_AT_ONCE }, (_, index) => idOf(n + index));
			await Promise.all(calls.map(async (id) => await call(`${address}?id=${id}`)));
		}
		const counts = await allRead(url);
		const seconds = (performance.now() - began) / 1_000;
		print(
			`queue mode, ${workers} x ${concurrency}, ${latency} ms: ${(RUNS / seconds).toFixed(1)} runs a second, at most ${counts.inFlight} requests at a time`,
		);
		await measured(queue);
	} finally {
		await queue.stop();
		service.kill();
	}
}

async function call(address: string): Promise<void> {
	const { ok, status } = await fetch(address);
	if (!ok) throw new Error(`The webhook answered with ${status}`);
}

/** What the service has counted once each run has read its envelope. */
async function allRead(url: string): Promise<{ inFlight: number }> {
	for (;;) {
		const counts = (await (await fetch(`${url}/bench`)).json()) as {
			envelopes: number;
			inFlight: number;
		};
		if (counts.envelopes >= RUNS) return counts;
		await sleep(100);
	}
}

async function publish({ main }: QueueHost, baseUrl: string): Promise<string> {
	const credential = await main.createCredential('Scale', {
		baseUrl,
		clientId: 'scale',
		clientSecret: randomUUID(),
	});
	const path = randomUUID();
	const hook: Step = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, options: {} },
	};
	const envelopeId = { __rl: true, mode: 'id', value: '={{ $json.query.id }}' };
	const get = action('Get', { resource: 'envelope', operation: 'get', envelopeId }, credential);
	await main.activate(await main.createWorkflow(chain('Scale', [hook, get])));
	const address = `${main.url}/webhook/${path}`;
	// n8n answers before it has registered it.
	for (let n = 0; n < 100 && (await fetch(`${address}?id=${idOf(0)}`)).status === 404; n++) {
		await sleep(100);
	}
	return address;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { processorTimeOf } from '../host/server/processor';
import { chain, type Step } from '../host/workflows';
import { signedHeaders } from '../sandbox/webhooks/signature';
import { ranOf } from '../test/e2e/support/record';
import { until } from '../test/e2e/support/until';
import { Listener } from '../test/e2e/trigger/listener';
import type { Harness, Sample } from './harness';
import { bar, type Job, type Side } from './job';

const JSON_TYPE = { 'content-type': 'application/json' };

const newBody = () => JSON.stringify({ id: randomUUID(), type: 'EnvelopeSealed', data: {} });

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
	const answer = await fetch(url, { method: 'POST', headers, body });
	await answer.arrayBuffer();
	return answer.status;
}

interface Sending {
	workflow: string;
	/** Each event that is answered with 200 has to run the workflow once; no other event may run it. */
	expected: number;
	/** How often the workflow was run before. n8n answers before it has stored the run, so its list may still be short. */
	ran: number;
	/** All at once; otherwise one after the other. */
	isAtOnce?: boolean;
	send: () => Promise<number>;
}

/** Polls rarely, since n8n's work for each check is measured together with the events. */
const POLL_INTERVAL = 500;
const MAX_CHECKS = 240;

async function assertRuns(harness: Harness, workflow: string, times: number): Promise<void> {
	for (let checks = 0; checks < MAX_CHECKS; checks++) {
		await sleep(POLL_INTERVAL);
		const found = await ranOf(harness.host, workflow);
		if (found === times) return;
		if (found !== undefined && found > times) break;
	}
	throw new Error(`The workflow did not run ${times} times`);
}

/** Milliseconds of n8n's processor time for one event; what n8n does after its answer counts as well. */
async function cost(
	harness: Harness,
	count: number,
	{ workflow, expected, ran, isAtOnce, send }: Sending,
): Promise<Sample> {
	const { host } = harness;
	const deliver = async () => {
		const status = await send();
		if (status !== expected) throw new Error(`An event was answered with ${status}`);
	};
	const runsAfter = (events: number) => ran + (expected === 200 ? events : 0);
	await harness.prepare();
	await deliver();
	await assertRuns(harness, workflow, runsAfter(1));
	const before = processorTimeOf(host.pid);
	if (isAtOnce) await Promise.all(Array.from({ length: count }, deliver));
	else for (let sent = 0; sent < count; sent++) await deliver();
	await assertRuns(harness, workflow, runsAfter(1 + count));
	await sleep(1_000);
	const milliseconds = (processorTimeOf(host.pid) - before) / count;
	// No run was late.
	await assertRuns(harness, workflow, runsAfter(1 + count));
	return { milliseconds, counts: await harness.counts() };
}

const KEY = { name: 'X-Key', value: 'of the bench' };
const KEY_TYPE = 'httpHeaderAuth';

const webhookNode =
	(authentication: 'none' | 'headerAuth', isAtOnce = false): Side =>
	async (harness, count) => {
		const { host } = harness;
		const path = randomUUID();
		const step: Step = {
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			webhookId: path,
			parameters: { httpMethod: 'POST', path, options: {}, authentication },
		};
		if (authentication === 'headerAuth') {
			step.credentials = { [KEY_TYPE]: await host.createCredential('Key', KEY, KEY_TYPE) };
		}
		const workflow = await host.createWorkflow(chain(`Plain ${path}`, [step]));
		await host.activate(workflow);
		const url = `${host.url}/webhook/${path}`;
		const headers = { ...JSON_TYPE, [KEY.name]: KEY.value };
		const send = async () => await post(url, headers, newBody());
		await until('the address is registered', async () => (await send()) === 200);
		// It has run once: for the event that found the address registered.
		const sample = await cost(harness, count, { workflow, expected: 200, ran: 1, isAtOnce, send });
		await host.deactivate(workflow);
		return sample;
	};

/** How the trigger has to answer. Made up: all is right but the secret. */
const ANSWERS = { signed: 200, unsigned: 401, 'made up': 503, 'not verified': 200 };

const trigger =
	(proof: keyof typeof ANSWERS, isAtOnce = false): Side =>
	async (harness, count) => {
		const parameters = proof === 'not verified' ? { verification: 'none' } : {};
		const listener = await Listener.start(harness.host, harness.credential, { parameters });
		const { url, workflow } = listener;
		const key = { id: 'bench', secret: proof === 'signed' ? harness.secret : 'a guess' };
		const isSigned = proof === 'signed' || proof === 'made up';
		const send = async () => {
			const body = newBody();
			const headers = isSigned
				? await signedHeaders(new URL(url), body, key, Date.now())
				: JSON_TYPE;
			return await post(url, headers, body);
		};
		const expected = ANSWERS[proof];
		const sample = await cost(harness, count, { workflow, expected, ran: 0, isAtOnce, send });
		await listener.stop();
		return sample;
	};

/** A side of ours, and n8n's Webhook node that has to do about as much. */
const toWebhookNode = (side: string, max: number, other: string) =>
	bar(`${side}, to n8n's ${other}`, max, (median) => median(side) / median(other));

const KEYED = 'Webhook node with Header Auth';

export const EVENTS: Job = {
	name: 'events',
	title: 'an incoming event, in processor time of n8n',
	count: 30,
	work: () => ({}),
	sides: {
		signed: trigger('signed'),
		'unsigned and refused': trigger('unsigned'),
		'signature made up and refused': trigger('made up'),
		'accepted without verification': trigger('not verified'),
		'signed, all at once': trigger('signed', true),
		'Webhook node, which accepts it': webhookNode('none'),
		[KEYED]: webhookNode('headerAuth'),
		[`${KEYED}, all at once`]: webhookNode('headerAuth', true),
	},
	bars: [
		// A run of a workflow with a credential takes n8n nearly twice as long, whether a node reads it or not (PROFILES.md).
		toWebhookNode('signed', 1.3, KEYED),
		toWebhookNode('unsigned and refused', 1.1, 'Webhook node, which accepts it'),
		toWebhookNode('signature made up and refused', 1.4, 'Webhook node, which accepts it'),
		toWebhookNode('accepted without verification', 1.1, KEYED),
		toWebhookNode('signed, all at once', 1.3, `${KEYED}, all at once`),
	],
};

/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { processorTimeOf } from '../host/server/processor';
import { chain, type Step } from '../host/workflows';
import { signedHeaders } from '../sandbox/webhooks/signature';
import { ranOf } from '../test/e2e/support/record';
import { until } from '../test/e2e/support/until';
import { Listener } from '../test/e2e/trigger/listener';
import type { Side } from './bars';
import type { Harness, Sample } from './harness';

const EVENTS = 60;
const JSON_TYPE = { 'content-type': 'application/json' };

const body = () => JSON.stringify({ id: randomUUID(), type: 'EnvelopeSealed', data: {} });

async function post(url: string, headers: Record<string, string>, content: string) {
	const answer = await fetch(url, { method: 'POST', headers, body: content });
	await answer.arrayBuffer();
	return answer.status;
}

interface Variant {
	/** All at once; otherwise one after the other. */
	isAtOnce?: boolean;
}

interface Sending extends Variant {
	workflow: string;
	/** One of these answers is right. Each event that is answered with 200 has to run the workflow once; no other event may run it. */
	expected: number[];
	/** How often the workflow was run before. n8n answers before it has stored the run, so its list may still be short. */
	ran: number;
	event: () => Promise<number>;
}

/** Polls rarely, since n8n's work for each check is measured together with the events. */
const POLL_INTERVAL = 500;
const MAX_CHECKS = 240;

/** Waits until the workflow has run so often and rests. */
async function hasRun(harness: Harness, workflow: string, times: number): Promise<void> {
	for (let checks = 0; checks < MAX_CHECKS; checks++) {
		await sleep(POLL_INTERVAL);
		const found = await ranOf(harness.host, workflow);
		if (found !== undefined && found > times)
			throw new Error(`The workflow ran ${found} times instead of ${times}`);
		if (found === times) return;
	}
	throw new Error(`The workflow never ran ${times} times`);
}

/** Milliseconds of n8n's processor time for one event; what n8n does after its answer counts as well. */
async function cost(
	harness: Harness,
	{ workflow, expected, ran, isAtOnce, event }: Sending,
): Promise<Sample> {
	const { host } = harness;
	const deliver = async () => {
		const status = await event();
		if (!expected.includes(status)) throw new Error(`An event was answered with ${status}`);
	};
	const runsFor = (events: number) => (expected.includes(200) ? events : 0);
	await harness.prepare();
	await deliver();
	await hasRun(harness, workflow, ran + runsFor(1));
	const before = processorTimeOf(host.pid);
	if (isAtOnce) await Promise.all(Array.from({ length: EVENTS }, deliver));
	else for (let sent = 0; sent < EVENTS; sent++) await deliver();
	await hasRun(harness, workflow, ran + runsFor(1 + EVENTS));
	await sleep(1_000);
	const milliseconds = (processorTimeOf(host.pid) - before) / EVENTS;
	// The count is still the same: no run was late.
	await hasRun(harness, workflow, ran + runsFor(1 + EVENTS));
	return { milliseconds, counts: await harness.counts() };
}

const KEY = { name: 'X-Key', value: 'of the bench' };

interface Plain extends Variant {
	/** With a credential, it compares a header with it. */
	isKeyed?: boolean;
}

/** n8n's own node. */
async function webhookNode(harness: Harness, { isKeyed, isAtOnce }: Plain = {}): Promise<Sample> {
	const path = randomUUID();
	const type = 'httpHeaderAuth';
	const step: Step = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, options: {} },
	};
	if (isKeyed) {
		step.parameters.authentication = 'headerAuth';
		step.credentials = { [type]: await harness.host.createCredential('Key', KEY, type) };
	}
	const workflow = await harness.host.createWorkflow(chain(`Plain ${path}`, [step]));
	await harness.host.activate(workflow);
	const url = `${harness.host.url}/webhook/${path}`;
	const headers = { ...JSON_TYPE, ...(isKeyed && { [KEY.name]: KEY.value }) };
	const event = async () => await post(url, headers, body());
	await until('the address is registered', async () => (await event()) === 200);
	// It has run once: for the event that found the address registered.
	const sample = await cost(harness, { workflow, expected: [200], ran: 1, isAtOnce, event });
	await harness.host.deactivate(workflow);
	return sample;
}

/** What an event shows, and how the trigger has to answer it. The made-up one has all but the secret. */
const PROOFS = {
	signed: [200],
	unsigned: [401],
	'made up': [503],
	'none asked for': [200],
};

async function trigger(
	harness: Harness,
	proof: keyof typeof PROOFS,
	{ isAtOnce }: Variant = {},
): Promise<Sample> {
	const parameters = proof === 'none asked for' ? { verification: 'none' } : {};
	const listener = await Listener.start(harness.host, harness.credential, { parameters });
	const { url, workflow } = listener;
	const secret = proof === 'signed' ? harness.secret : 'a guess';
	const isSigned = proof === 'signed' || proof === 'made up';
	const event = async () => {
		const content = body();
		const headers = isSigned
			? await signedHeaders(new URL(url), content, { id: 'bench', secret }, Date.now())
			: JSON_TYPE;
		return await post(url, headers, content);
	};
	const sample = await cost(harness, {
		workflow,
		expected: PROOFS[proof],
		ran: 0,
		isAtOnce,
		event,
	});
	await listener.stop();
	return sample;
}

export const AT_ONCE = `${EVENTS} at once`;

export const EVENT_SIDES: Record<string, Side> = {
	'ours, signed': async (harness) => await trigger(harness, 'signed'),
	'ours, unsigned and refused': async (harness) => await trigger(harness, 'unsigned'),
	'ours, signature made up, refused': async (harness) => await trigger(harness, 'made up'),
	'ours, not verified': async (harness) => await trigger(harness, 'none asked for'),
	[`ours, signed, ${AT_ONCE}`]: async (harness) =>
		await trigger(harness, 'signed', { isAtOnce: true }),
	'Webhook node': async (harness) => await webhookNode(harness),
	'Webhook node, Header Auth': async (harness) => await webhookNode(harness, { isKeyed: true }),
	[`Webhook node, Header Auth, ${AT_ONCE}`]: async (harness) =>
		await webhookNode(harness, { isKeyed: true, isAtOnce: true }),
};

/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { processorTimeOf } from '../host/server/processor';
import { chain, type Step } from '../host/workflows';
import { signedHeaders } from '../sandbox/webhooks/signature';
import { until } from '../test/e2e/support/until';
import { Listener } from '../test/e2e/trigger/listener';
import type { Side } from './bars';
import type { Ground, Sample } from './ground';

const EVENTS = 60;
const JSON_TYPE = { 'content-type': 'application/json' };

const body = () => JSON.stringify({ id: randomUUID(), type: 'EnvelopeSealed', data: {} });

async function send(url: string, headers: Record<string, string>, content: string) {
	const answer = await fetch(url, { method: 'POST', headers, body: content });
	await answer.arrayBuffer();
	return answer.status;
}

/** Milliseconds of n8n's processor time for one event; what n8n does after its answer counts as well. */
async function cost(
	ground: Ground,
	expected: number,
	event: () => Promise<number>,
): Promise<Sample> {
	const { pid } = ground.host;
	await ground.prepare();
	await event();
	await sleep(500);
	const before = processorTimeOf(pid);
	for (let sent = 0; sent < EVENTS; sent++) {
		const status = await event();
		if (status !== expected) throw new Error(`An event was answered with ${status}`);
	}
	await sleep(1_000);
	const milliseconds = (processorTimeOf(pid) - before) / EVENTS;
	return { milliseconds, counts: await ground.counts() };
}

const KEY = { name: 'X-Key', value: 'of the bench' };

/** n8n's own node; with a credential it compares a header with it. */
async function webhookNode(ground: Ground, path: string, isKeyed = false): Promise<Sample> {
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
		step.credentials = { [type]: await ground.host.createCredential('Key', KEY, type) };
	}
	const id = await ground.host.createWorkflow(chain(`Plain ${path}`, [step]));
	await ground.host.activate(id);
	const url = `${ground.host.url}/webhook/${path}`;
	const headers = { ...JSON_TYPE, ...(isKeyed && { [KEY.name]: KEY.value }) };
	const event = async () => await send(url, headers, body());
	await until('the address is registered', async () => (await event()) === 200);
	const sample = await cost(ground, 200, event);
	await ground.host.deactivate(id);
	return sample;
}

/** What an event has to show, and whether it does. */
type Proof = 'signed' | 'unsigned' | 'none asked for';

async function trigger(ground: Ground, proof: Proof): Promise<Sample> {
	const isSigned = proof === 'signed';
	const parameters = proof === 'none asked for' ? { verification: 'none' } : {};
	const listener = await Listener.start(ground.host, ground.credential, { parameters });
	const key = { id: 'bench', secret: ground.secret };
	const event = async () => {
		const content = body();
		const headers = isSigned
			? await signedHeaders(new URL(listener.url), content, key, Date.now())
			: JSON_TYPE;
		return await send(listener.url, headers, content);
	};
	const sample = await cost(ground, proof === 'unsigned' ? 401 : 200, event);
	await listener.stop();
	return sample;
}

export const events = (name: string): Record<string, Side> => ({
	'ours, signed': async (ground) => await trigger(ground, 'signed'),
	'ours, unsigned and refused': async (ground) => await trigger(ground, 'unsigned'),
	'ours, not verified': async (ground) => await trigger(ground, 'none asked for'),
	'Webhook node': async (ground) => await webhookNode(ground, `${name}-${randomUUID()}`),
	'Webhook node, Header Auth': async (ground) =>
		await webhookNode(ground, `${name}-${randomUUID()}`, true),
});

/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never inside n8n */
import { randomUUID } from 'node:crypto';

import { processorTimeOf } from '../../../host/server/processor';
import { chain, type Step } from '../../../host/workflows';
import { signedHeaders } from '../../../sandbox/webhooks/signature';
import { prepareGround } from '../support/ground';
import { until } from '../support/until';
import { Listener } from './listener';

const ground = prepareGround();
const ROUNDS = 12;
const PER_ROUND = 15;
/** How much dearer than n8n's own Webhook node a request may be that nobody signed. */
const BAR = 1.1;
const AT_ONCE = 60;

const body = JSON.stringify({ id: '1', type: 'EnvelopeSealed', data: {} });
const json = { 'content-type': 'application/json' };

async function send(url: string, headers: Record<string, string>, content = body) {
	const answer = await fetch(url, { method: 'POST', headers, body: content });
	await answer.arrayBuffer();
	return answer.status;
}

/** An active workflow that begins with n8n's own Webhook node. */
async function webhookNode(): Promise<{ url: string; stop(): Promise<void> }> {
	const { host } = ground;
	const path = randomUUID();
	const step: Step = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, options: {} },
	};
	const id = await host.createWorkflow(chain(`Plain ${path}`, [step]));
	await host.activate(id);
	const url = `${host.url}/webhook/${path}`;
	await until('the address is registered', async () => (await send(url, json)) === 200);
	return { url, stop: async () => await host.deactivate(id) };
}

const median = (values: number[]) =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

it('refuses what nobody signed, and says what that costs n8n beside its own Webhook node', async () => {
	const { host, credential } = ground;
	const listener = await Listener.start(host, credential);
	const plain = await webhookNode();
	const used = async (url: string, status: number) => {
		const before = processorTimeOf(host.pid);
		for (let times = 0; times < PER_ROUND; times++) expect(await send(url, json)).toBe(status);
		// What n8n does after its answer counts as well.
		await new Promise((resolve) => setTimeout(resolve, 300));
		return (processorTimeOf(host.pid) - before) / PER_ROUND;
	};
	await used(plain.url, 200);
	await used(listener.url, 401);
	const rounds: Array<{ ours: number; theirs: number }> = [];
	for (let round = 0; round < ROUNDS; round++) {
		rounds.push({ theirs: await used(plain.url, 200), ours: await used(listener.url, 401) });
	}
	await listener.stop();
	await plain.stop();
	const ours = median(rounds.map((round) => round.ours));
	const theirs = median(rounds.map((round) => round.theirs));
	process.stderr.write(
		`cost: an unsigned request ${ours.toFixed(0)} ms of n8n's processor time, n8n's own Webhook node ${theirs.toFixed(0)} ms, ratio ${(ours / theirs).toFixed(2)} (${ours / theirs <= BAR ? 'ok' : 'short'}: at most ${BAR})\n`,
	);
});

it(`answers ${AT_ONCE} genuine events at once, and says how long it took`, async () => {
	const { host, credential, sandbox } = ground;
	const listener = await Listener.start(host, credential);
	const key = { id: sandbox.clientId, secret: sandbox.clientSecret };
	const url = new URL(listener.url);
	const answers = await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			const event = JSON.stringify({ id: randomUUID(), type: 'EnvelopeSealed', data: {} });
			const headers = await signedHeaders(url, event, key, Date.now());
			const began = Date.now();
			const status = await send(listener.url, headers, event);
			return { status, took: Date.now() - began };
		}),
	);
	const slowest = Math.max(...answers.map(({ took }) => took));
	process.stderr.write(
		`cost: ${AT_ONCE} genuine events at once, the last one answered after ${slowest} ms (the service waits 15,000)\n`,
	);
	expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
	await listener.hasRun(AT_ONCE);
	await listener.stop();
});

/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never inside n8n */
import { randomUUID } from 'node:crypto';

import { processorTimeOf } from '../../../host/server/processor';
import { chain, type Step } from '../../../host/workflows';
import { signedHeaders } from '../../../sandbox/webhooks/signature';
import { prepareGround } from '../support/ground';
import { ranOf } from '../support/record';
import { until } from '../support/until';
import { Listener } from './listener';

const ground = prepareGround();
const ROUNDS = 9;
const PER_ROUND = 15;
const AT_ONCE = 60;
const BURSTS = 3;

/**
 * How much dearer than at n8n's own Webhook node something may be, in processor time of n8n and by the
 * median of several rounds in turn, so that neither the machine nor its other work matters. Only made-up
 * signatures get a little dearer on a slow machine, since the credential may be read again each second.
 */
const MOST = { unsigned: 1.1, invented: 1.4, burst: 2.5 };

const body = () => JSON.stringify({ id: randomUUID(), type: 'EnvelopeSealed', data: {} });
const json = { 'content-type': 'application/json' };

async function send(url: string, headers: Record<string, string>, content = body()) {
	const answer = await fetch(url, { method: 'POST', headers, body: content });
	await answer.arrayBuffer();
	return answer.status;
}

/** Signed as the service signs, with this secret. */
async function sendSigned(url: string, secret: string): Promise<number> {
	const key = { id: ground.sandbox.clientId, secret };
	const content = body();
	return await send(url, await signedHeaders(new URL(url), content, key, Date.now()), content);
}

/** An active workflow that begins with n8n's own Webhook node. */
async function webhookNode() {
	const { host } = ground;
	const path = randomUUID();
	const step: Step = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, options: {} },
	};
	const workflow = await host.createWorkflow(chain(`Plain ${path}`, [step]));
	await host.activate(workflow);
	const url = `${host.url}/webhook/${path}`;
	await until('the address is registered', async () => (await send(url, json)) === 200);
	await until('that has run', async () => ((await ranOf(host, workflow)) ?? 0) > 0);
	return { url, workflow, stop: async () => await host.deactivate(workflow) };
}

const median = (values: number[]) =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Milliseconds of n8n's processor time. What n8n does after its answers counts as well. */
async function used(work: () => Promise<unknown>): Promise<number> {
	const { pid } = ground.host;
	const before = processorTimeOf(pid);
	await work();
	await new Promise((resolve) => setTimeout(resolve, 300));
	return processorTimeOf(pid) - before;
}

type Costs = Record<string, number>;

/** What each kind costs, as a multiple of the first one; the system need not tell. */
function ratiosOf(rounds: Costs[], plain: string): Costs | undefined {
	if (rounds.some((round) => !round[plain])) return undefined;
	const kinds = Object.keys(rounds[0] ?? {}).filter((kind) => kind !== plain);
	return Object.fromEntries(
		kinds.map((kind) => [
			kind,
			median(rounds.map((round) => (round[kind] as number) / (round[plain] as number))),
		]),
	);
}

function say(what: string, times: number, rounds: Costs[], ratios: Costs | undefined): void {
	const each = (kind: string) =>
		(median(rounds.map((round) => round[kind] ?? 0)) / times).toFixed(0);
	const kinds = Object.keys(rounds[0] ?? {}).map((kind) => {
		const ratio = ratios?.[kind];
		return `${kind} ${each(kind)} ms${ratio === undefined ? '' : ` (${ratio.toFixed(2)})`}`;
	});
	process.stderr.write(`cost: n8n's processor time for ${what}: ${kinds.join(', ')}\n`);
}

/** Only Linux tells how much of the processor another process has used. */
function expectMeasured(ratios: Costs | undefined): void {
	if (process.platform === 'linux') expect(ratios).toBeDefined();
}

it("refuses what nobody signed, and made-up signatures, at about the cost of n8n's own Webhook node", async () => {
	const { host, credential } = ground;
	const listener = await Listener.start(host, credential);
	const plain = await webhookNode();
	const times = async (request: () => Promise<number>, statuses: number[]) =>
		await used(async () => {
			for (let time = 0; time < PER_ROUND; time++) expect(statuses).toContain(await request());
		});
	const round = async () => ({
		plain: await times(async () => await send(plain.url, json), [200]),
		unsigned: await times(async () => await send(listener.url, json), [401]),
		// The right name and length, and all that is known without the secret.
		invented: await times(async () => await sendSigned(listener.url, 'a guess'), [401, 503]),
	});
	await round();
	const rounds: Costs[] = [];
	while (rounds.length < ROUNDS) rounds.push(await round());
	await listener.stop();
	await plain.stop();

	const ratios = ratiosOf(rounds, 'plain');
	say('a request', PER_ROUND, rounds, ratios);
	expectMeasured(ratios);
	expect(ratios?.unsigned ?? 0).toBeLessThanOrEqual(MOST.unsigned);
	expect(ratios?.invented ?? 0).toBeLessThanOrEqual(MOST.invented);
});

it(`takes ${AT_ONCE} genuine events at once at no more than ${MOST.burst} times the cost of n8n's own Webhook node`, async () => {
	const { host, credential, sandbox } = ground;
	const listener = await Listener.start(host, credential);
	const plain = await webhookNode();
	let slowest = 0;
	/** Until all of them have run, too. */
	const burst = async (workflow: string, request: () => Promise<number>) => {
		const before = (await ranOf(host, workflow)) ?? NaN;
		return await used(async () => {
			const answers = Array.from({ length: AT_ONCE }, async () => {
				const began = Date.now();
				const status = await request();
				slowest = Math.max(slowest, Date.now() - began);
				return status;
			});
			expect(await Promise.all(answers)).toEqual(Array(AT_ONCE).fill(200));
			await until('all have run', async () => (await ranOf(host, workflow)) === before + AT_ONCE);
		});
	};
	const rounds: Costs[] = [];
	for (let time = 0; time <= BURSTS; time++) {
		const theirs = await burst(plain.workflow, async () => await send(plain.url, json));
		slowest = 0;
		const ours = await burst(
			listener.workflow,
			async () => await sendSigned(listener.url, sandbox.clientSecret),
		);
		// The first ones also pay for what n8n does only once.
		if (time > 0) rounds.push({ plain: theirs, genuine: ours });
	}
	await listener.stop();
	await plain.stop();

	const ratios = ratiosOf(rounds, 'plain');
	say(`each of ${AT_ONCE} events at once`, AT_ONCE, rounds, ratios);
	process.stderr.write(
		`cost: the last of ${AT_ONCE} events was answered after ${slowest} ms (the service waits 15,000)\n`,
	);
	expectMeasured(ratios);
	expect(ratios?.genuine ?? 0).toBeLessThanOrEqual(MOST.burst);
});

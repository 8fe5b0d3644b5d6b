/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never inside n8n */
import { randomUUID } from 'node:crypto';

import { signedHeaders } from '../../../sandbox/webhooks/signature';
import { prepareGround } from '../support/ground';
import { ranOf } from '../support/record';
import { until } from '../support/until';
import { Listener } from './listener';

const ground = prepareGround();
const AT_ONCE = 60;

/** Signed as the service signs; how n8n answered, and after how many milliseconds. */
async function send(url: string, id: string) {
	const { clientId, clientSecret } = ground.sandbox;
	const body = JSON.stringify({ id, type: 'EnvelopeSealed', data: {} });
	const key = { id: clientId, secret: clientSecret };
	const headers = await signedHeaders(new URL(url), body, key, Date.now());
	const began = Date.now();
	const answer = await fetch(url, { method: 'POST', headers, body });
	await answer.arrayBuffer();
	return { status: answer.status, took: Date.now() - began };
}

// What an event costs n8n beside its own Webhook node, alone or one of many, is measured by `npm run bench -- events`.
it(`takes ${AT_ONCE} genuine events at once, and runs the workflow once for each`, async () => {
	const listener = await Listener.start(ground.host, ground.credential);
	const sent = Array.from({ length: AT_ONCE }, () => randomUUID());
	const answers = await Promise.all(sent.map(async (id) => await send(listener.url, id)));
	const ran = await until(
		'no run goes on, and as many have been started as events were sent',
		async () => {
			const count = await ranOf(ground.host, listener.workflow);
			return count !== undefined && count >= AT_ONCE && count;
		},
	);
	const events = await listener.events();
	await listener.stop();
	const later = await ranOf(ground.host, listener.workflow);

	const slowest = Math.max(...answers.map(({ took }) => took));
	process.stderr.write(
		`the last of ${AT_ONCE} events at once was answered after ${slowest} ms (the service waits 15,000)\n`,
	);
	expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
	expect([ran, later]).toEqual([AT_ONCE, AT_ONCE]);
	expect(events.map(({ id }) => id).sort()).toEqual(sent.sort());
});

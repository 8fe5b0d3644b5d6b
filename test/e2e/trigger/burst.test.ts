import { randomUUID } from 'node:crypto';

import { prepareHarness } from '../support/harness';
import { ranOf } from '../support/record';
import { until } from '../support/until';
import { Listener } from './listener';
import { sendEvent } from './sending';

const harness = prepareHarness();
const AT_ONCE = 60;

// The cost of an event beside that of n8n's Webhook node is measured by `npm run bench -- events`.
it(`takes ${AT_ONCE} genuine events at once, and runs the workflow once for each`, async () => {
	const listener = await Listener.start(harness.host, harness.credential);
	const sent = Array.from({ length: AT_ONCE }, () => randomUUID());
	const statuses = await Promise.all(
		sent.map(async (id) => await sendEvent(harness.sandbox, listener.url, id)),
	);
	const ran = await until(
		'no run goes on, and as many have been started as events were sent',
		async () => {
			const count = await ranOf(harness.host, listener.workflow);
			return count !== undefined && count >= AT_ONCE && count;
		},
	);
	const events = await listener.events();
	await listener.stop();
	const later = await ranOf(harness.host, listener.workflow);

	expect(statuses).toEqual(Array(AT_ONCE).fill(200));
	expect([ran, later]).toEqual([AT_ONCE, AT_ONCE]);
	expect(events.map(({ id }) => id).sort()).toEqual(sent.sort());
});

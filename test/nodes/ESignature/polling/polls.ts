import { Poller } from './poller';
import type { PretendService } from './pretendService';

/** With a full check in each poll. */
export const EVERY_POLL = { options: { checkEvery: 0 } };

export const createdBy = (poller: Poller): string[] =>
	poller.events.filter(({ type }) => type === 'EnvelopeCreated').map(({ id }) => id);

export async function polled(poller: Poller, times: number): Promise<void> {
	for (let n = 0; n < times; n++) await poller.poll();
}

/** After its first polls, which tell nothing of what exists. */
export async function started(service: PretendService): Promise<Poller> {
	const poller = new Poller(service);
	await polled(poller, 3);
	expect(poller.events).toEqual([]);
	return poller;
}

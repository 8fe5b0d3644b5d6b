import { readNewEnd } from '../../../../nodes/ESignature/polling/newEnd';
import type { Order } from '../../../../nodes/ESignature/polling/scan';
import { State } from '../../../../nodes/ESignature/polling/state';
import { Poller } from './poller';
import { PretendService } from './pretendService';

/** A list without an end, from new to old or the other way, and how many pages of it were read. */
function endless(step: number) {
	let pages = 0;
	const request = async () => {
		pages += 1;
		const ID = `${String(pages).padStart(8, '0')}-0000-4000-8000-000000000000`;
		const time = new Date(Date.UTC(2026, 0, 1) + pages * step).toISOString();
		const item = { ID, status: 'sealed', createdAt: time, lastModifiedAt: time };
		// More than anybody reads: what does not stop by itself fails here.
		if (pages > 100) throw new Error('read without end');
		return { items: [item], nextPage: `after-${pages}` };
	};
	return { request: request as never, read: () => pages };
}

describe('the new end of a list', () => {
	it('is not looked for in a list without an order', async () => {
		const { request, read } = endless(-1_000);

		expect(await readNewEnd(new State('account'), request, () => false)).toEqual({
			...{ isProven: false, covered: new Set() },
		});
		expect(read()).toBe(0);
	});

	it.each<[Order, number, number]>([
		['newestFirst', -1_000, 40],
		['changedFirst', -1_000, 40],
		['newestLast', 1_000, 41],
	])('is looked for in 40 pages at most, %s', async (order, step, most) => {
		const { request, read } = endless(step);
		const state = Object.assign(new State('account'), { order, tail: 'after-0' });

		expect((await readNewEnd(state, request, () => false)).isProven).toBe(false);
		expect(read()).toBe(most);
	});

	it('is left for the next time when the time is over', async () => {
		const { request, read } = endless(-1_000);
		const state = Object.assign(new State('account'), { order: 'newestFirst' });

		expect((await readNewEnd(state, request, () => true)).isProven).toBe(false);
		expect(read()).toBe(1);
	});
});

describe('a poll', () => {
	const account = (sealed: number, manners: ConstructorParameters<typeof PretendService>[0]) => {
		const service = new PretendService(manners);
		for (let n = 0; n < sealed; n++) service.create('sealed');
		return service;
	};

	it('reads no list between two full checks where the list has no order', async () => {
		const service = account(300, { order: 'byId' });
		const poller = new Poller(service);
		for (let n = 0; n < 3; n++) await poller.poll();
		service.asked = [];
		await poller.poll();

		expect(service.asked).toEqual([]);
	});

	it('reads one page where what was changed last comes first, and nothing was', async () => {
		const service = account(300, { order: 'changedFirst' });
		const [first] = service.envelopes.values();
		if (first) service.change(first, 'sealed');
		const poller = new Poller(service);
		for (let n = 0; n < 3; n++) await poller.poll();
		service.asked = [];
		await poller.poll();

		expect(service.asked).toEqual(['/sign/envelopes']);
	});

	it('has ten seconds if it is the first, since somebody waits for it, and then more', async () => {
		const service = account(200, { pageSize: 5 });
		const poller = new Poller(service);
		// Each answer takes a second.
		poller.budget = 240;
		await poller.poll();
		const first = service.requests;
		await poller.poll();

		expect(first).toBeLessThanOrEqual(11);
		expect(service.requests - first).toBeGreaterThan(20);
	});
});

describe('of several changes at one time', () => {
	it('the one that the list shows first is the newest', async () => {
		const service = new PretendService();
		const lastModifiedAt = '2026-02-01T00:00:00.000Z';
		service.create('sealed', { lastModifiedAt });
		const first = service.create('cancelled', { lastModifiedAt });

		expect(await new Poller(service).poll('committed', 'manual')).toMatchObject([
			{ type: 'EnvelopeCancelled', envelopeId: first.ID },
		]);
	});
});

import { read } from '../../../contract/repository';
import { Poller } from './poller';
import { createdBy, EVERY_POLL, polled, started } from './polls';
import { PretendService, type Kept, type Ordered } from './pretendService';

const AHEAD = '2099-01-01T00:00:00.000Z';

describe.each<Ordered>(['newestFirst', 'newestLast', 'changedFirst'])(
	'an envelope with a time far ahead, in a list ordered %s,',
	(order) => {
		async function withOneAhead() {
			const service = new PretendService({ order });
			for (let n = 0; n < 300; n++) service.create('sealed');
			if (order === 'changedFirst') {
				const [first] = service.envelopes.values();
				service.change(first as Kept, 'sealed');
			}
			service.create('sealed', { createdAt: AHEAD, lastModifiedAt: AHEAD });
			return { service, poller: await started(service) };
		}

		it('does not hide new ones at the new end', async () => {
			const { service, poller } = await withOneAhead();
			for (let n = 0; n < 60; n++) service.create('sealed');
			await polled(poller, 2);

			expect(new Set(createdBy(poller)).size).toBe(60);
			expect(createdBy(poller)).toHaveLength(60);
		});

		it('does not hide more new ones than a full check can tell apart', async () => {
			const { service, poller } = await withOneAhead();
			// So many that the new end is not found any more.
			for (let n = 0; n < 2_500; n++) service.create('sealed');
			poller.parameters = EVERY_POLL;
			await polled(poller, 4);

			expect(new Set(createdBy(poller)).size).toBe(2_500);
			expect(createdBy(poller)).toHaveLength(2_500);
		});

		it('costs no full check in each poll', async () => {
			const { service, poller } = await withOneAhead();
			service.requests = 0;
			await polled(poller, 3);

			expect(service.requests).toBeLessThanOrEqual(6);
		});
	},
);

it('a time far ahead that was kept once is not relied on any more', async () => {
	const service = new PretendService();
	for (let n = 0; n < 300; n++) service.create('sealed');
	const poller = await started(service);
	const { state } = poller.state as { state: object };
	const ahead = Date.parse(AHEAD);
	poller.written = JSON.stringify({ state: { ...state, newest: ahead, since: ahead } });
	poller.restart();
	poller.parameters = EVERY_POLL;
	await poller.poll();
	for (let n = 0; n < 2_500; n++) service.create('sealed');
	await polled(poller, 4);

	expect(new Set(createdBy(poller)).size).toBe(2_500);
});

describe('an envelope that only the list can show', () => {
	/** In no order and in many pieces, so that only the full check finds what is new. */
	async function withOneFailing(parameters = EVERY_POLL) {
		const service = new PretendService({ pageSize: 5, order: 'byId' });
		for (let n = 0; n < 300; n++) service.create('sealed');
		const bad = service.create('sent');
		const poller = await started(service);
		service.failingIds.add(bad.ID);
		poller.parameters = parameters;
		poller.budget = 40;
		return { service, poller };
	}

	it('does not stop the full check, though it is the only one that is read', async () => {
		const { service, poller } = await withOneFailing();
		for (let n = 0; n < 5; n++) service.create('sealed');
		await polled(poller, 20);

		expect(createdBy(poller)).toHaveLength(5);
		expect(poller.log.join()).toContain('Some envelopes could not be read');
	});

	it('does not fail a poll that reads nothing else, unless the list cannot be read either', async () => {
		const { service, poller } = await withOneFailing({ options: { checkEvery: 24 } });
		service.asked = [];
		await poller.poll();
		expect(service.asked).toHaveLength(2);
		service.broken = 500;

		await expect(poller.poll()).rejects.toThrow();
	});
});

describe('envelopes that are listed and refused', () => {
	it('do not put the full check off, however many they are', async () => {
		const service = new PretendService({ pageSize: 20, order: 'byId' });
		for (let n = 0; n < 300; n++) service.create('sealed');
		const poller = await started(service);
		poller.parameters = EVERY_POLL;
		for (let n = 0; n < 201; n++) service.brokenIds.add(service.create('sealed').ID);
		await polled(poller, 3);
		for (let n = 0; n < 30; n++) service.create('sealed');
		await polled(poller, 3);
		expect(createdBy(poller)).toHaveLength(30);

		service.brokenIds.clear();
		await polled(poller, 6);
		expect(createdBy(poller)).toHaveLength(231);
		expect(new Set(createdBy(poller)).size).toBe(231);
	});

	it('do not use up the time for the others, and have their turn all the same', async () => {
		const service = new PretendService({ pageSize: 20 });
		const open = [1, 2, 3].map(() => service.create('sent'));
		for (let n = 0; n < 200; n++) service.create('sealed');
		const poller = await started(service);
		const refused = Array.from({ length: 150 }, () => service.create('sealed'));
		for (const { ID } of refused) service.brokenIds.add(ID);
		poller.budget = 150;
		await polled(poller, 3);
		for (const envelope of open) service.change(envelope, 'sealed');
		service.create('sealed');
		await polled(poller, 3);
		expect(poller.events).toHaveLength(5);

		service.asked = [];
		await polled(poller, 6);
		const asked = new Set(service.asked.map((path) => path.split('/').at(-1)));
		expect(refused.filter(({ ID }) => !asked.has(ID))).toEqual([]);
	});
});

it('every open envelope has its turn, though a poll has no time for all of them', async () => {
	const service = new PretendService({ pageSize: 20, order: 'byId' });
	const open = Array.from({ length: 150 }, () => service.create('sent'));
	const poller = await started(service);
	poller.budget = 80;
	for (const envelope of open.slice(-30)) service.change(envelope, 'sealed');
	await polled(poller, 5);

	expect(poller.events).toHaveLength(30);
});

describe('what is kept and cannot be read any more', () => {
	const cut = (state: Record<string, unknown>) => ({
		...state,
		known: String(state.known).slice(0, -40),
	});
	const ofAnotherVersion = (state: Record<string, unknown>) => ({ ...state, version: 1 });

	it.each([
		['cut', cut],
		['of another version', ofAnotherVersion],
	])('is said in the log once, and nothing is told again: %s', async (_, damaged) => {
		const service = new PretendService({ pageSize: 20 });
		for (let n = 0; n < 300; n++) service.create('sealed');
		const poller = await started(service);
		const { state } = poller.state as { state: Record<string, unknown> };
		poller.written = JSON.stringify({ state: damaged(state) });
		poller.restart();
		poller.parameters = { options: { emitExisting: true } };
		// The check that begins anew takes several polls.
		poller.budget = 10;
		await polled(poller, 6);
		expect(poller.events).toEqual([]);
		expect(poller.log).toEqual([expect.stringContaining('What this node had kept cannot be read')]);
		const said = String(poller.log[0]).replace('E-Signature Polling Trigger: ', '');
		expect(read('docs/polling.md').replace(/\s+/g, ' ')).toContain(said);

		service.create('sent');
		await polled(poller, 2);
		expect(createdBy(poller)).toHaveLength(1);
	});

	it('is something else than nothing, or what was kept of another account', async () => {
		const service = new PretendService();
		for (let n = 0; n < 10; n++) service.create('sealed');
		const poller = await started(service);
		poller.clientId = 'other';
		poller.parameters = { options: { emitExisting: true } };
		await poller.poll();

		expect(poller.log).toEqual([]);
		expect(createdBy(poller)).toHaveLength(10);
	});
});

describe('an old envelope', () => {
	it('is not told that the first check missed, because pages shifted; what happens to it is', async () => {
		const service = new PretendService({ pageSize: 20, offsets: true });
		const all = Array.from({ length: 400 }, (_, n) => service.create(n < 200 ? 'sent' : 'sealed'));
		const poller = new Poller(service);
		let requests = 0;
		service.meanwhile = () => {
			requests++;
			// One is skipped that is sealed, and later one that is open.
			if (requests === 6) service.remove(all[399] as Kept);
			if (requests === 14) service.remove(all[398] as Kept);
		};
		await poller.poll();
		service.meanwhile = undefined;
		poller.parameters = EVERY_POLL;
		await polled(poller, 3);
		expect(poller.events).toEqual([]);

		for (const envelope of all.slice(0, 200)) service.change(envelope, 'sealed');
		await polled(poller, 3);
		expect(poller.events).toHaveLength(200);
		expect(createdBy(poller)).toEqual([]);
	});

	it('is not told as new again that was not found for long, while the list showed it', async () => {
		const service = new PretendService({ pageSize: 20 });
		for (let n = 0; n < 100; n++) service.create('sealed');
		const poller = await started(service);
		const envelope = service.create('sent');
		await poller.poll();
		for (let n = 0; n < 100; n++) service.create('sealed');
		await poller.poll();
		service.hidden.add(envelope.ID);
		await polled(poller, 22);
		service.hidden.clear();
		service.change(envelope, 'sealed');
		poller.parameters = EVERY_POLL;
		await polled(poller, 2);
		const ids = poller.events.map(({ id }) => id).filter((id) => id.startsWith(envelope.ID));

		expect(ids.map((id) => id.split(':')[1])).toEqual(['created', 'sent', 'sealed']);
	});

	it('is watched again after that, if it can still change', async () => {
		const service = new PretendService({ pageSize: 20 });
		const envelope = service.create('sent');
		for (let n = 0; n < 200; n++) service.create('sealed');
		const poller = await started(service);
		service.hidden.add(envelope.ID);
		await polled(poller, 22);
		service.hidden.clear();
		poller.parameters = EVERY_POLL;
		await poller.poll();
		poller.parameters = {};
		service.change(envelope, 'sealed');
		await poller.poll();

		expect(poller.events).toMatchObject([{ type: 'EnvelopeSealed', statusBefore: 'sent' }]);
	});
});

describe('IDs that begin with the same 48 bits, as those of one millisecond do,', () => {
	const sameBeginning = (n: number) =>
		`019a8f3c-5b21-7${n.toString(16).padStart(3, '0')}-8000-000000000000`;
	const createAll = (service: PretendService, from: number, to: number) => {
		for (let n = from; n < to; n++) service.create('sealed', { ID: sameBeginning(n) });
	};

	it('are told apart by a full check', async () => {
		const service = new PretendService({ order: 'byId' });
		createAll(service, 0, 400);
		const poller = await started(service);
		poller.parameters = EVERY_POLL;
		createAll(service, 400, 460);
		await polled(poller, 2);

		expect(createdBy(poller).sort()).toEqual(
			Array.from({ length: 60 }, (_, n) => `${sameBeginning(400 + n)}:created`),
		);
	});

	it('are all emitted, each once, where those that exist are', async () => {
		const service = new PretendService({ order: 'byId' });
		createAll(service, 0, 400);
		const poller = new Poller(service);
		poller.parameters = { options: { emitExisting: true } };
		await polled(poller, 3);

		expect(createdBy(poller).sort()).toEqual(
			Array.from({ length: 400 }, (_, n) => `${sameBeginning(n)}:created`),
		);
	});
});

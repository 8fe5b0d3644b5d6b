import { MOST_SEEN_IN_A_CHECK, readOn } from '../../../../nodes/ESignature/polling/check';
import type { Request } from '../../../../nodes/ESignature/polling/listed';
import { MOST_OPEN, MOST_SUSPECTS, State } from '../../../../nodes/ESignature/polling/state';
import { Poller } from './poller';
import { PretendService, type Kept, type Ordered } from './pretendService';

function account(
	sealed: number,
	sent: number,
	manners?: ConstructorParameters<typeof PretendService>[0],
) {
	const service = new PretendService(manners);
	for (let n = 0; n < sealed; n++) service.create('sealed');
	const open = Array.from({ length: sent }, () => service.create('sent'));
	return { service, open };
}

async function started(service: PretendService) {
	const poller = new Poller(service);
	for (let n = 0; n < 3; n++) expect(await poller.poll()).toEqual([]);
	return poller;
}

const told = (poller: Poller) =>
	poller.events.map(({ type, statusBefore }) =>
		statusBefore ? `${statusBefore} > ${type}` : type,
	);

afterEach(() => jest.restoreAllMocks());

describe('more than can be noted at once', () => {
	it.each<Ordered>(['newestFirst', 'byId'])(
		'comes in pieces, all of it and each once, where the list is ordered %s',
		async (order) => {
			const { service } = account(200, 0, { order, pageSize: 100 });
			const poller = await started(service);
			const count = Math.floor(1.2 * MOST_SUSPECTS);
			for (let n = 0; n < count; n++) service.create('sealed');
			poller.parameters = { options: { checkEvery: 0 } };
			for (let n = 0; n < 6; n++) await poller.poll();
			const ids = poller.events.map(({ id }) => id);

			expect(ids).toHaveLength(2 * count);
			expect(new Set(ids).size).toBe(2 * count);
		},
		120_000,
	);

	it('of open envelopes is said in the log, and found by the full check', async () => {
		const { service, open } = account(0, MOST_OPEN + 300, { pageSize: 1_000 });
		const poller = await started(service);
		expect(poller.log.join()).toContain('more open envelopes than this node watches');
		// The last ones of the list.
		for (const envelope of open.slice(0, 100)) service.change(envelope, 'sealed');
		await poller.poll();
		expect(poller.events).toEqual([]);

		const later = Date.now() + 2 * 3_600_000;
		jest.spyOn(Date, 'now').mockReturnValue(later);
		for (let n = 0; n < 3; n++) await poller.poll();
		expect(told(poller)).toEqual(Array.from({ length: 100 }, () => 'sent > EnvelopeSealed'));
	}, 120_000);

	it('of entries is not remembered by the process', async () => {
		const state = new State('account');
		let page = 0;
		const request = (async () => ({
			items: Array.from({ length: 1_000 }, (_, n) => ({
				ID: `${(page * 1_000 + n).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
				status: 'sealed',
			})),
			nextPage: String(++page),
		})) as unknown as Request;
		const isOver = () => page > MOST_SEEN_IN_A_CHECK / 1_000 + 5;
		const memory = await readOn(state, request, undefined, isOver, { warn: () => {} });

		expect(memory?.seen.size).toBe(MOST_SEEN_IN_A_CHECK);
	});
});

it('a poll does not remember how each of many envelopes is spelled', () => {
	const state = new State('account');
	for (let n = 0; n < 10_000; n++) {
		const ID = `AAAAAAAA-0000-4000-8000-${String(n).padStart(12, '0')}`;
		state.learnToSpell(ID.toLowerCase(), ID);
	}

	expect(state.spelled.size).toBeLessThanOrEqual(2_000);
});

it('the spelling of what is still to be read is not forgotten', () => {
	const state = new State('account');
	const [needed, ...others] = Array.from(
		{ length: 5_000 },
		(_, n) => `AAAAAAAA-0000-4000-8000-${String(n).padStart(12, '0')}`,
	) as [string, ...string[]];
	state.suspect(needed.toLowerCase());
	for (const ID of [needed, ...others]) state.learnToSpell(ID.toLowerCase(), ID);

	expect(state.spell(needed.toLowerCase())).toBe(needed);
});

describe('what the process remembers of the first poll', () => {
	it('does not hide what a poll found that n8n did not keep', async () => {
		const { service } = account(120, 0);
		const poller = new Poller(service);
		await poller.poll('lost');
		service.create('sent');
		await poller.poll('lost');
		await poller.poll();

		expect(told(poller).sort()).toEqual(['EnvelopeCreated', 'EnvelopeSentForSignature']);
	});

	it('lasts until the next one, however late that is', async () => {
		const { service } = account(120, 0);
		const poller = new Poller(service);
		await poller.poll('lost');
		service.create('sent');
		const later = performance.now() + 6 * 3_600_000;
		jest.spyOn(performance, 'now').mockReturnValue(later);
		await poller.poll();

		expect(told(poller).sort()).toEqual(['EnvelopeCreated', 'EnvelopeSentForSignature']);
	});
});

describe('an envelope that is not found for a while', () => {
	it('is not forgotten', async () => {
		const service = new PretendService();
		// Far from the new end, which shows the status of all that is there.
		const envelope = service.create('sent');
		for (let n = 0; n < 300; n++) service.create('sealed');
		const poller = await started(service);
		service.hidden.add(envelope.ID);
		for (let n = 0; n < 3; n++) await poller.poll();
		service.hidden.clear();
		service.change(envelope, 'sealed');
		await poller.poll();

		expect(told(poller)).toEqual(['sent > EnvelopeSealed']);
	});

	it('is told when it can be read, if it is new', async () => {
		const { service } = account(300, 0);
		const poller = await started(service);
		const { ID } = service.create('sent');
		service.hidden.add(ID);
		await poller.poll();
		service.hidden.clear();
		await poller.poll();

		expect(told(poller).sort()).toEqual(['EnvelopeCreated', 'EnvelopeSentForSignature']);
	});
});

it.each<Ordered>(['newestFirst', 'newestLast', 'changedFirst'])(
	'finds envelopes of the same second as the newest one that is known, where the list is ordered %s',
	async (order) => {
		// The newest one begins a page of the list from old to new.
		const { service } = account(399, 0, { order, pageSize: 7 });
		const newest = service.create('sealed');
		const [first] = service.envelopes.values();
		service.change(first as Kept, 'sealed');
		const poller = await started(service);
		for (let n = 0; n < 20; n++) service.create('sealed', { createdAt: newest.createdAt });
		for (let n = 0; n < 2; n++) await poller.poll();

		expect(told(poller).filter((type) => type === 'EnvelopeCreated')).toHaveLength(20);
		expect(new Set(poller.events.map(({ id }) => id)).size).toBe(40);
	},
);

it('tells everything that exists once, though the service refuses to go on with the list', async () => {
	const { service } = account(2_000, 5, { pageSize: 10 });
	const poller = new Poller(service);
	poller.parameters = { options: { emitExisting: true } };
	// A second passes whenever someone looks at the clock: the first poll gets through a few pages only.
	let now = performance.now();
	jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
	await poller.poll();
	expect(poller.events.length).toBeGreaterThan(0);
	service.forgetCursors();
	const isReady = () => (poller.state.state as { ready: boolean }).ready;
	for (let n = 0; n < 100 && !isReady(); n++) await poller.poll();

	expect(told(poller).filter((type) => type === 'EnvelopeCreated')).toHaveLength(2_005);
	expect(new Set(poller.events.map(({ id }) => id)).size).toBe(poller.events.length);
});

describe('a list that lacks something for a while', () => {
	const ORDERS: Ordered[] = ['newestFirst', 'newestLast', 'changedFirst', 'byId'];
	const CASES = ORDERS.flatMap((order) => [
		{ order, count: 60, left: 0 },
		{ order, count: 1_000, left: 0 },
		{ order, count: 1_000, left: 0.5 },
	]);

	it.each(CASES)(
		'does not make it new again: $order, $count envelopes of which the share $left stays',
		async ({ order, count, left }) => {
			const { service } = account(count, 0, { order });
			const poller = await started(service);
			poller.parameters = { options: { checkEvery: 0 } };
			await poller.poll();
			const shown = new Set([...service.envelopes.keys()].slice(0, left * count));
			service.unlisted = ({ ID }) => !shown.has(ID);
			for (let n = 0; n < 4; n++) await poller.poll();
			service.unlisted = undefined;
			for (let n = 0; n < 4; n++) await poller.poll();
			expect(poller.events).toEqual([]);

			service.create('sealed');
			for (let n = 0; n < 2; n++) await poller.poll();
			expect(told(poller).sort()).toEqual(['EnvelopeCreated', 'EnvelopeSealed']);
		},
	);

	it('does not make it new again, although it is not found by itself either', async () => {
		const { service } = account(60, 0);
		const poller = await started(service);
		service.unlisted = () => true;
		for (const ID of service.envelopes.keys()) service.hidden.add(ID);
		for (let n = 0; n < 5; n++) await poller.poll();
		service.unlisted = undefined;
		service.hidden.clear();
		for (let n = 0; n < 3; n++) await poller.poll();

		expect(poller.events).toEqual([]);
	});
});

describe('an envelope that cannot be read', () => {
	it('does not fail a poll that has nothing else to read', async () => {
		const { service, open } = account(300, 1);
		const poller = await started(service);
		service.brokenIds.add(String(open[0]?.ID));
		// Far from the new end, which would show it.
		for (let n = 0; n < 250; n++) service.create('sealed');
		await poller.poll();
		await poller.poll();

		expect(poller.log.join()).toContain('Some envelopes could not be read');
	});

	it('does not keep others from their turn, though there are many of them', async () => {
		const { service, open } = account(0, 260);
		for (let n = 0; n < 400; n++) service.create('sealed');
		const poller = await started(service);
		for (const { ID } of open.slice(0, 200)) service.brokenIds.add(ID);
		for (const envelope of open.slice(200)) service.change(envelope, 'sealed');
		for (let n = 0; n < 3; n++) await poller.poll();

		expect(poller.events).toHaveLength(60);
	});
});

it('says in the log that new envelopes come late where the list is in no order', async () => {
	const { service } = account(300, 0, { order: 'byId' });
	const poller = await started(service);

	expect(poller.log.join()).toContain("'Full Check Every (Hours)'");
});

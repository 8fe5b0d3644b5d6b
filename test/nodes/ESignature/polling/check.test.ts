import { Poller } from './poller';
import { createdBy, EVERY_POLL, polled, started } from './polls';
import { PretendService, type Kept, type Ordered } from './pretendService';

/** The summary of 768 cells tells several hundred differences. */
const MORE_THAN_A_SUMMARY_TELLS = 900;
const NO_CHECK = { options: { checkEvery: 24 } };

/** A list of many pages, of which a poll gets through a few. */
async function slowlyChecked(order: Ordered, old: number, more = {}) {
	const service = new PretendService({ order, pageSize: 10, ...more });
	for (let n = 0; n < old; n++) service.create('sealed');
	// Otherwise it could be taken for one that is ordered by creation.
	const [first] = service.envelopes.values();
	if (order === 'changedFirst') service.change(first as Kept, 'sealed');
	const poller = await started(service);
	poller.atOnce = 8;
	poller.budget = 29;
	poller.parameters = EVERY_POLL;
	return { service, poller };
}

const scanOf = (poller: Poller) =>
	(poller.state.state as { scan: { pages: number; restarts: number } | null }).scan;

/** Polls until the check that is under way is over, or for so many polls. */
async function checked(poller: Poller, before = () => {}, most = 100): Promise<number> {
	let polls = 0;
	do {
		before();
		await poller.poll();
		polls++;
	} while (scanOf(poller) && polls < most);
	return polls;
}

function expectOnce(poller: Poller, IDs: string[]) {
	expect(createdBy(poller).sort()).toEqual(IDs.map((ID) => `${ID}:created`).sort());
	expect(new Set(poller.events.map(({ id }) => id)).size).toBe(poller.events.length);
}

describe('a full check that several processes go on with by turns', () => {
	async function byTurns(order: Ordered, old: number, more = {}) {
		const account = await slowlyChecked(order, old, more);
		let turn = 0;
		return { ...account, hop: () => account.poller.hop(++turn % 2) };
	}

	it('finds what is new, and does not begin again', async () => {
		const { service, poller, hop } = await byTurns('byId', 1_500);
		const IDs = Array.from({ length: 10 }, () => service.create('sealed').ID);
		const polls = await checked(poller, hop);
		expect(polls).toBeGreaterThan(10);
		expect(polls).toBeLessThan(20);

		expectOnce(poller, IDs);
	});

	it('finds by the next check what no time shows to be new', async () => {
		const { service, poller, hop } = await byTurns('byId', 1_500);
		const [oldest] = service.envelopes.values();
		const { ID } = service.create('sealed', { createdAt: String(oldest?.createdAt) });
		await checked(poller, hop);
		await checked(poller, hop);

		// It says that it is older than the first check, so only what happened since is told.
		expect(poller.events.map(({ id }) => id)).toEqual([`${ID}:sealed`]);
	});

	it('tells nothing again that was counted twice, because the list was put in another order', async () => {
		const { service, poller, hop } = await byTurns('newestFirst', 300, { offsets: true });
		const IDs = Array.from({ length: 2_700 }, () => service.create('sealed').ID);
		poller.budget = Infinity;
		await polled(poller, 4);
		expectOnce(poller, IDs);

		poller.budget = 29;
		await checked(poller, () => {
			hop();
			// From here on it shows what stood on other pages: 200 envelopes of the 3,000.
			if (Number(scanOf(poller)?.pages) >= 280) service.reorder('byId');
		});
		poller.parameters = NO_CHECK;
		await polled(poller, 4);
		poller.parameters = EVERY_POLL;
		for (let n = 0; n < 2; n++) expect(await checked(poller, hop)).toBeGreaterThan(10);
		expectOnce(poller, IDs);
	});

	it('tells each one that exists once, where that is wished', async () => {
		const service = new PretendService({ order: 'byId', pageSize: 10 });
		const IDs = Array.from({ length: 600 }, () => service.create('sealed').ID);
		const poller = new Poller(service);
		poller.budget = 240;
		poller.parameters = { options: { emitExisting: true } };
		let turn = 0;
		const polls = await checked(poller, () => poller.hop(++turn % 2));
		expect(polls).toBeGreaterThan(1);

		expectOnce(poller, IDs);
	});
});

describe.each([1, 2])(
	'what is created while a check reads another page, with %i processes,',
	(mains) => {
		it('is told, though more than a summary can tell is new and gone by the next check', async () => {
			const { service, poller } = await slowlyChecked('byId', 1_000);
			const IDs: string[] = [];
			const create = (count: number) => {
				for (let n = 0; n < count; n++) IDs.push(service.create('sealed').ID);
			};
			let turn = 0;
			const busy = () => {
				poller.hop(++turn % mains);
				create(80);
			};
			expect(await checked(poller, busy)).toBeGreaterThan(10);
			expect(IDs.length).toBeGreaterThan(MORE_THAN_A_SUMMARY_TELLS);
			poller.parameters = NO_CHECK;
			await polled(poller, 20);
			create(MORE_THAN_A_SUMMARY_TELLS);
			for (const envelope of [...service.envelopes.values()].slice(0, MORE_THAN_A_SUMMARY_TELLS))
				service.remove(envelope);
			poller.parameters = EVERY_POLL;
			expect(await checked(poller, busy)).toBeGreaterThan(10);
			poller.budget = Infinity;
			await polled(poller, 4);

			expectOnce(poller, IDs);
		});
	},
);

it.each<Ordered>(['newestFirst', 'newestLast', 'changedFirst'])(
	'a busy account is told of in each poll while it is checked, and after: %s',
	async (order) => {
		const { service, poller } = await slowlyChecked(order, 3_000);
		const quiet: number[] = [];
		let open = Array.from({ length: 20 }, () => service.create('sent'));
		// By its date it is old: only an exact comparison shows it.
		const [oldest] = service.envelopes.values();
		const { ID } = service.create('sealed', { createdAt: String(oldest?.createdAt) });
		let polls = 0;
		const poll = async () => {
			for (const envelope of open) service.change(envelope, 'sealed');
			open = Array.from({ length: 20 }, () => service.create('sent'));
			if ((await poller.poll()).length === 0) quiet.push(polls);
			polls++;
		};
		do await poll();
		while (scanOf(poller) && polls < 200);
		// Each is created and sealed: several times as many differences as a summary can tell.
		expect(polls).toBeGreaterThan(25);
		poller.parameters = NO_CHECK;
		for (let n = 0; n < 5; n++) await poll();

		expect(quiet).toEqual([]);
		expect(poller.events.map(({ id }) => id)).toContain(`${ID}:sealed`);
		expect(new Set(poller.events.map(({ id }) => id)).size).toBe(poller.events.length);
	},
);

it('what the new end did not show when it was read, and the check did, is told after this check', async () => {
	const { service, poller } = await slowlyChecked('newestLast', 60);
	const missed = service.create('sealed').ID;
	let isAtEnd = false;
	service.unlisted = ({ ID }) => ID === missed && !isAtEnd;
	const answer = service.answer.bind(service);
	service.answer = async (asked) => {
		const reply = (await answer(asked)) as { body: Buffer };
		// A poll reads the new end first.
		isAtEnd ||= asked.url.endsWith('/envelopes') && !reply.body.includes('"nextPage"');
		return reply;
	};
	let polls = 0;
	const busy = () => {
		isAtEnd = false;
		// By the end, more are younger than a time is kept of.
		if (++polls < 12) for (let n = 0; n < 60; n++) service.create('sealed');
	};
	expect(await checked(poller, busy)).toBeGreaterThan(12);
	poller.parameters = NO_CHECK;
	service.unlisted = undefined;
	await polled(poller, 3);

	expect(poller.events.map(({ id }) => id)).toContain(`${missed}:sealed`);
	expect(new Set(poller.events.map(({ id }) => id)).size).toBe(poller.events.length);
});

it('what is found while a check begins is told once, though more was deleted than a summary can tell', async () => {
	const { service, poller } = await slowlyChecked('newestFirst', 2_000);
	poller.budget = 200;
	for (const envelope of [...service.envelopes.values()].slice(0, 900)) service.remove(envelope);
	let requests = 0;
	let found: Kept | undefined;
	// The first request reads the new end, the second begins the check.
	service.meanwhile = () => {
		if (++requests === 2) found = service.create('sent');
	};
	expect(await checked(poller, () => {})).toBeGreaterThan(1);
	service.meanwhile = undefined;
	poller.parameters = NO_CHECK;
	await polled(poller, 3);
	service.change(found as Kept, 'sealed');
	await polled(poller, 2);
	poller.parameters = EVERY_POLL;
	await checked(poller);
	await checked(poller);

	expect(poller.events.map(({ id }) => id.split(':')[1])).toEqual(['created', 'sent', 'sealed']);
});

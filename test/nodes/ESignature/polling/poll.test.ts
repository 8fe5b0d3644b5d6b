import { MOST_READS } from '../../../../nodes/ESignature/polling/poll';
import { Poller, type Event } from './poller';
import { PretendService, type Kept, type Ordered } from './pretendService';

const ORDERS: Ordered[] = ['newestFirst', 'newestLast', 'changedFirst', 'byId'];

const told = (events: Event[]) =>
	events
		.map(({ type, statusBefore }) => (statusBefore ? `${statusBefore} > ${type}` : type))
		.sort();

/** An account with this many envelopes, of which the last ones are not signed yet. */
function account(
	sealed: number,
	sent: number,
	manners: ConstructorParameters<typeof PretendService>[0] = {},
) {
	const service = new PretendService(manners);
	for (let n = 0; n < sealed; n++) service.create('sealed');
	const open = Array.from({ length: sent }, () => service.create('sent'));
	return { service, open };
}

async function started(service: PretendService, durable = true) {
	const poller = new Poller(service, durable);
	for (let n = 0; n < 5; n++) expect(await poller.poll()).toEqual([]);
	return poller;
}

afterEach(() => jest.restoreAllMocks());

describe.each(ORDERS)('a list ordered %s', (order) => {
	it('tells what was created and what has changed, once, with the status before', async () => {
		const { service, open } = account(400, 10, { order });
		const poller = await started(service);
		poller.parameters = { options: { checkEvery: 0 } };
		service.create();
		service.change(open[0] as Kept, 'sealed');
		service.change(service.create(), 'sent');

		expect(told(await poller.poll())).toEqual([
			'EnvelopeCreated',
			'EnvelopeCreated',
			'EnvelopeSentForSignature',
			'sent > EnvelopeSealed',
		]);
		expect(await poller.poll()).toEqual([]);
	});

	it('tells it also where pages are counted and shift', async () => {
		const { service, open } = account(400, 10, { order, offsets: true, pageSize: 10 });
		const poller = await started(service);
		poller.parameters = { options: { checkEvery: 0 } };
		service.remove(open[3] as Kept);
		service.create();

		expect(told(await poller.poll())).toEqual(['EnvelopeCreated']);
		expect(await poller.poll()).toEqual([]);
	});
});

describe.each(ORDERS.filter((order) => order !== 'byId'))('between full checks, %s,', (order) => {
	it('new envelopes are found at the new end of the list', async () => {
		const { service } = account(1_000, 3, { order });
		const poller = await started(service);
		for (let n = 0; n < 70; n++) service.create('sealed');
		service.requests = 0;
		const events = await poller.poll();

		expect(events.filter(({ type }) => type === 'EnvelopeSealed')).toHaveLength(70);
		// Each of them, those that are open, and a few pages; the whole list has 21.
		expect(service.requests).toBeLessThan(70 + 3 + 8);
		expect(await poller.poll()).toEqual([]);
	});

	it('a quiet poll costs as many requests as envelopes are open, and a page', async () => {
		const { service } = account(1_000, 3, { order });
		const poller = await started(service);
		service.requests = 0;
		await poller.poll();

		expect(service.requests).toBeLessThanOrEqual(4);
	});
});

describe('what the order of the list does not show', () => {
	it('is found by the full check and not before', async () => {
		const { service } = account(1_000, 0);
		const poller = await started(service);
		service.create('sealed', { createdAt: '2026-01-01T00:00:10.500Z' });

		// It says that it is older than the first check, so only what happened since is told.
		expect(await poller.poll()).toEqual([]);
		poller.parameters = { options: { checkEvery: 0 } };
		expect(told(await poller.poll())).toEqual(['EnvelopeSealed']);
		expect(await poller.poll()).toEqual([]);
	});

	it('is not believed after the list was ordered in another way', async () => {
		const { service } = account(1_000, 20);
		const poller = await started(service);
		service.reorder('byId');
		const created = service.create('sealed');
		await poller.poll();
		await poller.poll();

		expect(poller.events.map(({ envelopeId }) => envelopeId)).toEqual([created.ID, created.ID]);
	});

	it('does not make an old envelope new that moves up in the list', async () => {
		const { service } = account(1_000, 0, { order: 'changedFirst' });
		const poller = await started(service);
		for (const envelope of [...service.envelopes.values()].slice(0, 60))
			service.change(envelope, 'sealed');
		for (let n = 0; n < 3; n++) await poller.poll();

		expect(poller.events).toEqual([]);
	});

	it('is found although more has changed than a summary can tell', async () => {
		const { service, open } = account(3_000, 50, { order: 'byId' });
		const poller = await started(service);
		for (let n = 0; n < 1_500; n++) service.create('sealed');
		for (const envelope of open) service.change(envelope, 'cancelled');
		poller.parameters = { options: { checkEvery: 0 } };
		for (let n = 0; n < 12; n++) await poller.poll();
		const count = (wanted: string) => poller.events.filter(({ type }) => type === wanted).length;

		expect(count('EnvelopeCreated')).toBe(1_500);
		expect(count('EnvelopeSealed')).toBe(1_500);
		expect(count('EnvelopeCancelled')).toBe(50);
		expect(new Set(poller.events.map(({ id }) => id)).size).toBe(3_050);
	});
});

describe('the first poll', () => {
	it('counts also where there is no envelope yet: all that come, however many, are told', async () => {
		const { service } = account(0, 0);
		const poller = await started(service);
		for (let n = 0; n < 1_200; n++) service.create('sealed');
		for (let n = 0; n < 4; n++) await poller.poll();

		expect(new Set(poller.events.map(({ id }) => id)).size).toBe(2_400);
		expect(poller.events).toHaveLength(2_400);
	});

	it('starts nothing for what exists', async () => {
		const poller = await started(account(120, 5).service);

		expect(poller.events).toEqual([]);
	});

	it('starts a run for each envelope that exists where that is wished, each once', async () => {
		const { service } = account(120, 5);
		const poller = new Poller(service);
		poller.parameters = { options: { emitExisting: true } };
		for (let n = 0; n < 3; n++) await poller.poll();

		expect(poller.events.filter(({ type }) => type === 'EnvelopeCreated')).toHaveLength(125);
		expect(new Set(poller.events.map(({ id }) => id)).size).toBe(250);
	});

	it('counts as the first one again with the account of another credential', async () => {
		const poller = await started(account(120, 5).service);
		poller.clientId = 'other';

		expect(await poller.poll()).toEqual([]);
	});

	it('is remembered by the process where n8n does not keep what it left', async () => {
		const { service } = account(120, 0);
		const poller = new Poller(service);
		await poller.poll('lost');
		service.create('sent');

		expect(told(await poller.poll())).toEqual(['EnvelopeCreated', 'EnvelopeSentForSignature']);
	});
});

describe('a poll', () => {
	it('tells only what was chosen, and does not tell the rest later', async () => {
		const { service, open } = account(0, 2);
		const poller = await started(service);
		poller.parameters = { events: ['EnvelopeSealed'] };
		service.create();
		service.change(open[0] as Kept, 'cancelled');
		service.change(open[1] as Kept, 'sealed');

		expect(told(await poller.poll())).toEqual(['sent > EnvelopeSealed']);
		poller.parameters = {};
		expect(await poller.poll()).toEqual([]);
	});

	it('gives what the webhook trigger gives, with the envelope as it is', async () => {
		const { service, open } = account(0, 1);
		const poller = await started(service);
		const [envelope] = open as [Kept];
		service.change(envelope, 'sealed');

		expect(await poller.poll()).toEqual([
			{
				id: `${envelope.ID}:sealed`,
				type: 'EnvelopeSealed',
				created: envelope.lastModifiedAt,
				envelopeId: envelope.ID,
				statusBefore: 'sent',
				envelope: { ...envelope, mode: 'parallel' },
			},
		]);
	});

	it('names the event of a status that nobody knows yet', async () => {
		const { service, open } = account(0, 1);
		const poller = await started(service);
		service.change(open[0] as Kept, 'expired');
		expect(told(await poller.poll())).toEqual(['sent > EnvelopeExpired']);
		service.change(open[0] as Kept, 'sealed');

		expect(told(await poller.poll())).toEqual(['expired > EnvelopeSealed']);
	});

	it('that fails repeats everything', async () => {
		const { service, open } = account(300, 2);
		const poller = await started(service);
		service.change(open[0] as Kept, 'sealed');
		service.create();
		service.broken = 400;
		await expect(poller.poll()).rejects.toThrow();
		service.broken = undefined;

		expect(told(await poller.poll())).toEqual(['EnvelopeCreated', 'sent > EnvelopeSealed']);
	});

	it('is not held up by one envelope that cannot be read', async () => {
		const { service, open } = account(300, 60);
		const poller = await started(service);
		const [bad, good] = open as [Kept, Kept];
		service.brokenIds.add(bad.ID);
		service.change(bad, 'sealed');
		service.change(good, 'sealed');
		expect((await poller.poll()).map(({ envelopeId }) => envelopeId)).toEqual([good.ID]);
		expect(poller.log).toEqual([expect.stringContaining('could not be read')]);
		service.brokenIds.clear();

		expect((await poller.poll()).map(({ envelopeId }) => envelopeId)).toEqual([bad.ID]);
	});

	it('forgets an envelope that stays away', async () => {
		const { service, open } = account(300, 2);
		const poller = await started(service);
		service.remove(open[0] as Kept);
		const now = Date.now();
		for (let n = 0; n < 40; n++) {
			jest.spyOn(Date, 'now').mockReturnValue(now + n * 3_600_000);
			await poller.poll();
		}
		service.requests = 0;
		await poller.poll();

		expect(poller.events).toEqual([]);
		expect(service.requests).toBeLessThanOrEqual(2);
	});

	it('returns nothing while the one before is under way', async () => {
		const { service } = account(10, 1);
		const poller = await started(service);
		service.create('sent');
		const both = await Promise.all([poller.poll(), poller.poll()]);

		expect(both.map(({ length }) => length).sort()).toEqual([0, 2]);
	});

	it('spells IDs in capitals where the service does', async () => {
		const { service, open } = account(300, 2, { capitals: true });
		const poller = await started(service);
		service.change(open[0] as Kept, 'sealed');
		const [event] = await poller.poll();

		expect(event?.envelope).toMatchObject({ ID: open[0]?.ID });
		expect(event?.envelopeId).toBe(open[0]?.ID.toLowerCase());
	});

	it('comes to every open envelope in turn, however many there are', async () => {
		const { service, open } = account(0, 4 * MOST_READS, { order: 'byId' });
		const poller = await started(service);
		for (const envelope of open) service.change(envelope, 'sealed');
		for (let n = 0; n < 6; n++) await poller.poll();

		expect(poller.events).toHaveLength(4 * MOST_READS);
		expect(new Set(poller.events.map(({ id }) => id)).size).toBe(4 * MOST_READS);
	});

	it('tells what has changed also while a full check takes many polls', async () => {
		const { service, open } = account(2_000, 5, { pageSize: 10 });
		const poller = await started(service);
		poller.parameters = { options: { checkEvery: 0 } };
		poller.budget = 60;
		await poller.poll();
		expect(poller.state.state).toMatchObject({ scan: { pages: expect.any(Number) } });
		service.change(open[0] as Kept, 'sealed');
		await poller.poll();

		expect(told(poller.events)).toEqual(['sent > EnvelopeSealed']);
		expect(poller.state.state).toMatchObject({ scan: { pages: expect.any(Number) } });
	});

	it('goes on though cursors never live until the next poll, and says that the check is not finished', async () => {
		const { service, open } = account(2_000, 5, { pageSize: 10 });
		const poller = await started(service);
		poller.parameters = { options: { checkEvery: 0 } };
		poller.budget = 60;
		for (let n = 0; n < 8; n++) {
			await poller.poll();
			service.forgetCursors();
		}
		service.change(open[0] as Kept, 'sealed');
		service.create('sent');
		for (let n = 0; n < 3; n++) {
			await poller.poll();
			service.forgetCursors();
		}

		expect(told(poller.events)).toEqual([
			'EnvelopeCreated',
			'EnvelopeSentForSignature',
			'sent > EnvelopeSealed',
		]);
		expect(poller.log.join()).toContain('The full check of the list could not be finished');
	});

	it.each([
		['after that', MOST_READS, true],
		['later if that is more than one poll reads', MOST_READS + 1, false],
	])('reads what is known to have changed, and checks the list %s', async (_, left, isChecked) => {
		const { service } = account(400, 0);
		const poller = await started(service);
		for (let n = 0; n < left + 8; n++) service.create('sealed');
		// As many as are read at once, and the time is over.
		poller.atOnce = 1 / 1_000;
		poller.budget = 1_000;
		await poller.poll();
		expect(poller.events).toHaveLength(2 * 8);

		poller.atOnce = 1;
		poller.budget = Infinity;
		poller.parameters = { options: { checkEvery: 0 } };
		service.asked = [];
		await poller.poll();
		const pages = service.asked.filter((path) => path === '/sign/envelopes');
		expect(pages.length > 400 / 50).toBe(isChecked);
		expect(poller.events).toHaveLength(2 * (left + 8));
	});

	it('leaves for the next one what it has no time for', async () => {
		const { service } = account(2_000, 5, { pageSize: 10 });
		const poller = new Poller(service);
		poller.budget = 40;
		for (let n = 0; n < 200 && poller.state.state === undefined; n++) await poller.poll();
		for (let n = 0; n < 200; n++) {
			await poller.poll();
			if ((poller.state.state as { ready: boolean }).ready) break;
		}
		service.create('sent');
		for (let n = 0; n < 3; n++) await poller.poll();

		expect(told(poller.events)).toEqual(['EnvelopeCreated', 'EnvelopeSentForSignature']);
	});
});

describe('what is kept', () => {
	it('does not grow with the envelopes that have ended', async () => {
		const sizes = [];
		for (const sealed of [300, 6_000]) {
			const poller = await started(account(sealed, 100).service);
			sizes.push(poller.written.length);
		}

		expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) + 100);
		expect(sizes[1]).toBeLessThan(45_000);
	});

	it('stays the same while nothing happens, so that n8n has nothing to write', async () => {
		const poller = await started(account(300, 20).service);
		const before = poller.written;
		await poller.poll();

		expect(poller.written).toBe(before);
	});

	it.each(['{"state": 5}', '{"state": {"version": 1}}', '{"state": {"version": 99, "known": ""}}'])(
		'begins anew if it is %s',
		async (written) => {
			const { service } = account(10, 1);
			const poller = new Poller(service);
			poller.written = written;

			expect(await poller.poll()).toEqual([]);
			service.create();
			expect(told(await poller.poll())).toEqual(['EnvelopeCreated']);
		},
	);
});

describe('fetching a test event', () => {
	it('shows the newest change and keeps nothing', async () => {
		const { service, open } = account(80, 3);
		const poller = new Poller(service);
		service.change(open[1] as Kept, 'cancelled');
		const shown = await poller.poll('committed', 'manual');

		expect(shown).toMatchObject([
			{ type: 'EnvelopeCancelled', envelopeId: open[1]?.ID, envelope: { mode: 'parallel' } },
		]);
		expect(poller.written).toBe('{}');
	});

	it('shows the newest one of those that were chosen', async () => {
		const { service, open } = account(80, 3);
		const poller = new Poller(service);
		poller.parameters = { events: ['EnvelopeSealed'] };
		service.change(open[1] as Kept, 'cancelled');

		expect(await poller.poll('committed', 'manual')).toMatchObject([{ type: 'EnvelopeSealed' }]);
	});

	it('shows it wherever the list has its new end', async () => {
		const { service, open } = account(1_500, 3);
		service.reorder('newestLast');
		const poller = new Poller(service);
		poller.parameters = { events: ['EnvelopeCancelled'] };
		service.change(open[1] as Kept, 'cancelled');

		expect(await poller.poll('committed', 'manual')).toMatchObject([{ envelopeId: open[1]?.ID }]);
	});

	it('says how many it looked at if there is none among them and there are more', async () => {
		const poller = new Poller(account(1_500, 3).service);
		poller.parameters = { events: ['EnvelopeCancelled'] };

		await expect(poller.poll('committed', 'manual')).rejects.toThrow(
			'None of the first 1,000 envelopes in the list has reached what this trigger waits for',
		);
	});

	it('says so if there is none', async () => {
		await expect(new Poller(new PretendService()).poll('committed', 'manual')).rejects.toThrow(
			'No envelope has reached what this trigger waits for',
		);
	});
});

describe.each([
	['in the list and by itself', 3, 'sealed'],
	['by itself, though it is watched', 400, 'processing'],
])('an envelope that is shown as it was before, %s,', (_, sealed, reached) => {
	async function lagging() {
		const { service, open } = account(sealed, 2);
		const poller = await started(service);
		const [envelope] = open as [Kept];
		const { status, lastModifiedAt } = envelope;
		service.change(envelope, reached);
		expect(await poller.poll()).toHaveLength(1);
		service.lagging.set(envelope.ID, { status, lastModifiedAt });
		return { service, poller, envelope };
	}

	it('is not told again, neither then nor when the service has caught up', async () => {
		const { service, poller, envelope } = await lagging();
		for (let n = 0; n < 5; n++) expect(await poller.poll()).toEqual([]);
		service.lagging.clear();
		for (let n = 0; n < 3; n++) expect(await poller.poll()).toEqual([]);

		service.change(envelope, 'cancelled');
		expect(told(await poller.poll())).toEqual([`${reached} > EnvelopeCancelled`]);
	});

	it('is believed once it has been so for many polls', async () => {
		const { poller } = await lagging();
		const events: Event[] = [];
		for (let n = 0; n < 40; n++) events.push(...(await poller.poll()));

		expect(told(events)).toEqual([`${reached} > EnvelopeSentForSignature`]);
	});
});

import { NodeApiError } from 'n8n-workflow';

import { MAX_READS_PER_POLL } from '../../../../nodes/ESignature/polling/poll';
import { Poller, type Event } from './poller';
import { ORDERS, FakeEnvelopeApi, type FakeEnvelope } from './fakeEnvelopeApi';

const EACH_POLL = { options: { checkEvery: 0 } };
const LIST = '/sign/envelopes';

/** Without IDs, in alphabetical order: `sent > EnvelopeSealed`. */
const typesOf = (events: Event[]) =>
	events
		.map(({ type, statusBefore }) => (statusBefore ? `${statusBefore} > ${type}` : type))
		.sort();

const idsOf = (events: Event[]) => events.map(({ envelopeId }) => envelopeId);

/** An account with this many envelopes, of which the last ones are not signed yet. */
function account(
	sealed: number,
	sent: number,
	options: ConstructorParameters<typeof FakeEnvelopeApi>[0] = {},
) {
	const service = new FakeEnvelopeApi(options);
	for (let n = 0; n < sealed; n++) service.create('sealed');
	const open = Array.from({ length: sent }, () => service.create('sent'));
	return { service, open };
}

/** After the first polls, which report nothing of what exists. */
async function started(service: FakeEnvelopeApi, durable = true) {
	const poller = new Poller(service, durable);
	for (let n = 0; n < 2; n++) expect(await poller.poll()).toEqual([]);
	service.requests = 0;
	return poller;
}

type Kept = Record<string, unknown>;
const stateOf = (poller: Poller) => poller.state.state as Kept;

afterEach(() => jest.restoreAllMocks());

describe.each(ORDERS)('a list ordered %s', (order) => {
	it('shows what was created and what has changed, each once, with the status before', async () => {
		const { service, open } = account(400, 10, { order });
		const poller = await started(service);
		service.create();
		service.change(open[0] as FakeEnvelope, 'sealed');
		service.change(service.create(), 'sent');

		expect(typesOf(await poller.poll())).toEqual([
			'EnvelopeCreated',
			'EnvelopeCreated',
			'EnvelopeSentForSignature',
			'sent > EnvelopeSealed',
		]);
		expect(await poller.poll()).toEqual([]);
	});
});

describe('a list that begins with the newest', () => {
	it('is read only as far as there are new envelopes', async () => {
		const { service } = account(1_000, 0);
		const poller = await started(service);
		for (let n = 0; n < 70; n++) service.create('sealed');
		service.requests = 0;

		expect(await poller.poll()).toHaveLength(140);
		expect(service.requests).toBe(70 + 2);
		await poller.poll();
		service.requests = 0;
		await poller.poll();
		expect(service.requests).toBe(1);
	});

	it('saves reading the open envelopes that its first page shows by themselves', async () => {
		const { service, open } = account(300, 55);
		const poller = await started(service);
		service.change(open[0] as FakeEnvelope, 'sealed');
		service.change(open.at(-1) as FakeEnvelope, 'sealed');

		expect(idsOf(await poller.poll())).toEqual([open[0]?.ID, open.at(-1)?.ID]);
		// A page of 50, the five that it does not show, and the one that it shows with another status.
		expect(service.requests).toBe(1 + 5 + 1);
	});

	it('remembers the newest envelope alone, whatever it has read', async () => {
		const { service, open } = account(300, 1);
		const poller = new Poller(service);
		await poller.poll();

		expect(Object.keys(stateOf(poller).recent as Kept)).toEqual([open[0]?.ID]);
	});

	it('brings envelopes of the same time as the newest one that is known', async () => {
		const { service, open } = account(300, 1);
		const poller = await started(service);
		const { ID } = service.create('drafted', { createdAt: String(open[0]?.createdAt) });

		expect(idsOf(await poller.poll())).toEqual([ID]);
		expect(await poller.poll()).toEqual([]);
	});

	it('brings one that is listed after a newer one, because two servers have two clocks', async () => {
		const { service } = account(300, 0);
		const poller = await started(service);
		const late = service.create();
		const { ID } = service.create();
		service.unlisted.add(late.ID);
		expect(idsOf(await poller.poll())).toEqual([ID]);
		service.unlisted.clear();

		expect(idsOf(await poller.poll())).toEqual([late.ID]);
		expect(await poller.poll()).toEqual([]);
	});
});

describe('an envelope that is dated in the year 9999', () => {
	const AHEAD = { createdAt: '9999-12-31T00:00:00Z' };

	it.each(ORDERS)(
		'is reported once and hides no later one, in a list ordered %s',
		async (order) => {
			const { service } = account(100, 1, { order });
			service.create('sent', AHEAD);
			const poller = await started(service);
			const created = [service.create('sent', AHEAD).ID];
			for (let n = 0; n < 3; n++) {
				created.push(service.create('sent').ID);
				await poller.poll();
			}

			expect(idsOf(poller.events).sort()).toEqual([...created, ...created].sort());
		},
	);

	it('does not change how the list is read', async () => {
		const { service } = account(100, 0, { order: 'changedFirst' });
		const [old] = service.envelopes.values();
		Object.assign(old as FakeEnvelope, AHEAD);
		const poller = await started(service);
		await poller.poll();

		expect(service.requests).toBe(1);
		expect(poller.log).toEqual([]);
	});
});

describe('a list that does not begin with the newest', () => {
	it.each([
		['seconds', 1],
		['minutes', 7],
	])('is one where the order is wrong by more than clocks differ: by %s', async (unit, pages) => {
		const { service } = account(300, 0, { order: 'changedFirst' });
		const poller = await started(service);
		const { createdAt } = service.create('sealed');
		const earlier = Date.parse(createdAt) - (unit === 'seconds' ? 2_000 : 120_000);
		service.create('sealed', { createdAt: new Date(earlier).toISOString() });
		await poller.poll();
		await poller.poll();
		service.requests = 0;
		await poller.poll();

		expect(service.requests).toBe(pages);
	});

	it('old envelopes out of order do not change how the list is read', async () => {
		const { service } = account(100, 0, { order: 'changedFirst' });
		const [old] = service.envelopes.values();
		const later = Date.parse(String(old?.createdAt)) + 3_000_000;
		Object.assign(old as FakeEnvelope, { createdAt: new Date(later).toISOString() });
		for (let n = 0; n < 100; n++) service.create('sealed');
		const poller = await started(service);
		await poller.poll();

		expect(service.requests).toBe(1);
		expect(poller.log).toEqual([]);
	});

	it('is read whole by each poll, and the log says so once', async () => {
		const { service } = account(300, 0, { order: 'newestLast' });
		const poller = await started(service);
		expect(poller.log).toEqual([expect.stringContaining('does not begin with the newest')]);
		for (let n = 0; n < 3; n++) await poller.poll();

		expect(service.requests).toBe(3 * 6);
		expect(poller.log).toHaveLength(1);
	});

	it('is noticed also if it had one page at first', async () => {
		const { service } = account(40, 0, { order: 'newestLast' });
		const poller = await started(service);
		expect(poller.log).toEqual([]);
		const created = Array.from({ length: 30 }, () => service.create().ID);

		expect(idsOf(await poller.poll())).toEqual(created);
		expect(poller.log).toHaveLength(1);
	});
});

describe('the full read', () => {
	it('is made as often as the option says', async () => {
		const { service } = account(300, 0);
		const poller = await started(service);
		await poller.poll();
		expect(service.requests).toBe(1);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000);
		service.requests = 0;
		await poller.poll();
		await poller.poll();

		expect(service.requests).toBe(6 + 1);
	});

	it('is made again after the clock was put back, since the last one would be in the future', async () => {
		const { service } = account(300, 0);
		const poller = await started(service);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
		await poller.poll();
		await poller.poll();

		expect(service.requests).toBe(6 + 1);
	});

	it('reports at once what has changed among more open envelopes than a poll reads', async () => {
		const { service, open } = account(0, 3 * MAX_READS_PER_POLL);
		const poller = await started(service);
		for (const envelope of open) service.change(envelope, 'sealed');
		poller.parameters = EACH_POLL;

		expect(await poller.poll()).toHaveLength(3 * MAX_READS_PER_POLL);
		expect(await poller.poll()).toEqual([]);
	});

	it('reports the end of an envelope once if the list lags behind', async () => {
		const { service, open } = account(10, 1);
		const poller = await started(service);
		const [{ ID }] = open as [FakeEnvelope];
		poller.parameters = EACH_POLL;
		service.change(open[0] as FakeEnvelope, 'sealed');
		await poller.poll();
		for (const listed of ['sent', 'sealed', 'sent', 'sealed']) {
			service.listedAs.set(ID, listed);
			await poller.poll();
		}

		expect(typesOf(poller.events)).toEqual(['sent > EnvelopeSealed']);
	});

	it('finds an old envelope that was not listed before, and what happens to it from then on', async () => {
		const { service, open } = account(300, 2);
		const [late] = open as [FakeEnvelope];
		service.unlisted.add(late.ID);
		const poller = await started(service);
		service.unlisted.clear();
		poller.parameters = EACH_POLL;
		expect(await poller.poll()).toEqual([]);
		poller.parameters = {};
		service.change(late, 'sealed');

		expect(typesOf(await poller.poll())).toEqual(['sent > EnvelopeSealed']);
	});
});

describe('a list that does not fit into one poll', () => {
	/** So that reading all of the list takes ten polls or more. */
	async function slowly() {
		const { service, open } = account(2_000, 5, { pageSize: 10 });
		const poller = await started(service);
		poller.budget = 60;
		poller.parameters = EACH_POLL;
		await poller.poll();
		poller.parameters = {};
		expect(stateOf(poller)).toMatchObject({ reading: { after: expect.any(String) } });
		return { service, open, poller };
	}

	it.each([
		['does not say how long', undefined, 42],
		['allows twice as long', 480_000, 42],
		['allows half as long', 120_000, 21],
	])(
		'is read for half of 70% of four minutes at most, then open envelopes: n8n %s',
		async (...row) => {
			const [, limit, most] = row;
			const { service, poller } = await slowly();
			for (let n = 0; n < 100; n++) service.create('sent', { createdAt: '2026-01-01T00:00:00Z' });
			poller.parameters = EACH_POLL;
			await finished(poller);
			poller.limit = limit;
			service.requests = 0;
			service.asked = [];
			await poller.poll();

			// Up to eight are under way when the time is up.
			expect(service.requests - most).toBeGreaterThanOrEqual(0);
			expect(service.requests - most).toBeLessThan(8);
			expect(service.asked.filter((path) => path === LIST)).toHaveLength(Math.ceil(most / 2));
		},
	);

	async function finished(poller: Poller) {
		for (let n = 0; n < 40 && stateOf(poller).reading; n++) await poller.poll();
		expect(stateOf(poller)).not.toHaveProperty('reading');
	}

	it('is read on by the next polls, which report what is new and what has changed meanwhile', async () => {
		const { service, open, poller } = await slowly();
		service.change(open[0] as FakeEnvelope, 'sealed');
		service.create('sent');

		expect(typesOf(await poller.poll())).toEqual([
			'EnvelopeCreated',
			'EnvelopeSentForSignature',
			'sent > EnvelopeSealed',
		]);
		expect(stateOf(poller)).toHaveProperty('reading');
		await finished(poller);
		expect(poller.events).toHaveLength(3);
	});

	it('brings all that is new at once, however many pages that fills', async () => {
		const { service, poller } = await slowly();
		for (let n = 0; n < 15; n++) service.create('sealed');

		expect(await poller.poll()).toHaveLength(30);
	});

	it.each(['trouble', 'a lost connection'])(
		'is read on where it stopped after %s',
		async (cause) => {
			jest.spyOn(Math, 'random').mockReturnValue(0);
			const { service, poller } = await slowly();
			const away = (isAway: boolean) => {
				service.broken = isAway ? 503 : undefined;
				if (isAway && cause !== 'trouble') throw Object.assign(new Error(), { code: 'ECONNRESET' });
			};
			const before = stateOf(poller);
			const frontPage = service.requests + 1;
			service.meanwhile = () => away(service.requests > frontPage);
			await expect(poller.poll()).rejects.toThrow();
			expect(stateOf(poller)).toEqual(before);
			Object.assign(service, { meanwhile: undefined, broken: undefined });
			await finished(poller);

			expect(poller.log).toEqual([]);
		},
	);

	it('is read from its front if the service does not know the cursor anymore', async () => {
		const { service, poller } = await slowly();
		service.forgetCursors();
		service.create();

		expect(typesOf(await poller.poll())).toEqual(['EnvelopeCreated']);
		expect(poller.log.join()).toContain('read from the start');
		await finished(poller);
		expect(poller.log).toHaveLength(1);
	});

	it('is taken as known piece by piece by the first polls', async () => {
		const { service, open } = account(2_000, 5, { pageSize: 10 });
		const poller = new Poller(service);
		poller.budget = 240;
		await poller.poll();
		expect(service.requests).toBe(10);
		service.change(open[0] as FakeEnvelope, 'sealed');
		service.create();
		await finished(poller);
		await poller.poll();

		expect(typesOf(poller.events)).toEqual(['EnvelopeCreated', 'sent > EnvelopeSealed']);
	});
});

describe('the first poll', () => {
	it('with an empty account, every later envelope is reported', async () => {
		const { service } = account(0, 0);
		const poller = await started(service);
		for (let n = 0; n < 120; n++) service.create('sealed');
		for (let n = 0; n < 3; n++) await poller.poll();

		expect(poller.events).toHaveLength(240);
	});

	it('reports each envelope that exists once if that is chosen, however many polls it takes', async () => {
		const { service } = account(120, 5, { pageSize: 10 });
		const poller = new Poller(service);
		poller.budget = 24;
		poller.parameters = { options: { emitExisting: true } };
		for (let n = 0; n < 9; n++) await poller.poll();

		expect(poller.events.filter(({ type }) => type === 'EnvelopeCreated')).toHaveLength(125);
		expect(new Set(poller.events.map(({ id }) => id)).size).toBe(250);
		expect(poller.events).toHaveLength(250);
	});

	it.each<[string, (service: FakeEnvelopeApi, envelope: FakeEnvelope) => unknown]>([
		[
			'since the list has moved',
			(service, envelope) =>
				Object.assign(service.create(), { ...envelope, createdAt: '2026-01-01T00:30:00Z' }),
		],
		['since the service forgot the cursor', (service) => service.forgetCursors()],
	])('reports an ended envelope once that a later poll lists again %s', async (_, change) => {
		const { service } = account(120, 0, { pageSize: 10 });
		const envelope = service.create('sealed');
		const poller = new Poller(service);
		poller.budget = 24;
		poller.parameters = { options: { emitExisting: true } };
		expect((await poller.poll()).length).toBeGreaterThan(0);
		change(service, envelope);
		for (let n = 0; n < 15; n++) await poller.poll();

		expect(poller.events).toHaveLength(242);
		expect(stateOf(poller)).toMatchObject({ open: {} });
		expect(stateOf(poller)).not.toHaveProperty('reading');
	});

	it('reports an envelope once that the list shows again on a later page', async () => {
		const { service } = account(120, 0);
		const poller = new Poller(service);
		poller.parameters = { options: { emitExisting: true } };
		const envelope = service.create('sealed');
		const moved = { ...envelope, createdAt: '2026-01-01T00:30:00Z' };
		service.meanwhile = () => service.requests === 2 && Object.assign(service.create(), moved);

		expect(await poller.poll()).toHaveLength(242);
	});

	it('counts as the first one again with another account', async () => {
		const { service } = account(120, 5);
		const poller = await started(service);
		service.create();
		poller.clientId = 'other';

		expect(await poller.poll()).toEqual([]);
	});

	it('is remembered by the process if n8n does not keep its state', async () => {
		const { service } = account(120, 0);
		const poller = new Poller(service);
		await poller.poll('lost');
		service.create('sent');

		expect(typesOf(await poller.poll())).toEqual(['EnvelopeCreated', 'EnvelopeSentForSignature']);
	});
});

describe('a poll', () => {
	it('says what is wrong with the credential, and what to do', async () => {
		const poller = new Poller(new FakeEnvelopeApi());
		poller.clientId = '';

		await expect(poller.poll()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('Client ID'),
			description: expect.stringContaining('Open the credential'),
		});
	});

	it.each(['trigger', 'manual'])(
		'shows nothing of what the service says as a link, and no secret: %s',
		async (mode) => {
			const service = new FakeEnvelopeApi();
			service.broken = 403;
			const link = '<a href="https://evil.example">Your session ended</a>';
			service.problem = { title: `${link} canary-secret`, detail: link };

			const error = await new Poller(service)
				.poll('committed', mode)
				.catch((caught: NodeApiError) => caught);
			expect(error).toBeInstanceOf(NodeApiError);
			const { message, description } = error as NodeApiError;
			expect(description).toContain('Your session ended');
			expect(`${message} ${description}`).not.toMatch(/<|>|canary/);
		},
	);

	it('asks once for a list that the service refuses', async () => {
		const service = new FakeEnvelopeApi();
		service.broken = 403;

		await expect(new Poller(service).poll()).rejects.toThrow();
		expect(service.requests).toBe(1);
	});

	it('reports only what was chosen, and does not report the rest later', async () => {
		const { service, open } = account(0, 2);
		const poller = await started(service);
		poller.parameters = { events: ['EnvelopeSealed'] };
		service.create();
		service.change(open[0] as FakeEnvelope, 'cancelled');
		service.change(open[1] as FakeEnvelope, 'sealed');

		expect(typesOf(await poller.poll())).toEqual(['sent > EnvelopeSealed']);
		poller.parameters = {};
		expect(await poller.poll()).toEqual([]);
	});

	it('gives what the webhook trigger gives, with the envelope as it is', async () => {
		const { service, open } = account(0, 1);
		const poller = await started(service);
		const [envelope] = open as [FakeEnvelope];
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

	it.each(['sealed', 'rejected', 'cancelled', 'deleted'])(
		'does not read an envelope again that is %s',
		async (status) => {
			const service = new FakeEnvelopeApi();
			const open = service.create('sent');
			for (let n = 0; n < 60; n++) service.create('sealed');
			const poller = await started(service);
			service.change(open, status);
			expect(await poller.poll()).toHaveLength(1);
			service.requests = 0;
			await poller.poll();

			expect(service.requests).toBe(1);
		},
	);

	it('names the event of a status that is not known here, and watches the envelope further', async () => {
		const { service, open } = account(0, 1);
		const poller = await started(service);
		service.change(open[0] as FakeEnvelope, 'expired');
		expect(typesOf(await poller.poll())).toEqual(['sent > EnvelopeExpired']);
		service.change(open[0] as FakeEnvelope, 'sealed');

		expect(typesOf(await poller.poll())).toEqual(['expired > EnvelopeSealed']);
	});

	it('takes an ID in capitals and in small letters for the same', async () => {
		const { service, open } = account(300, 1, { capitals: true });
		const poller = await started(service);
		const [envelope] = open as [FakeEnvelope];
		service.remove(envelope);
		service.create('sent', { ...envelope, ID: envelope.ID.toLowerCase() });

		expect(await poller.poll()).toEqual([]);
	});

	it('is not held up by envelopes that cannot be read: the next one reads them again', async () => {
		const { service, open } = account(300, 60);
		const poller = await started(service);
		const [bad, good] = open as [FakeEnvelope, FakeEnvelope];
		const created = service.create();
		for (const { ID } of [bad, created]) service.brokenIds.set(ID, 403);
		service.change(bad, 'sealed');
		service.change(good, 'sealed');
		expect(idsOf(await poller.poll())).toEqual([good.ID]);
		expect(poller.log).toEqual([expect.stringContaining('status 403')]);
		service.brokenIds.clear();

		expect(idsOf(await poller.poll())).toEqual([created.ID, bad.ID]);
	});

	it('forgets an envelope that is gone once the whole list does not show it either', async () => {
		const { service, open } = account(300, 2);
		const poller = await started(service);
		service.remove(open[0] as FakeEnvelope);
		await poller.poll();
		service.asked = [];
		await poller.poll();
		expect(service.asked).not.toContain(`${LIST}/${open[0]?.ID}`);
		poller.parameters = EACH_POLL;
		await poller.poll();

		expect(stateOf(poller).open).toEqual({
			[String(open[1]?.ID)]: { ID: open[1]?.ID, status: 'sent' },
		});
		expect(poller.events).toEqual([]);
	});

	it('watches an envelope further that could not be found for a moment', async () => {
		const { service, open } = account(300, 1);
		const poller = await started(service);
		const [{ ID }] = open as [FakeEnvelope];
		for (let n = 0; n < 60; n++) service.create('sealed');
		service.brokenIds.set(ID, 404);
		await poller.poll();
		service.brokenIds.clear();
		service.change(open[0] as FakeEnvelope, 'sealed');
		poller.parameters = EACH_POLL;

		expect(typesOf(await poller.poll())).toEqual(['sent > EnvelopeSealed']);
	});

	it('reports a new envelope that is listed before it can be read', async () => {
		const { service } = account(300, 0);
		const poller = await started(service);
		const { ID } = service.create();
		service.brokenIds.set(ID, 404);
		expect(await poller.poll()).toEqual([]);
		service.brokenIds.clear();

		expect(idsOf(await poller.poll())).toEqual([ID]);
	});

	it('returns nothing while the one before is under way', async () => {
		const { service } = account(10, 1);
		const poller = await started(service);
		service.create('sent');
		const both = await Promise.all([poller.poll(), poller.poll()]);

		expect(both.map(({ length }) => length).sort()).toEqual([0, 2]);
	});

	it('reads every open envelope in turn, however many there are', async () => {
		const { service, open } = account(0, 3 * MAX_READS_PER_POLL);
		for (let n = 0; n < 60; n++) service.create('sealed');
		const poller = await started(service);
		const changed = open.filter((_, at) => at % 20 === 0);
		for (const envelope of changed) service.change(envelope, 'processing');
		const found = [];
		for (let n = 0; n < 3; n++) found.push((await poller.poll()).length);

		expect(found).toEqual([10, 10, 10]);
		expect(idsOf(poller.events).sort()).toEqual(changed.map(({ ID }) => ID).sort());
	});
});

describe('what is kept', () => {
	it('is plain: the newest envelopes, the open ones, and when the whole list was read', async () => {
		const now = Date.UTC(2026, 10, 18);
		jest.spyOn(Date, 'now').mockReturnValue(now);
		const { service, open } = account(300, 1);
		const poller = await started(service);
		const { ID, createdAt } = open[0] as FakeEnvelope;

		expect(stateOf(poller)).toEqual({
			account: expect.stringMatching(/^[\w-]{16}$/),
			knownUntil: Date.parse(createdAt),
			recent: { [ID]: Date.parse(createdAt) },
			open: { [ID]: { ID, status: 'sent' } },
			newestFirst: true,
			lastFullRead: now,
		});
	});

	it('stays the same while nothing happens, so that n8n has nothing to write', async () => {
		const poller = await started(account(300, 20).service);
		const before = poller.written;
		await poller.poll();

		expect(poller.written).toBe(before);
	});

	it('does not grow with the envelopes that have ended', async () => {
		const { service } = account(300, 0);
		const poller = await started(service);
		const before = poller.written.length;
		for (let n = 0; n < 500; n++) service.create('sealed');
		for (let n = 0; n < 2; n++) await poller.poll();

		expect(poller.written.length).toBe(before);
	});

	it.each<[string, (kept: Kept) => Kept]>([
		['a text', (kept) => ({ ...kept, state: 'sent' })],
		['null', (kept) => ({ ...kept, state: null })],
		[
			'of a later time',
			(kept) => ({ ...kept, state: { ...(kept.state as Kept), knownUntil: 9e15 } }),
		],
		['with another checksum', (kept) => ({ ...kept, checksum: 'a' })],
		['without a checksum', ({ state }) => ({ state })],
	])('is begun anew, with a warning, if it is damaged: %s', async (_, damaged) => {
		const { service } = account(10, 1);
		const poller = await started(service);
		poller.written = JSON.stringify(damaged(poller.state));

		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([expect.stringContaining('damaged, so the trigger starts over')]);
		service.create();
		expect(typesOf(await poller.poll())).toEqual(['EnvelopeCreated']);
		expect(poller.log).toHaveLength(1);
	});

	it.each(['null', '"text"', '5', '[]'])(
		'is known to the process where all that n8n keeps for the node is %s',
		async (written) => {
			const { service } = account(10, 1);
			const poller = new Poller(service);
			poller.written = written;

			expect(await poller.poll()).toEqual([]);
			expect(poller.log).toEqual([expect.stringContaining('Rename the node')]);
			for (let n = 0; n < 2; n++) {
				service.create();
				expect(typesOf(await poller.poll())).toEqual(['EnvelopeCreated']);
			}
		},
	);
});

describe('fetching a test event', () => {
	it('shows the newest change and keeps nothing', async () => {
		const { service, open } = account(80, 3);
		const poller = new Poller(service);
		service.change(open[1] as FakeEnvelope, 'cancelled');

		expect(await poller.poll('committed', 'manual')).toMatchObject([
			{ type: 'EnvelopeCancelled', envelopeId: open[1]?.ID, envelope: { mode: 'parallel' } },
		]);
		expect(poller.written).toBe('{}');
	});

	it('shows the newest one of those that were chosen', async () => {
		const { service, open } = account(80, 3);
		const poller = new Poller(service);
		poller.parameters = { events: ['EnvelopeSealed'] };
		service.change(open[1] as FakeEnvelope, 'cancelled');

		expect(await poller.poll('committed', 'manual')).toMatchObject([{ type: 'EnvelopeSealed' }]);
	});

	it('says how many it read if there is none among them and there are more', async () => {
		const poller = new Poller(account(1_500, 3).service);
		poller.parameters = { events: ['EnvelopeCancelled'] };

		await expect(poller.poll('committed', 'manual')).rejects.toThrow(
			"None of the first 1,000 envelopes matches 'Trigger On'",
		);
	});

	it('says so if there is none', async () => {
		await expect(new Poller(new FakeEnvelopeApi()).poll('committed', 'manual')).rejects.toThrow(
			"No envelope matches 'Trigger On' yet",
		);
	});
});

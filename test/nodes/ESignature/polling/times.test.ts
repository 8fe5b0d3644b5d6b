import { Poller } from './poller';
import { createdBy, EVERY_POLL, polled, started } from './polls';
import { PretendService, type Kept, type Ordered } from './pretendService';

/** Each one is told, and each once. */
function expectCreated(poller: Poller, count: number) {
	expect(new Set(createdBy(poller)).size).toBe(count);
	expect(createdBy(poller)).toHaveLength(count);
}

/** New ones are found by a poll as usual, and by polls with a full check. */
async function expectFound(
	{ service, add }: ReturnType<typeof withClock>,
	count: number,
): Promise<void> {
	const poller = await started(service);
	add(count);
	await poller.poll();
	poller.parameters = EVERY_POLL;
	await polled(poller, 3);

	expectCreated(poller, count);
}

/** What the service shows of each envelope in place of what it is. */
function showAs(service: PretendService, change: (envelope: Kept) => Partial<Kept>) {
	for (const envelope of service.envelopes.values()) {
		service.lagging.set(envelope.ID, change(envelope));
	}
}

afterEach(() => jest.restoreAllMocks());

describe('times without a zone', () => {
	it('are in UTC, also where n8n runs east of it', async () => {
		const { parse } = Date;
		// As the parser of JavaScript reads them in Berlin.
		jest
			.spyOn(Date, 'parse')
			.mockImplementation((text) => parse(text) - (/[Zz]|GMT/.test(text) ? 0 : 2 * 3_600_000));
		const service = new PretendService({ order: 'byId' });
		const withoutZone = ({ createdAt, lastModifiedAt }: Kept) => ({
			createdAt: createdAt.replace('Z', ''),
			lastModifiedAt: lastModifiedAt.replace('Z', ''),
		});
		for (let n = 0; n < 300; n++) service.create('sealed');
		showAs(service, withoutZone);
		const poller = await started(service);
		poller.parameters = EVERY_POLL;
		for (let n = 0; n < 1_200; n++) service.create('sealed');
		showAs(service, withoutZone);
		await polled(poller, 4);

		expectCreated(poller, 1_200);
	});
});

const HOUR = 3_600_000;
const at = (time: number, later = 0) => ({
	createdAt: new Date(time).toISOString(),
	lastModifiedAt: new Date(time + later).toISOString(),
});

/** Envelopes of the last day by this clock, one every two minutes. */
function withClock(now: number, order: Ordered = 'newestFirst', later = 0) {
	const service = new PretendService({ order });
	for (let n = 720; n > 0; n--) service.create('sealed', at(now - n * 120_000, later));
	const add = (count: number) => {
		for (let n = 0; n < count; n++) service.create('sealed', at(now + n * 10, later));
	};
	return { service, add };
}

describe.each<Ordered>(['newestFirst', 'newestLast', 'changedFirst', 'byId'])(
	'an envelope that is dated ten hours ahead, in a list ordered %s,',
	(order) => {
		it.each([60, 1_200])('does not hide %i new ones', async (count) => {
			const now = Date.now();
			const account = withClock(now, order);
			account.service.create('sealed', at(now + 10 * HOUR));

			await expectFound(account, count);
		});

		it('is told once, and hides nothing that comes after it', async () => {
			const now = Date.now();
			const { service, add } = withClock(now, order);
			const poller = await started(service);
			service.create('sealed', at(now + 10 * HOUR));
			await poller.poll();
			poller.parameters = EVERY_POLL;
			await poller.poll();
			add(1_200);
			await polled(poller, 3);

			expectCreated(poller, 1_201);
		});
	},
);

it('an envelope dated ahead does not end the search for new ones at the first page', async () => {
	const now = Date.now();
	const { service, add } = withClock(now);
	service.create('sealed', at(now + 10 * HOUR));
	const poller = await started(service);
	add(160);
	await poller.poll();

	expectCreated(poller, 160);
});

describe.each([
	['ahead', 3],
	['behind', -3],
])('a service whose clock is three hours %s', (_, hours) => {
	it.each([60, 1_200])('is polled like any other: %i new ones', async (count) => {
		await expectFound(withClock(Date.now() + hours * HOUR), count);
	});
});

it('new envelopes are told as created, though the service dates changes two hours ahead', async () => {
	const { service, add } = withClock(Date.now(), 'newestFirst', 2 * HOUR);
	const poller = await started(service);
	add(20);
	await polled(poller, 2);

	expectCreated(poller, 20);
	expect(poller.events).toHaveLength(40);
});

describe('many envelopes of the newest time that is known', () => {
	it.each<Ordered>(['newestFirst', 'newestLast', 'changedFirst', 'byId'])(
		'are found, though so much is new that only times can tell: %s',
		async (order) => {
			const service = new PretendService({ order });
			for (let n = 0; n < 300; n++) service.create('sealed');
			const [first] = service.envelopes.values();
			if (order === 'changedFirst') service.change(first as Kept, 'sealed');
			const poller = await started(service);
			const { createdAt } = service.create('sealed');
			await poller.poll();
			for (let n = 0; n < 30; n++) service.create('sealed', { createdAt });
			for (let n = 0; n < 1_200; n++) service.create('sealed');
			poller.parameters = EVERY_POLL;
			await polled(poller, 5);

			expectCreated(poller, 1_231);
		},
	);

	it('are said in the log to be found late or not at all, where not all of them can be named', async () => {
		const service = new PretendService({ order: 'byId' });
		for (let n = 0; n < 500; n++) service.create('sealed', at(Date.UTC(2026, 5, 1 + (n % 2))));
		const poller = await started(service);
		expect(poller.log.join()).toContain('So many envelopes were created at the same time');

		for (let n = 0; n < 60; n++) service.create('sealed', at(Date.UTC(2026, 5, 2)));
		await poller.poll();
		expect(poller.events).toEqual([]);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1.1 * HOUR);
		await polled(poller, 2);
		expectCreated(poller, 60);
	});
});

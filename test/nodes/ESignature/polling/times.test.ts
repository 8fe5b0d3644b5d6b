import { Poller } from './poller';
import { PretendService, type Kept } from './pretendService';

const EVERY_POLL = { options: { checkEvery: 0 } };

const createdBy = (poller: Poller) =>
	poller.events.filter(({ type }) => type === 'EnvelopeCreated').map(({ id }) => id);

async function polled(poller: Poller, times: number) {
	for (let n = 0; n < times; n++) await poller.poll();
}

async function started(service: PretendService) {
	const poller = new Poller(service);
	await polled(poller, 3);
	expect(poller.events).toEqual([]);
	return poller;
}

/** Each one is told, and each once. */
function expectCreated(poller: Poller, count: number) {
	expect(new Set(createdBy(poller)).size).toBe(count);
	expect(createdBy(poller)).toHaveLength(count);
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
		for (let n = 0; n < 2_500; n++) service.create('sealed');
		showAs(service, withoutZone);
		await polled(poller, 4);

		expectCreated(poller, 2_500);
	});
});

import { MOST_READS } from '../../../../nodes/ESignature/polling/poll';
import { Poller } from './poller';
import { polled, started } from './polls';
import { PretendService, type Kept } from './pretendService';

const HOUR = 3_600_000;

const begun = Date.now();
const goOn = (hours: number) => jest.spyOn(Date, 'now').mockReturnValue(begun + hours * HOUR);

/** One poll in each hour from then on. */
async function polledFor(poller: Poller, hours: number, from = 1) {
	for (let n = from; n <= from + hours; n++) {
		goOn(n);
		await poller.poll();
	}
}

afterEach(() => jest.restoreAllMocks());

describe.each([
	['a list that is read whole', 10, 60],
	['a list of many pages', 300, 40],
])('a right that is withdrawn for a while, with %s,', (_, old, count) => {
	it.each([
		['for 12 polls in succession', async (poller: Poller) => await polled(poller, 12)],
		['for 60 polls in succession', async (poller: Poller) => await polled(poller, 60)],
		['for two days', async (poller: Poller) => await polledFor(poller, 48)],
	])('makes nothing new again: %s', async (__, withdrawn) => {
		const service = new PretendService();
		for (let n = 0; n < old; n++) service.create('sealed');
		const poller = await started(service);
		for (let n = 0; n < count; n++) service.create(n % 2 === 0 ? 'sealed' : 'sent');
		await polled(poller, 2);
		expect(poller.events).toHaveLength(2 * count);
		service.unlisted = () => true;
		for (const ID of service.envelopes.keys()) service.hidden.add(ID);
		await withdrawn(poller);
		service.unlisted = undefined;
		service.hidden.clear();
		poller.parameters = { options: { checkEvery: 0 } };
		await polled(poller, 4);
		expect(poller.events).toHaveLength(2 * count);

		for (const envelope of service.envelopes.values())
			if (envelope.status === 'sent') service.change(envelope, 'sealed');
		// They have their turns, 50 in each poll.
		await polled(poller, 5);
		expect(poller.events).toHaveLength(2.5 * count);
	});
});

it('what was deleted and is restored is not new; what has changed meanwhile is told', async () => {
	const service = new PretendService();
	const poller = await started(service);
	const [same, other] = [service.create('sent'), service.create('sent')];
	await poller.poll();
	for (const envelope of [same, other]) service.remove(envelope);
	await polled(poller, 10);
	await polledFor(poller, 48);
	service.requests = 0;
	await poller.poll();
	expect(service.requests).toBe(1);
	for (const envelope of [same, other]) {
		service.envelopes.set(envelope.ID, envelope);
		service.change(envelope, envelope === other ? 'sealed' : 'sent');
	}
	service.create('drafted');
	await polled(poller, 2);

	const told = poller.events.slice(4).map(({ type, statusBefore }) => [type, statusBefore]);
	expect(told).toEqual([
		['EnvelopeSealed', 'sent'],
		['EnvelopeCreated', undefined],
	]);
});

it('what was deleted is looked for no longer, also where there is one poll a day', async () => {
	const service = new PretendService();
	const poller = await started(service);
	const envelope = service.create('sent');
	await poller.poll();
	service.remove(envelope);
	for (let day = 1; day <= 30; day++) {
		goOn(24 * day);
		await poller.poll();
	}
	service.asked = [];
	await poller.poll();

	expect(service.asked).toEqual(['/sign/envelopes']);
});

it('many deleted drafts cost no poll more than other open envelopes do', async () => {
	const service = new PretendService();
	const drafts = Array.from({ length: 1_000 }, () => service.create('drafted'));
	for (let n = 0; n < 300; n++) service.create('sealed');
	const open = service.create('sent');
	for (let n = 0; n < 300; n++) service.create('sealed');
	const poller = await started(service);
	for (const draft of drafts) service.remove(draft);
	const costs: number[] = [];
	for (let n = 0; n < 30; n++) {
		service.requests = 0;
		await poller.poll();
		costs.push(service.requests);
	}
	expect(Math.max(...costs)).toBeLessThanOrEqual(MOST_READS + 2);

	service.change(open as Kept, 'sealed');
	await polled(poller, 2);
	expect(poller.events).toMatchObject([{ type: 'EnvelopeSealed' }]);
});

it('new envelopes are found where the new end was lost and cursors do not live until the next poll', async () => {
	const service = new PretendService({ pageSize: 10 });
	for (let n = 0; n < 2_000; n++) service.create('sealed');
	const poller = await started(service);
	poller.budget = 100;
	const poll = async (times: number) => {
		for (let n = 0; n < times; n++) {
			service.forgetCursors();
			await poller.poll();
		}
	};
	for (let n = 0; n < 600; n++) service.create('sealed');
	await poll(20);
	// As many pages as one poll gets through.
	expect(poller.events.length).toBeGreaterThan(2 * 300);
	expect(poller.log.join()).toContain(
		'new ones are found as far as one poll gets through the list',
	);

	const later = [1, 2, 3, 4, 5].map(() => service.create('sealed').ID);
	await poll(1);
	expect(poller.events.slice(-10).map(({ envelopeId }) => envelopeId)).toEqual(
		later.flatMap((ID) => [ID, ID]),
	);
	expect(new Set(poller.events.map(({ id }) => id)).size).toBe(poller.events.length);
});

import { Poller } from './poller';
import { PretendService } from './pretendService';

async function started(service: PretendService) {
	const poller = new Poller(service);
	for (let n = 0; n < 3; n++) expect(await poller.poll()).toEqual([]);
	return poller;
}

const CAPITALS = 'AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE';

describe('a service that tells capitals from small letters', () => {
	it('is asked for each envelope as its list spells it', async () => {
		const service = new PretendService();
		const open = [1, 2, 3, 4, 5].map(() => service.create('sent'));
		open.push(service.create('sent', { ID: CAPITALS }));
		for (let n = 0; n < 200; n++) service.create('sealed');
		const poller = await started(service);
		for (const envelope of open) service.change(envelope, 'sealed');
		await poller.poll();

		expect(poller.events.map(({ envelopeId }) => envelopeId).sort()).toEqual(
			open.map(({ ID }) => ID.toLowerCase()).sort(),
		);
	});

	it('may change to another spelling', async () => {
		const service = new PretendService({ capitals: true });
		for (let n = 0; n < 300; n++) service.create('sealed');
		const poller = await started(service);
		service.manners.capitals = false;
		const { ID } = service.create('sealed');
		await poller.poll();

		expect(poller.events.map(({ envelopeId }) => envelopeId)).toEqual([ID, ID]);
	});
});

describe('a status of half a megabyte', () => {
	it('is kept in short, and told from another one', async () => {
		const service = new PretendService();
		const envelope = service.create('x'.repeat(500_000));
		for (let n = 0; n < 300; n++) service.create('sealed');
		const poller = await started(service);
		expect(poller.written.length).toBeLessThan(45_000);

		service.change(envelope, 'x'.repeat(500_001));
		await poller.poll();
		await poller.poll();
		expect(poller.events).toHaveLength(1);
		expect(String(poller.events[0]?.statusBefore)).toMatch(/^x{60}-.{12}$/);
	});
});

/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints its figures */
import { Poller } from './poller';
import { PretendService, type Kept } from './pretendService';

const OLD = 100_000;
const WATCHED = 40;

it('sees 50 changes beside 100,000 old envelopes for less than 5 % of a full scan', async () => {
	const service = new PretendService();
	for (let n = 0; n < OLD; n++) service.create('sealed');
	const open = Array.from({ length: WATCHED }, () => service.create('sent'));
	const poller = new Poller(service);
	for (let n = 0; n < 50 && !isReady(poller); n++) await poller.poll();
	const scan = service.asked.filter((path) => path === '/sign/envelopes').length;
	service.requests = 0;
	for (let n = 0; n < 25; n++) service.create(n % 2 === 0 ? 'sent' : 'sealed');
	for (const envelope of open.slice(0, 25)) service.change(envelope as Kept, 'sealed');
	const events = await poller.poll();
	const share = (100 * service.requests) / scan;
	process.stdout.write(
		`${OLD} old envelopes, 50 changes: ${service.requests} requests, a full scan has ${scan}: ${share.toFixed(1)} %; ${poller.written.length} bytes are kept\n`,
	);

	expect(events.filter(({ type }) => type === 'EnvelopeCreated')).toHaveLength(25);
	expect(events.filter(({ statusBefore }) => statusBefore === 'sent')).toHaveLength(25);
	expect(scan).toBeGreaterThan(OLD / 50);
	expect(share).toBeLessThan(5);
}, 120_000);

const isReady = ({ state }: Poller): boolean =>
	(state.state as { ready?: boolean } | undefined)?.ready === true;

import { Poller, type Event } from './poller';
import { PretendService, type Kept } from './pretendService';

const OLD = 100_000;
const WATCHED = 40;
const HALF = 25;

export interface Cost {
	events: Event[];
	/** Of the poll that sees 50 changes, and of one that reads the whole list. */
	requests: number;
	scan: number;
	/** In percent. */
	share: number;
	line: string;
}

/** What 50 changes beside 100,000 old envelopes and 40 open ones cost. */
export async function measureCost(): Promise<Cost> {
	const service = new PretendService();
	for (let n = 0; n < OLD; n++) service.create('sealed');
	const open = Array.from({ length: WATCHED }, () => service.create('sent'));
	const poller = new Poller(service);
	for (let n = 0; n < 50 && !isReady(poller); n++) await poller.poll();
	const scan = service.asked.filter((path) => path === '/sign/envelopes').length;
	service.requests = 0;
	for (let n = 0; n < HALF; n++) service.create(n % 2 === 0 ? 'sent' : 'sealed');
	for (const envelope of open.slice(0, HALF)) service.change(envelope as Kept, 'sealed');
	const events = await poller.poll();
	const { requests } = service;
	const share = (100 * requests) / scan;
	const line = `${OLD} old envelopes, ${WATCHED} open ones, ${2 * HALF} changes: ${requests} requests, a full scan has ${scan}: ${share.toFixed(1)} %; ${poller.written.length} bytes are kept`;
	return { events, requests, scan, share, line };
}

const isReady = ({ state }: Poller): boolean =>
	(state.state as { ready?: boolean } | undefined)?.ready === true;

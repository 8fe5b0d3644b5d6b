/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints its figures */
import { measureCost } from './cost';

it('sees 50 changes beside 100,000 old envelopes and 40 open ones for less than 5 % of a full scan', async () => {
	const { events, scan, share, line } = await measureCost();
	process.stdout.write(`${line}\n`);

	expect(events.filter(({ type }) => type === 'EnvelopeCreated')).toHaveLength(25);
	expect(events.filter(({ statusBefore }) => statusBefore === 'sent')).toHaveLength(25);
	expect(scan).toBeGreaterThan(100_000 / 50);
	expect(share).toBeLessThan(5);
}, 120_000);

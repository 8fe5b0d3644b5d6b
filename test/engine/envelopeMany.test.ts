import type { Fault } from '../../sandbox';
import { prepareHarness } from '../support/harness';

const harness = prepareHarness();
const LIST = 'GET /sign/envelopes';
const PER_PAGE = 50;
const STATUSES = ['drafted', 'sent', 'sealed', 'rejected'];

/** The n-th envelope of an account in which one is changed every minute. */
const envelope = (n: number) => ({
	ID: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
	name: `Contract ${n}`,
	status: STATUSES[n % STATUSES.length],
	createdAt: '2026-01-01T00:00:00.000Z',
	lastModifiedAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
});

/** The service's own pages, ready made. */
const page = (from: number, total: number): Fault => {
	const numbers = Array.from({ length: PER_PAGE }, (_, n) => from + n);
	const nextPage = from + PER_PAGE < total ? String(from + PER_PAGE) : undefined;
	return { kind: 'body', body: JSON.stringify({ items: numbers.map(envelope), nextPage }) };
};

async function read(total: number) {
	for (let from = 0; from < total; from += PER_PAGE) {
		harness.sandbox.faults.next(LIST, page(from, total));
	}
	const { items, error } = await harness.engine.run({
		resource: 'envelope',
		operation: 'getAll',
		returnAll: true,
		filters: {
			status: ['sealed', 'rejected'],
			modifiedAfter: '2026-01-01T00:00:00Z',
			nameContains: 'contract 1',
		},
	});
	expect(error).toBeUndefined();
	return { items };
}

const matching = (total: number) =>
	Array.from({ length: total }, (_, n) => n)
		.filter((n) => n % 4 >= 2 && String(n).startsWith('1'))
		.map((n) => `Contract ${n}`);

it('filters 10,000 envelopes, page after page, never two at a time', async () => {
	const { items } = await read(10_000);
	expect(items.map(({ json }) => json.name)).toEqual(matching(10_000));
	const asked = harness.sandbox.log.requests.filter(({ route }) => route === LIST);
	expect(asked.map(({ query }) => Number(query.pageAfter ?? 0))).toEqual(
		Array.from({ length: 200 }, (_, n) => n * PER_PAGE),
	);
	expect(harness.sandbox.log.maxInFlight).toBe(1);
});

import type { INodeParameters } from 'n8n-workflow';

import type { EnvelopeFixture } from '../../sandbox';
import { prepareHarness } from '../support/harness';

const harness = prepareHarness({ sandbox: { pageSize: 3 } });
const LIST = 'GET /sign/envelopes';
afterEach(() => jest.restoreAllMocks());

const parameters = (more: object = { returnAll: true }) => ({
	resource: 'envelope',
	operation: 'getAll',
	filters: {},
	...more,
});

/** In the order of the list: newest first. */
const some = (count: number) =>
	Array.from({ length: count }, (_, n) => harness.sandbox.control.envelope({ name: `No. ${n}` }))
		.map(({ ID }) => ID)
		.reverse();

it.each([
	[3, 1],
	[4, 2],
])('reads no more pages than a limit of %i needs', async (limit, requests) => {
	const IDs = some(7);
	const { items } = await harness.engine.run(parameters({ returnAll: false, limit }));
	expect(items.map(({ json }) => json.ID)).toEqual(IDs.slice(0, limit));
	expect(harness.sandbox.log.count(LIST)).toBe(requests);
});

it('returns nothing, and no error, where there is nothing', async () => {
	const { items, error, status } = await harness.engine.run(parameters());
	expect([items, error, status]).toEqual([[], undefined, 'success']);
});

it('is an error, not a part of the list, when a page cannot be read', async () => {
	some(7);
	harness.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 }, 2);
	harness.sandbox.faults.always(LIST, { kind: 'status', status: 503 });
	jest.spyOn(Math, 'random').mockReturnValue(0);
	const { items } = await harness.engine.run(parameters(), { onError: 'continueRegularOutput' });
	expect(items).toHaveLength(1);
	expect(items[0]?.json.error).toContain('The service had an internal problem');
});

describe('filters', () => {
	const parameters = (filters: object, more: object = { returnAll: true }) =>
		({ resource: 'envelope', operation: 'getAll', filters, ...more }) as INodeParameters;

	const at = (lastModifiedAt: string, more: EnvelopeFixture = {}) =>
		harness.sandbox.control.envelope({ name: lastModifiedAt, lastModifiedAt, ...more });

	it('reads a date without a zone in that of the workflow', async () => {
		const [timezone, date, is] = [
			'Europe/Berlin',
			'2026-07-01 00:00:00',
			'2026-06-30T22:00:00.000Z',
		];
		at(new Date(Date.parse(is) - 1).toISOString());
		at(is);
		const found = async (filters: object) =>
			(await harness.engine.run(parameters(filters), { timezone })).items.map(
				({ json }) => json.name,
			);
		expect(await found({ modifiedAfter: date })).toEqual([is]);
		expect(await found({ modifiedBefore: date })).toEqual([
			new Date(Date.parse(is) - 1).toISOString(),
		]);
	});

	it('wants all filters to match, and counts only what matches toward the limit', async () => {
		const wanted = { status: 'sealed', name: 'Lease' } as const;
		const [old, good] = [at('2026-01-01T00:00:00Z', wanted), at('2026-03-01T00:00:00Z', wanted)];
		at('2026-03-01T00:00:00Z', { status: 'sent', name: 'Lease' });
		at('2026-03-01T00:00:00Z', { status: 'sealed', name: 'Offer' });
		const filters = { status: ['sealed'], nameContains: 'lease', modifiedAfter: '2026-02-01' };
		const { items } = await harness.engine.run(parameters(filters, { returnAll: false, limit: 1 }));
		expect(items.map(({ json }) => json.ID)).toEqual([good?.ID]);
		expect(old?.ID).not.toBe(good?.ID);
	});
});

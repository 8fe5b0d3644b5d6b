import type { INodeParameters } from 'n8n-workflow';

import type { EnvelopeFixture } from '../../sandbox';
import { prepareHarness } from '../support/harness';

const harness = prepareHarness();

const parameters = (filters: object, more: object = { returnAll: true }) =>
	({ resource: 'envelope', operation: 'getAll', filters, ...more }) as INodeParameters;

const at = (lastModifiedAt: string, more: EnvelopeFixture = {}) =>
	harness.sandbox.control.envelope({ name: lastModifiedAt, lastModifiedAt, ...more });

const names = async (filters: object) => {
	const { items, error } = await harness.engine.run(parameters(filters));
	if (error) throw error;
	return items.map(({ json }) => json.name).sort();
};

it('takes one status or several, from an expression too', async () => {
	for (const status of ['drafted', 'sent', 'sealed'] as const) {
		harness.sandbox.control.envelope({ status, name: status });
	}
	expect(await names({ status: ['sealed', 'sent'] })).toEqual(['sealed', 'sent']);
	expect(await names({ status: '={{ "sent" }}' })).toEqual(['sent']);
	expect(await names({ status: [] })).toHaveLength(3);
});

it('is counted back from now by an expression', async () => {
	at('2026-01-01T00:00:00.000Z');
	const recent = harness.sandbox.control.envelope({ name: 'today' });
	for (const ago of ['$now.minus({ days: 1 })', 'new Date(Date.now() - 86400000)']) {
		expect(await names({ modifiedAfter: `={{ ${ago} }}` })).toEqual([recent.name]);
	}
	expect(await names({ modifiedBefore: '={{ $now.minus({ hours: 1 }) }}' })).not.toContain('today');
	expect(await names({ modifiedAfter: '={{ $json.none }}' })).toHaveLength(2);
});

it.each([
	['Europe/Berlin', '2026-07-01 00:00:00', '2026-06-30T22:00:00.000Z'],
	['Asia/Kolkata', '={{ DateTime.local(2026, 1, 1) }}', '2025-12-31T18:30:00.000Z'],
])('reads a date without a zone in that of the workflow (%s, %s)', async (timezone, date, is) => {
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

it.each(['modifiedAfter', 'modifiedBefore'])(
	'refuses a date that cannot be understood, names the filter, and reads nothing (%s)',
	async (filter) => {
		const label = filter === 'modifiedAfter' ? 'Modified After' : 'Modified Before';
		const { error } = await harness.engine.run(parameters({ [filter]: 'yesterday' }));
		expect(error?.message).toBe(`The filter '${label}' is not a date`);
		expect(harness.sandbox.log.count()).toBe(0);
	},
);

it('wants all filters to match, and counts only what matches towards the limit', async () => {
	const wanted = { status: 'sealed', name: 'Lease' } as const;
	const [old, good] = [at('2026-01-01T00:00:00Z', wanted), at('2026-03-01T00:00:00Z', wanted)];
	at('2026-03-01T00:00:00Z', { status: 'sent', name: 'Lease' });
	at('2026-03-01T00:00:00Z', { status: 'sealed', name: 'Offer' });
	const filters = { status: ['sealed'], nameContains: 'lease', modifiedAfter: '2026-02-01' };
	const { items } = await harness.engine.run(parameters(filters, { returnAll: false, limit: 1 }));
	expect(items.map(({ json }) => json.ID)).toEqual([good?.ID]);
	expect(old?.ID).not.toBe(good?.ID);
});

it('takes the filters from each item', async () => {
	for (const name of ['Lease', 'Offer']) harness.sandbox.control.envelope({ name });
	const { items } = await harness.engine.run(parameters({ nameContains: '={{ $json.text }}' }), {
		items: [{ json: { text: 'offer' } }, { json: { text: 'none' } }, { json: { text: 'e' } }],
	});
	expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
		['Offer', { item: 0 }],
		['Offer', { item: 2 }],
		['Lease', { item: 2 }],
	]);
});

import type { INodeParameters } from 'n8n-workflow';

import type { EnvelopeFixture } from '../../sandbox';
import { prepareGround } from '../support/ground';

const ground = prepareGround();

const parameters = (filters: object, more: object = { returnAll: true }) =>
	({ resource: 'envelope', operation: 'getAll', filters, ...more }) as INodeParameters;

const at = (lastModifiedAt: string, more: EnvelopeFixture = {}) =>
	ground.sandbox.control.envelope({ name: lastModifiedAt, lastModifiedAt, ...more });

const names = async (filters: object) => {
	const { items, error } = await ground.engine.run(parameters(filters));
	if (error) throw error;
	return items.map(({ json }) => json.name).sort();
};

describe('status', () => {
	const STATUSES = ['drafted', 'sent', 'processing', 'sealed', 'rejected', 'cancelled'] as const;
	beforeEach(() => {
		for (const status of STATUSES) ground.sandbox.control.envelope({ status, name: status });
	});

	it.each(STATUSES)('finds what is %s', async (status) => {
		expect(await names({ status: [status] })).toEqual([status]);
	});

	it('takes several', async () => {
		expect(await names({ status: ['sealed', 'rejected', 'cancelled'] })).toEqual([
			'cancelled',
			'rejected',
			'sealed',
		]);
	});

	it('takes a single one from an expression', async () => {
		expect(await names({ status: '={{ "sent" }}' })).toEqual(['sent']);
	});

	it('excludes nothing while none is chosen', async () => {
		expect(await names({ status: [] })).toHaveLength(6);
	});
});

describe('the time of the last change', () => {
	const TIMES = [
		'2026-01-01T00:00:00.000Z',
		'2026-02-01T12:00:00.000Z',
		'2026-03-01T00:00:00.000Z',
	];
	beforeEach(() => TIMES.forEach((time) => at(time)));

	it.each([
		['a time, itself included', '2026-02-01T12:00:00Z', TIMES.slice(1)],
		['the millisecond after it', '2026-02-01T12:00:00.001Z', TIMES.slice(2)],
		['a time of another zone', '2026-02-01T14:00:00+02:00', TIMES.slice(1)],
		['a day', '2026-02-02', TIMES.slice(2)],
		['milliseconds', Date.parse('2026-02-01T12:00:00Z'), TIMES.slice(1)],
		['a date object', '={{ new Date("2026-02-01T12:00:00Z") }}', TIMES.slice(1)],
		["one of n8n's", '={{ DateTime.fromISO("2026-02-01T12:00:00Z") }}', TIMES.slice(1)],
		['nothing', '', TIMES],
		['what the item lacks', '={{ $json.none }}', TIMES],
	])('is after %s', async (_, modifiedAfter, found) => {
		expect(await names({ modifiedAfter })).toEqual(found);
	});

	it('is before a time, itself excluded', async () => {
		expect(await names({ modifiedBefore: '2026-02-01T12:00:00Z' })).toEqual(TIMES.slice(0, 1));
		expect(await names({ modifiedBefore: '2026-02-01T12:00:00.001Z' })).toEqual(TIMES.slice(0, 2));
	});

	it('lies between two times: a sweep that goes on where the last one ended misses nothing', async () => {
		const edges = ['2026-01-01T00:00:00Z', '2026-02-01T12:00:00Z', '2026-03-02T00:00:00Z'];
		const first = await names({ modifiedAfter: edges[0], modifiedBefore: edges[1] });
		const second = await names({ modifiedAfter: edges[1], modifiedBefore: edges[2] });
		expect([...first, ...second]).toEqual(TIMES);
	});

	it('is counted back from now by an expression', async () => {
		const recent = ground.sandbox.control.envelope({ name: 'today' });
		expect(await names({ modifiedAfter: '={{ $now.minus({ days: 1 }) }}' })).toEqual([recent.name]);
		expect(await names({ modifiedAfter: '={{ $now.minus({ days: 1 }).toMillis() }}' })).toEqual([
			recent.name,
		]);
		expect(await names({ modifiedBefore: '={{ $now.minus({ hours: 1 }) }}' })).not.toContain(
			recent.name,
		);
	});
});

it.each([
	['Europe/Berlin', '2026-01-01T00:00', '2025-12-31T23:00:00.000Z'],
	['Europe/Berlin', '2026-07-01 00:00:00', '2026-06-30T22:00:00.000Z'],
	['America/New_York', '2026-01-01T00:00', '2026-01-01T05:00:00.000Z'],
	['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
	['Asia/Kolkata', '={{ DateTime.local(2026, 1, 1) }}', '2025-12-31T18:30:00.000Z'],
	['Asia/Kolkata', '2026-01-01T00:00Z', '2026-01-01T00:00:00.000Z'],
	['UTC', '2026-01-01T00:00:00.5', '2026-01-01T00:00:00.500Z'],
])('reads a date without a zone in that of the workflow (%s, %s)', async (timezone, date, is) => {
	at(new Date(Date.parse(is) - 1).toISOString());
	at(is);
	const found = async (filters: object) =>
		(await ground.engine.run(parameters(filters), { timezone })).items.map(({ json }) => json.name);
	expect(await found({ modifiedAfter: date })).toEqual([is]);
	expect(await found({ modifiedBefore: date })).toEqual([
		new Date(Date.parse(is) - 1).toISOString(),
	]);
});

it.each(['modifiedAfter', 'modifiedBefore'])(
	'refuses a date that cannot be understood, names the filter, and reads nothing (%s)',
	async (filter) => {
		const label = filter === 'modifiedAfter' ? 'Modified After' : 'Modified Before';
		const refused: string[] = [];
		const WRONG = [
			...['yesterday', '31.01.2026', '2026-13-01', '2026-01-01T25:00:00Z', '={{ true }}'],
			...['={{ [] }}', '={{ ({}) }}', '={{ NaN }}', '={{ DateTime.fromISO("x") }}'],
			'={{ new Date("x") }}',
		];
		for (const value of WRONG) {
			const { error } = await ground.engine.run(parameters({ [filter]: value }));
			if (error?.message === `The filter '${label}' is not a date`) refused.push(value);
		}
		expect(refused).toEqual(WRONG);
		expect(ground.sandbox.log.count()).toBe(0);
	},
);

it.each([
	['a bare number as text', '5'],
	['a text that ends with a number', 'Contract 7'],
	['day and month in an order that nobody knows', '03/04/2026'],
	['a day that the month does not have', '2026-02-31'],
])('refuses %s, instead of taking it for some day', async (_, modifiedAfter) => {
	const { error } = await ground.engine.run(parameters({ modifiedAfter }));
	expect(error?.message).toBe("The filter 'Modified After' is not a date");
	expect(ground.sandbox.log.count()).toBe(0);
});

it.each(['lease', 'LEASE', ' Lease '])(
	'finds a part of the name in any case (%s)',
	async (text) => {
		for (const name of ['Lease 2026', 'Offer', 'A lease'])
			ground.sandbox.control.envelope({ name });
		expect(await names({ nameContains: text })).toEqual(['A lease', 'Lease 2026']);
	},
);

it('takes the name as text, not as a pattern', async () => {
	for (const name of ['a.c (1)', 'abc 1']) ground.sandbox.control.envelope({ name });
	expect(await names({ nameContains: 'a.c (' })).toEqual(['a.c (1)']);
});

it('wants all filters to match, and counts only what matches towards the limit', async () => {
	const wanted = { status: 'sealed', name: 'Lease' } as const;
	const [old, good] = [at('2026-01-01T00:00:00Z', wanted), at('2026-03-01T00:00:00Z', wanted)];
	at('2026-03-01T00:00:00Z', { status: 'sent', name: 'Lease' });
	at('2026-03-01T00:00:00Z', { status: 'sealed', name: 'Offer' });
	const filters = { status: ['sealed'], nameContains: 'lease', modifiedAfter: '2026-02-01' };
	const { items } = await ground.engine.run(parameters(filters, { returnAll: false, limit: 1 }));
	expect(items.map(({ json }) => json.ID)).toEqual([good?.ID]);
	expect(old?.ID).not.toBe(good?.ID);
});

it('takes the filters from each item', async () => {
	for (const name of ['Lease', 'Offer']) ground.sandbox.control.envelope({ name });
	const { items } = await ground.engine.run(parameters({ nameContains: '={{ $json.text }}' }), {
		items: [{ json: { text: 'offer' } }, { json: { text: 'none' } }, { json: { text: 'e' } }],
	});
	expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
		['Offer', { item: 0 }],
		['Offer', { item: 2 }],
		['Lease', { item: 2 }],
	]);
});

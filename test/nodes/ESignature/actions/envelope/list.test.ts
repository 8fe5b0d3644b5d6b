import { tryToParseDateTime } from 'n8n-workflow';

import {
	recentEnvelopes,
	envelopeFilter,
	timeOf,
} from '../../../../../nodes/ESignature/actions/envelope/list';
import type { ShortEnvelope } from '../../../../../nodes/ESignature/api';

const NOW = Date.UTC(2026, 0, 31);
const HOUR = 3_600_000;

/** A service that has these pages of envelopes, by how many hours ago each was created. */
function service(...pages: number[][]) {
	const request = async (_: string, { query }: { query?: { pageAfter?: string } } = {}) => {
		const page = Number(query?.pageAfter ?? 0);
		const items = (pages[page] ?? []).map((hours, at) => ({
			ID: `0000000${page}-0000-4000-8000-00000000000${at}`,
			createdAt: new Date(NOW - hours * HOUR).toISOString(),
		}));
		return { items, ...(page + 1 < pages.length && { nextPage: String(page + 1) }) };
	};
	return { call: { request } as never };
}

async function all(envelopes: AsyncIterable<{ createdAt?: unknown }>): Promise<number[]> {
	const found: number[] = [];
	for await (const { createdAt } of envelopes) {
		found.push((NOW - Date.parse(String(createdAt))) / HOUR);
	}
	return found;
}

describe('the envelopes among which a new one must be', () => {
	const recent = async (...hours: number[]) =>
		await all(recentEnvelopes(service(hours).call, new Date(NOW)));

	it('end where a list from new to old is older than a day', async () => {
		expect(await recent(0, 1, 24, 25, 26)).toEqual([0, 1, 24, 25]);
	});

	it('may have been created at one time', async () => {
		expect(await recent(1, 1, 25, 25)).toEqual([1, 1, 25]);
	});

	it('are all where the list goes in another order', async () => {
		expect(await recent(1, 0, 25, 26, 2)).toEqual([1, 0, 25, 26, 2]);
		expect(await recent(1, 0, -1, 30, 40)).toEqual([1, 0, -1, 30, 40]);
	});

	it('are 5,000 at most', async () => {
		expect(await recent(...Array.from({ length: 5_002 }, () => 1))).toHaveLength(5_000);
	});
});

describe('the filters of Get Many', () => {
	const passes = (values: Record<string, unknown>, envelope: object) =>
		envelopeFilter(values, 'UTC')({ ID: '1', name: 'Lease', ...envelope } as ShortEnvelope);
	const AFTER = { modifiedAfter: '2026-01-10' };
	const BEFORE = { modifiedBefore: '2026-01-20' };
	const on = (day: string) => `2026-01-${day}T00:00:00Z`;

	it('lets everything pass when nothing is asked for', () => {
		expect(passes({}, {})).toBe(true);
		expect(passes({ status: [], nameContains: ' ', modifiedAfter: '' }, {})).toBe(true);
	});

	it.each([
		['on the first moment', on('10'), true],
		['between the two', on('15'), true],
		['just before the first', '2026-01-09T23:59:59.999Z', false],
		['on the last moment', on('20'), false],
		['just before the last', '2026-01-19T23:59:59.999Z', true],
		['in a time without a zone, which is UTC', '2026-01-20 00:00:00.000001', false],
	])('looks at when an envelope was modified: %s', (_, lastModifiedAt, expected) => {
		expect(passes({ ...AFTER, ...BEFORE }, { lastModifiedAt })).toBe(expected);
	});

	it.each([undefined, 'unknown'])(
		'does not lose an envelope that does not say when it was modified: %j',
		(lastModifiedAt) => {
			expect(passes({ ...AFTER, ...BEFORE }, { lastModifiedAt })).toBe(true);
		},
	);

	it.each([
		['sent', true],
		['sealed', true],
		['drafted', false],
		[null, false],
	])(
		'compares the status, whatever the case of the one that was entered: %j',
		(status, expected) => {
			expect(passes({ status: ['sent', ' Sealed '] }, { status })).toBe(expected);
		},
	);

	it('takes one status as it takes a list of one', () => {
		expect(passes({ status: 'sent' }, { status: 'sent' })).toBe(true);
		expect(passes({ status: 'sent' }, { status: 'sealed' })).toBe(false);
	});

	it.each([
		[' lea ', true],
		['LEASE', true],
		['rent', false],
	])('looks for a text in the name without regard to its case: %j', (nameContains, expected) => {
		expect(passes({ nameContains }, {})).toBe(expected);
		expect(passes({ nameContains }, { name: null })).toBe(false);
	});

	it('asks for all that is given, not for some of it', () => {
		const values = { ...AFTER, status: ['sent'], nameContains: 'lease' };
		const fitting = { status: 'sent', lastModifiedAt: on('15') };

		expect(passes(values, fitting)).toBe(true);
		expect(passes(values, { ...fitting, status: 'sealed' })).toBe(false);
		expect(passes(values, { ...fitting, name: 'Rent' })).toBe(false);
		expect(passes(values, { ...fitting, lastModifiedAt: on('05') })).toBe(false);
	});

	it('refuses a status that does not exist', () => {
		expect(() => passes({ status: ['lost'] }, {})).toThrow("The 'Status' must be one of");
	});
});

/** The date objects of expressions, made by the Luxon that n8n itself has. */
const luxon = (text: string, zone: string) => tryToParseDateTime(text, zone);

const read = (value: unknown, zone = 'UTC') => {
	const time = timeOf(value, 'Modified After', zone);
	return time === undefined ? undefined : new Date(time).toISOString();
};

describe('a date of an input', () => {
	it.each([
		['a day in winter', 'Europe/Berlin', '2026-01-31', '2026-01-30T23:00:00.000Z'],
		['a time in summer', 'Europe/Berlin', '2026-07-31T08:15:30.25', '2026-07-31T06:15:30.250Z'],
		['a time with a space', 'America/New_York', '2026-01-31 08:00', '2026-01-31T13:00:00.000Z'],
		['an offset of its own', 'Europe/Berlin', '2026-01-31T08:00-0330', '2026-01-31T11:30:00.000Z'],
		['UTC of its own', 'Europe/Berlin', '2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
		['spaces around it', 'UTC', ' 2026-01-31 ', '2026-01-31T00:00:00.000Z'],
		['a time before 1970', 'Europe/London', '1965-07-01T12:00:00.5', '1965-07-01T11:00:00.500Z'],
	])('is understood: %s', (_, zone, text, expected) => {
		expect(read(text, zone)).toBe(expected);
	});

	it.each([
		['its first moment, as 03:00', '2026-03-29T02:00', '2026-03-29T01:00:00.000Z'],
		['its middle, as 03:30', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
	])('may lie in the hour that is skipped in spring: %s', (_, text, expected) => {
		expect(read(text, 'Europe/Berlin')).toBe(expected);
	});

	it.each([
		['the second of the two', '2026-10-25T02:00', '2026-10-25T01:00:00.000Z'],
		['still the second', '2026-10-25T02:59:59.999', '2026-10-25T01:59:59.999Z'],
	])(
		'may lie in the hour that comes twice in autumn, and is read as n8n reads it: %s',
		(_, text, expected) => {
			expect(read(text, 'Europe/Berlin')).toBe(expected);
		},
	);

	it('may lie in a day that an island skipped', () => {
		expect(read('2011-12-30T12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z');
		expect(read('2011-12-31T00:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
	});

	it('may be a timestamp, a date object, or nothing', () => {
		expect(read(0)).toBe('1970-01-01T00:00:00.000Z');
		expect(read(new Date('2026-01-31T08:00:00Z'), 'Asia/Tokyo')).toBe('2026-01-31T08:00:00.000Z');
		expect(read(luxon('2026-01-31T08:00', 'Asia/Tokyo'), 'Europe/Berlin')).toBe(
			'2026-01-30T23:00:00.000Z',
		);
		expect([undefined, ''].map((value) => read(value))).toEqual([undefined, undefined]);
	});

	it.each([
		'2026-02-30',
		'31.01.2026',
		'2026-01-31 or later',
		'x2026-01-31T08:00:00Z',
		'2026-01-01T25:00',
		'2026-01-01T08:00+99:00',
		{},
		new Date(NaN),
		luxon('2026-01-31', 'UTC').setZone('no/where'),
	])('is refused when it is not a date (%p)', (value) => {
		expect(() => read(value)).toThrow("The filter 'Modified After' must be a date, not ");
	});
});

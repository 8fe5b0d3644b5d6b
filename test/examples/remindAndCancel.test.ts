/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs the code of an example */
import { runInNewContext } from 'node:vm';
import { tryToParseDateTime } from 'n8n-workflow';

import { readExample } from '../../host/examples';

type DateTime = ReturnType<typeof tryToParseDateTime>;

interface Due {
	json: { ID: string; since: number; days: number; day?: number; isOver: boolean };
}

const { nodes } = readExample('remind-and-cancel');
const parameterOf = (node: string, parameter: string) =>
	String(nodes.find(({ name }) => name === node)?.parameters[parameter]);

const whatIsDue = runInNewContext(
	`(($, $input, $now, DateTime) => {${parameterOf('What Is Due', 'jsCode')}\n})`,
) as ($: object, $input: object, $now: DateTime, luxon: unknown) => Due[];

/** What the example makes of one envelope at some time, by the day that its table keeps. */
function dueAt(now: DateTime, since: string, status = 'sent'): Due['json'] | undefined {
	const items: Record<string, object> = {
		Settings: { remindOnDays: '3, 7, 14', cancelOnDay: 30 },
		Envelopes: { ID: 'A', status },
	};
	const node = (name: string) => ({
		first: () => ({ json: items[name] }),
		all: () => [{ json: items[name] }],
	});
	const rows = { all: () => [{ json: { envelopeId: 'A', since } }] };
	return whatIsDue(node, rows, now, now.constructor)[0]?.json;
}

/** By what 'Not Reminded Yet' recognizes an envelope. */
const remembered = (due: Due['json']) =>
	parameterOf('Not Reminded Yet', 'dedupeValue').replace(/{{ \$json\.(\w+) }}/g, (_, name) =>
		String(due[name as keyof Due['json']]),
	);

interface Month {
	/** When the first run begins; the others do so at 8:00. */
	first: string;
	zone: string;
	/** The days on which n8n is switched off. */
	off?: number[];
	written?: (since: DateTime) => DateTime;
}

/** On which days of the calendar an envelope that nobody signs is reminded and cancelled. */
function month({ first, zone, off = [], written = (since) => since }: Month) {
	const began = tryToParseDateTime(first, zone);
	// The first run reads the list, and then makes the row. The later ones are a little faster.
	const since = String(written(began.plus({ seconds: 8 })).toISO());
	const seen = new Set<string>();
	const reminded: number[] = [];
	for (let day = 0; day < 40; day++) {
		if (off.includes(day)) continue;
		const morning = began.plus({ days: day }).set({ hour: 8, minute: 0, second: 5 });
		const due = dueAt(day === 0 ? began.plus({ seconds: 9 }) : morning, since);
		if (due?.isOver) return { reminded, cancelled: day };
		if (!due || seen.has(remembered(due))) continue;
		seen.add(remembered(due));
		reminded.push(day);
	}
	return { reminded };
}

const AS_SET = { reminded: [3, 7, 14], cancelled: 30 };

it.each([
	['in the morning', '2026-11-02T08:00'],
	['by hand, later in the day', '2026-11-02T08:40'],
	['a minute before midnight', '2026-11-02T23:59'],
	['right after midnight', '2026-11-02T00:00'],
])('the days are those of the calendar if the first run is %s', (_, first) => {
	expect(month({ first, zone: 'Europe/Berlin' })).toEqual(AS_SET);
});

it.each([
	['forward', 'Europe/Berlin', '2027-03-26T08:00'],
	['forward', 'Europe/Berlin', '2027-03-26T23:30'],
	['back', 'Europe/Berlin', '2026-10-23T00:10'],
	['back', 'Europe/Berlin', '2026-10-23T23:30'],
	['forward', 'America/New_York', '2027-03-12T08:00'],
	['forward', 'America/New_York', '2027-03-12T23:30'],
	['back', 'America/New_York', '2026-10-30T00:10'],
	['back', 'America/New_York', '2026-10-30T23:30'],
	// Here the first day has no midnight.
	['forward', 'America/Santiago', '2026-09-06T08:00'],
])('they stay so when the clocks go %s in %s (since %s)', (_, zone, first) => {
	expect(month({ first, zone })).toEqual(AS_SET);
});

it.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])(
	'they are those of the workflow, also if its time zone was %s at first',
	(other) => {
		const written = (since: DateTime) => since.setZone(other);

		for (const first of ['2026-11-02T00:10', '2026-11-02T23:30'])
			expect(month({ first, zone: 'America/New_York', written })).toEqual(AS_SET);
	},
);

it.each([
	['is sent on the next day, once', [3], { reminded: [4, 7, 14], cancelled: 30 }],
	['is not sent beside the next one', [3, 4, 5, 6, 7, 8], { reminded: [9, 14], cancelled: 30 }],
	[
		'is not sent with the end, which comes later, too',
		[14, ...Array.from({ length: 16 }, (_, index) => 15 + index)],
		{ reminded: [3, 7], cancelled: 31 },
	],
])('a reminder of a day on which n8n did not run %s', (_, off, expected) => {
	expect(month({ first: '2026-11-02T08:40', zone: 'Europe/Berlin', off })).toEqual(expected);
});

it('nothing is due for a row that somebody gave a day that cannot be read', () => {
	expect(dueAt(tryToParseDateTime('2026-11-02T08:00', 'UTC'), 'last week')).toBeUndefined();
});

it.each(['drafted', 'cancelled'])('nothing is due for an envelope that is %s', (status) => {
	const now = tryToParseDateTime('2026-11-02T08:00', 'UTC');

	expect(dueAt(now, '2026-09-02T08:00Z', 'sent')?.isOver).toBe(true);
	expect(dueAt(now, '2026-09-02T08:00Z', status)).toBeUndefined();
});

const noLongerWaiting = runInNewContext(
	`(($, $input) => {${parameterOf('No Longer Waiting', 'jsCode')}\n})`,
) as ($: object, $input: object) => unknown[];

/** Whether the row of an envelope is removed that was first seen so many days ago, by what the list shows. */
function isForgotten(days: number, shown: object[]): boolean {
	const items: Record<string, object[]> = { Settings: [{ cancelOnDay: 30 }], Envelopes: shown };
	const of = (rows: object[] = []) => rows.map((json) => ({ json }));
	const node = (name: string) => ({ first: () => of(items[name])[0], all: () => of(items[name]) });
	const since = new Date(Date.now() - days * 86_400_000).toISOString();
	const rows = { all: () => of([{ envelopeId: 'A', since }]) };
	return noLongerWaiting(node, rows).length > 0;
}

it.each(['drafted', 'cancelled'])(
	'the days of an envelope that is %s are forgotten at once, whoever did that',
	(status) => {
		expect(isForgotten(0, [{ ID: 'A', status }])).toBe(true);
	},
);

it('the days of an envelope that still waits are never forgotten', () => {
	expect(isForgotten(1_000, [{ ID: 'A', status: 'sent' }])).toBe(false);
});

it('the days of an envelope that the list does not show are kept for a month after the last one', () => {
	const others = [{}, { ID: 'B', status: 'cancelled' }];

	expect([isForgotten(59, others), isForgotten(61, others)]).toEqual([false, true]);
});

import { InputError } from '../../core';

/** An ISO 8601 text, a timestamp, or one of n8n's date objects; a text without a zone is local time. */
export function timeOf(value: unknown, label: string, zone: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const plain = typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
	const time = typeof plain === 'number' ? plain : isoTime(String(plain).trim(), zone);
	if (Number.isFinite(time)) return time;
	throw new InputError(
		`The filter '${label}' is not a date`,
		'Enter a date such as 2026-01-31 or 2026-01-31T08:00:00Z. Nothing was read.',
	);
}

/** ISO 8601 only: the parser alone takes nearly any text for some day. */
function isoTime(text: string, zone: string): number {
	const [, year, month, day, clock = '', offset] =
		/^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/.exec(
			text,
		) ?? [];
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	// A month without that day would become the next month.
	if (date.getUTCDate() !== Number(day)) return NaN;
	const wall = `${year}-${month}-${day}T${clock || '00:00'}`;
	return offset === undefined ? localTime(Date.parse(`${wall}Z`), zone) : Date.parse(wall + offset);
}

const DAY = 86_400_000;

/**
 * The moment at which clocks of the zone show this time (given as if it were UTC). Of a time that
 * occurs twice the first; one that is skipped is read as if the clocks had not been changed yet.
 */
export function localTime(wall: number, zone: string): number {
	if (Number.isNaN(wall)) return NaN;
	const [before, after] = [offsetAt(wall - DAY, zone), offsetAt(wall + DAY, zone)];
	const isAfter =
		offsetAt(wall - before, zone) !== before && offsetAt(wall - after, zone) === after;
	return wall - (isAfter ? after : before);
}

/** How far the zone is ahead of UTC, in milliseconds; only `Intl` knows the zones. */
function offsetAt(moment: number, zone: string): number {
	const second = Math.floor(moment / 1000) * 1000;
	const shown = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		hourCycle: 'h23',
		...{ year: 'numeric', month: 'numeric', day: 'numeric' },
		...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
	}).formatToParts(second);
	const part = (type: string) => Number(shown.find((one) => one.type === type)?.value);
	return (
		Date.UTC(
			...([part('year'), part('month') - 1, part('day')] as const),
			...([part('hour'), part('minute'), part('second')] as const),
		) - second
	);
}

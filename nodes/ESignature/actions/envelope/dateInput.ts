import { tryToParseDateTime } from 'n8n-workflow';

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

/** ISO 8601 only: n8n's parser alone takes nearly any text for some day, the number 5 for the year 5. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-][01]\d:?[0-5]\d)?)?$/;

function isoTime(text: string, zone: string): number {
	const [, year, month, day] = ISO.exec(text)?.map(Number) ?? [];
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	// A month without that day would become the next month.
	if (date.getUTCDate() !== day) return NaN;
	try {
		return tryToParseDateTime(text.replace(' ', 'T'), zone).toMillis();
	} catch {
		return NaN;
	}
}

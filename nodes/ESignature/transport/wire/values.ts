import { readNumber } from './body';

type Four = [number, number, number, number];

/** A box as the contract has it, `[x, y, w, h]`, from whatever way of writing four numbers. */
export function readBox(value: unknown): Four | undefined {
	const parts = partsOf(value).map(readNumber);
	return parts.length === 4 && parts.every((part) => part !== undefined)
		? (parts as Four)
		: undefined;
}

function partsOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value === 'string' && value.length <= 200) {
		return value
			.trim()
			.replace(/^[[(]|[\])]$/g, '')
			.trim()
			.split(/[,;]/)
			.flatMap((part) => part.trim().split(/\s+/));
	}
	const { x, y, w, h, width = w, height = h } = (value ?? {}) as Record<string, unknown>;
	return [x, y, width, height];
}

/** ISO 8601, extended or basic, as far as services write it. */
const ISO =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?)? ?(?:(Z|z|UTC|GMT)|([+-])(\d\d)(?::?(\d\d))?)?$/;
/** How dates stand in headers (RFC 9110, 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .{5,30} GMT$/;

/**
 * A time of the service in milliseconds since 1970, or NaN. The contract says UTC, so a time without a
 * zone is UTC as well: the parser of JavaScript would take it for the local time of this n8n.
 */
export function serviceTime(value: unknown): number {
	if (typeof value === 'number') return fromEpoch(value);
	if (typeof value !== 'string' || value.length > 60) return NaN;
	const text = value.trim();
	if (/^\d{9,19}(?:\.\d{1,9})?$/.test(text)) return fromEpoch(Number(text));
	if (HTTP_DATE.test(text)) return Date.parse(text);
	const found = ISO.exec(text);
	if (!found) return NaN;
	const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = ''] = found;
	const [sign, offsetHours = 0, offsetMinutes = 0] = found.slice(9);
	const time = moment([year, month, day, hour, minute, second].map(Number));
	const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
	// More than three digits: the rest is below a millisecond.
	const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
	return time + milliseconds - (sign === '-' ? -offset : offset);
}

/** A leap second and 24:00 are legal; a thirteenth month or a 31 February would become another day. */
function moment([
	year = 0,
	month = 0,
	day = 0,
	hour = 0,
	minute = 0,
	second = 0,
]: number[]): number {
	if (hour > 24 || minute > 59 || second > 60) return NaN;
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return NaN;
	return date.setUTCHours(hour, minute, second);
}

/** Seconds, milli-, micro- or nanoseconds: told apart by their size, good for the years 1974 to 5000. */
function fromEpoch(number: number): number {
	const size = Math.abs(number);
	if (!Number.isFinite(number)) return NaN;
	if (size < 1e11) return number * 1e3;
	if (size < 1e14) return number;
	return size < 1e17 ? number / 1e3 : number / 1e6;
}

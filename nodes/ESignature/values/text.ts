const MAX_LENGTH = 500;
const CUT = '...';

// Control characters, halves of characters, and the marks that reorder or hide text.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/** Text of the service made safe to show: one line, bounded, without hidden characters. */
export function printable(value: unknown, maxLength = MAX_LENGTH): string {
	if (typeof value !== 'string') return '';
	// Cut first: what follows costs time in proportion to the length.
	const line = value
		.slice(0, maxLength * 2)
		.replace(UNPRINTABLE, ' ')
		.replace(/ {2,}/g, ' ')
		.trim();
	if (line.length <= maxLength) return line;
	return `${line.slice(0, maxLength - CUT.length).replace(UNPRINTABLE, '')}${CUT}`;
}

/**
 * A value that somebody has entered, as an error quotes it. What is inside a list or an object is not shown, since it may
 * be an access code.
 */
export function quoted(value: unknown, maxLength = 80): string {
	if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
	return `'${printable(String(value), maxLength)}'`;
}

/** Ends a sentence that says what an input must be: `, not 'abc'`. */
export const butIs = (value: unknown, maxLength?: number): string =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
		? ', but it is empty'
		: `, not ${quoted(value, maxLength)}`;

const MAX_LISTED = 10;

/** A few of the values that would fit, quoted. */
export const quotedList = (values: readonly unknown[]): string =>
	[
		...values.slice(0, MAX_LISTED).map((value) => quoted(value)),
		...(values.length > MAX_LISTED ? ['...'] : []),
	].join(', ');

/**
 * A text that means the same where n8n reads it as HTML (descriptions, toasts) and where it does not (JSON, logs, other
 * nodes): the brackets of tags become characters that look alike.
 */
export const withoutMarkup = (text: string): string =>
	text.includes('<') ? text.replaceAll('<', '\u2039').replaceAll('>', '\u203a') : text;

/** With commas between thousands. `toLocaleString` would load the rules of every language first, which takes 20 ms. */
export const withCommas = (count: number): string =>
	count < 1_000 || !Number.isInteger(count)
		? String(count)
		: `${withCommas(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, '0')}`;

/** A count and its noun, which is given in the plural: `2 seconds`, `1 second`, `1,000 IDs`. */
export const quantity = (count: number, things: string): string =>
	`${withCommas(count)} ${count === 1 ? things.replace(/ies$/, 'y').replace(/s$/, '') : things}`;

/**
 * In alphabetical order, as n8n lists things. The texts are English and ours; `localeCompare` would first load the rules of every language
 * (see `withCommas`).
 */
export function sorted<Entry extends object>(entries: Entry[], by = 'name'): Entry[] {
	const text = (entry: Entry) => String((entry as Record<string, unknown>)[by]).toLowerCase();
	return [...entries].sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

import { Redaction } from './redaction';

const LONGEST = 500;
const CUT = '...';

// Control characters, halves of characters, and the marks that reorder or hide text.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/** Text of the service made safe to show: one line, bounded, without hidden characters. */
export function printable(value: unknown, longest = LONGEST): string {
	if (typeof value !== 'string') return '';
	// Cut first: what follows costs time in proportion to the length.
	const line = value
		.slice(0, longest * 2)
		.replace(UNPRINTABLE, ' ')
		.replace(/ {2,}/g, ' ')
		.trim();
	if (line.length <= longest) return line;
	return `${line.slice(0, longest - CUT.length).replace(UNPRINTABLE, '')}${CUT}`;
}

/**
 * A text that means the same where n8n reads it as HTML (descriptions, toasts: links and bold work there,
 * and tags it does not know vanish with what they say) and where it does not (JSON, logs, other nodes).
 * Escaped, `&lt;` would stand in the latter, and a hidden character behind `<` does not keep n8n from
 * taking it for a tag: so the brackets become some that look alike.
 */
export const withoutMarkup = (text: string): string =>
	text.includes('<') ? text.replaceAll('<', '\u2039').replaceAll('>', '\u203a') : text;

// Built once and added to as the list grows: a list is looked up in for each text that is shown.
const redactions = new WeakMap<readonly string[], Redaction>();

/** The text without the given secrets, should a service ever echo one, whole or cut at the end. */
export function without(secrets: readonly string[], text: string): string {
	const redaction =
		redactions.get(secrets) ?? new Redaction((secret) => printable(secret, Infinity));
	redactions.set(secrets, redaction);
	redaction.learn(secrets);
	return redaction.hideIn(text, CUT);
}

const LONGEST = 500;

// Control characters, and the marks that reorder or hide text in a terminal or an editor.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Text of the service made safe to show: one line, bounded, without hidden characters. */
export function printable(value: unknown, longest = LONGEST): string {
	if (typeof value !== 'string') return '';
	// Cut first: what follows costs time in proportion to the length.
	const line = value
		.slice(0, longest * 2)
		.replace(UNPRINTABLE, ' ')
		.replace(/ {2,}/g, ' ')
		.trim();
	return line.length > longest ? `${line.slice(0, longest - 3)}...` : line;
}

/** The same text without the given secrets, should a service ever echo one. */
export function without(secrets: readonly string[], text: string): string {
	return secrets
		.filter((secret) => secret.length >= 4)
		.reduce((result, secret) => result.split(secret).join('[hidden]'), text);
}

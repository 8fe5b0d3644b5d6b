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

/** The text without the given secrets, should a service ever echo one, whole or cut at the end. */
export function without(secrets: readonly string[], text: string): string {
	return secrets
		.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
		.filter((secret) => secret.length >= 4)
		.sort((a, b) => b.length - a.length)
		.reduce((result, secret) => withoutTail(secret, result.split(secret).join('[hidden]')), text);
}

/** A text that was cut may end with the beginning of a secret. */
function withoutTail(secret: string, text: string): string {
	if (!text.endsWith(CUT)) return text;
	const kept = text.slice(0, -CUT.length);
	for (let length = Math.min(secret.length - 1, kept.length); length >= 4; length--) {
		if (kept.endsWith(secret.slice(0, length))) return `${kept.slice(0, -length)}[hidden]${CUT}`;
	}
	return text;
}

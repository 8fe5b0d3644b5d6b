/** What services put in place of a sign or a blank that they do not want. */
const STAND_IN = /^[ _-]$/;
/** Anything but a plain letter or digit. */
const SIGN = /^[^a-z0-9]$/u;
/** Signs that are written differently, but read the same. */
const ALIKE = [
	/^\p{Pd}$/u,
	/^["\u201c\u201d\u201e\u00ab\u00bb]$/,
	/^['`\u2018\u2019\u201a\u00b4]$/,
];

/**
 * Whether a text of the service is the one that a change asked for. The text before the change may have been
 * almost the same, so that only what no change can be is passed over: case, blanks, and signs that the
 * service does not want, each with another one in its place.
 */
export function sameWords(sent: string, held: unknown): boolean {
	if (typeof held !== 'string') return false;
	const [wanted, shown] = [signsOf(sent), signsOf(held)];
	return (
		wanted.length === shown.length &&
		wanted.every((sign, at) => sign === shown[at] || standsFor(sign, shown[at] ?? ''))
	);
}

const signsOf = (text: string): string[] => [
	...text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim(),
];

const standsFor = (sign: string, held: string): boolean =>
	(SIGN.test(sign) && STAND_IN.test(held)) ||
	ALIKE.some((kind) => kind.test(sign) && kind.test(held));

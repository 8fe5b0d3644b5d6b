/** What a part of an authentication, as the service shows it, tells about the one that was sent. */
export type ShownPart = 'same' | 'other' | 'hidden';

/** Signs that stand for what is not shown. */
const MASK = /[*#\u00b7\u2022\u2026\u2217\u22c5\u25cb\u25cf]+|x{3,}|\.{3,}/iu;
/** Words that stand for it. */
const WORD = /^\W*(hidden|masked|redacted|secret|protected|encrypted|hashed|set|null)\W*$/i;
/** A digest or a cipher that says what it is. */
const LABELLED =
	/^(\$\w+\$|\{\w+\}|(sha|md|bcrypt|scrypt|argon|pbkdf|enc|hash|hmac|aes|v\d)\w*[:$])/i;
const HEX = /^[0-9a-f]{32,}$/i;
const BASE64 = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/]{20,}={0,2}$/;
/** A reference to where it is kept. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const written = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/**
 * One part: a code, a country code or a phone number. A service may leave it out, mask or encode it, or
 * write a phone number in another way. What it shows in the clear must be what was sent.
 */
export function shownPart(key: string, wanted: string, shown: unknown): ShownPart {
	// Something that is no text, such as `true`, tells that there is one, but not which.
	if (typeof shown !== 'string' && typeof shown !== 'number') return 'hidden';
	const text = String(shown).trim();
	if (text === '' || WORD.test(text)) return 'hidden';
	const isPhone = key !== 'accessCode';
	if (MASK.test(text) && text !== wanted.trim()) return masked(text, wanted, isPhone);
	if (isPhone) return key === 'countryCode' ? country(wanted, text) : phone(wanted, text);
	if (written(text) === written(wanted) || isEncoded(text, wanted)) return 'same';
	// As a number it has lost the zeros at its beginning.
	if (typeof shown === 'number' && Number(wanted) === shown) return 'same';
	const looksEncoded = [LABELLED, HEX, BASE64, UUID].some(
		(form) => form.test(text) && !form.test(wanted),
	);
	return looksEncoded ? 'hidden' : 'other';
}

/** What is left of a masked text must be the beginning and the end of what was sent. */
function masked(text: string, wanted: string, isPhone: boolean): ShownPart {
	const parts = text.split(MASK);
	const [head, tail] = [parts[0] ?? '', parts.at(-1) ?? ''].map((part) =>
		isPhone ? part.replace(/\D/g, '') : written(part),
	) as [string, string];
	const whole = isPhone ? wanted.replace(/\D/g, '') : written(wanted);
	// A phone number may begin with its country code, and words may stand beside a mask.
	const begins = isPhone || /\s/.test(text) || whole.startsWith(head);
	const ends = (!isPhone && /\s/.test(text)) || whole.endsWith(tail);
	return begins && ends ? 'hidden' : 'other';
}

const isEncoded = (text: string, wanted: string): boolean =>
	['base64', 'base64url', 'hex'].some((form) => {
		const encoded = Buffer.from(wanted).toString(form as BufferEncoding);
		return text === encoded || (form === 'hex' && text.toLowerCase() === encoded);
	});

/** Digits without the zeros that stand for "another place". */
const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');

function country(wanted: string, shown: string): ShownPart {
	// Another service may name the country instead.
	if (digits(shown) === '') return 'hidden';
	return digits(shown) === digits(wanted) ? 'same' : 'other';
}

/** It may be shown with its country code, of which there are up to four digits. */
function phone(wanted: string, shown: string): ShownPart {
	const [sent, held] = [digits(wanted), digits(shown)];
	if (held === '') return 'hidden';
	const before = held.length - sent.length;
	return held === sent || (before > 0 && before <= 5 && held.endsWith(sent)) ? 'same' : 'other';
}

import { plain } from '../rowKeys';

/**
 * How surely something that we do not know was meant to protect a signer. `surely`: not even a row that
 * says "none" may have it. `perhaps`: a row must say what it means by it.
 */
export type Meant = 'surely' | 'perhaps' | 'not';

/** A whole word of a key. */
const SURE_WORD =
	/^(code|pin|otp|totp|mfa|2fa|pwd|secret|pass|auth|authentication|authenticator)s?\d*$|^(pass|key)(code|word|phrase|wd|key)s?\d*$|^(pin|access|auth|security|sign|signing|signer|signature|verification|unlock|login|sms)codes?\d*$/;
/** What stands before `code`: a postal code is none, an access code is one. */
const SURE_BEFORE_CODE =
	/^(access|auth\w*|security|sign\w*|verif\w*|unlock|login|sms|secret|pin|participant|user|recipient)$/;
/** A part of a word is enough. */
const PERHAPS =
	/code|phone|mobile|sms|passwor|kennwort|secur|verif|credential|protect|login|challenge|^(auth(?!or(ity|s)?$)|pass(word|phrase|code)|proof|proofs|token|identification)/;
/** Codes of another kind, of which address lists are full. */
const OTHER_CODE =
	/^(post|postal|zip|area|dial|country|state|region|city|cost|tax|vat|currency|language|locale|product|item|order|project|department|customer|account|bank|sort|swift|iso|promo|discount|coupon|source|bar|qr|colou?r)(codes?\d*)?$/;
/** Values that name a method, whatever their key is called. */
const SURE_VALUE = /^access(code|pin|password)$/;
const PERHAPS_VALUE = /^(sms|smscode|code|pin|otp|passcode|password|secret)$/;

const MOST_DEPTH = 6;

/** What a key and its value may have meant, the most certain first. */
export function meantAsProof(key: string, value: unknown, depth = 0): Meant {
	if (isNothing(value) || depth > MOST_DEPTH) return 'not';
	const inside =
		typeof value === 'object' && value !== null
			? Object.entries(value).map(([name, each]) => meantAsProof(name, each, depth + 1))
			: [ofValue(value)];
	return most([ofKey(key), ...inside]);
}

function ofKey(key: string): Meant {
	const words = wordsIn(key);
	const isSure = words.some(
		(word, at) =>
			SURE_WORD.test(word) &&
			// `code` alone, or together with a word that tells what it is for.
			(!/^codes?\d*$/.test(word) || at === 0 || SURE_BEFORE_CODE.test(words[at - 1] ?? '')),
	);
	if (isSure || SURE_WORD.test(plain(key))) return 'surely';
	const isOther = (word: string, at: number) =>
		/codes?\d*$/.test(word) &&
		OTHER_CODE.test(/^codes?\d*$/.test(word) ? (words[at - 1] ?? '') : word);
	return words.some((word, at) => PERHAPS.test(word) && !isOther(word, at)) ? 'perhaps' : 'not';
}

function ofValue(value: unknown): Meant {
	if (typeof value !== 'string' || value.length > 40) return 'not';
	if (SURE_VALUE.test(plain(value))) return 'surely';
	return PERHAPS_VALUE.test(plain(value)) ? 'perhaps' : 'not';
}

/** Nothing is given, or it is said that there is nothing. */
const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === false ||
	(typeof value === 'string' && ['', 'none', 'null', 'false'].includes(plain(value)));

const most = (all: Meant[]): Meant =>
	all.includes('surely') ? 'surely' : all.includes('perhaps') ? 'perhaps' : 'not';

const wordsIn = (key: string): string[] =>
	key
		.slice(0, 100)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

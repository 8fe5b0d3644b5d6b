import { isId, type Authentication, type NewParticipant, type Participant } from '../../api';
import { UserError, look, LOOK_AGAIN_AFTER, plainName, sameId, type Call } from '../../core';

/** What a part of an authentication, as the service shows it, tells about the one that was sent. */
type ShownPart = 'same' | 'other' | 'hidden';

/** Signs that stand for what is not shown. */
const MASK = /[*#\u00b7\u2022\u2026\u2217\u22c5\u25cb\u25cf]+|x{3,}|\.{3,}/iu;
/** Words that stand for it. */
const WORD = /^\W*(hidden|masked|redacted|secret|protected|encrypted|hashed|set|null)\W*$/i;
/** A digest or a cipher that says what it is. */
const LABELLED =
	/^(\$\w+\$|\{\w+\}|(sha|md|bcrypt|scrypt|argon|pbkdf|enc|hash|hmac|aes|v\d)\w*[:$])/i;
const HEX = /^[0-9a-f]{32,}$/i;
const BASE64 = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/]{20,}={0,2}$/;

const written = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/**
 * One part: a code, a country code or a phone number. A service may leave it out, mask or encode it, or
 * write a phone number in another way. What it shows in the clear must be what was sent.
 */
function shownPart(key: string, wanted: string, shown: unknown): ShownPart {
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
	const forms = [LABELLED, HEX, BASE64].map((form) => (one: string) => form.test(one));
	// An ID may be a reference to where it is kept.
	const looksEncoded = [...forms, isId].some((has) => has(text) && !has(wanted));
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

/** Digits without leading zeros (trunk or international prefix). */
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

/**
 * How surely something that we do not know was meant to protect a signer. `surely`: not even a row that
 * says "none" may have it. `perhaps`: a row must say what it means by it.
 */
type Meant = 'surely' | 'perhaps' | 'not';

/** A whole word of a key. */
const SURE_WORD =
	/^(code|pin|otp|totp|mfa|2fa|pwd|secret|pass|auth|authentication|authenticator)s?\d*$|^(pass|key)(code|word|phrase|wd|key)s?\d*$|^(pin|access|auth|security|sign|signing|signer|signature|verification|unlock|login|sms)codes?\d*$/;
/** Passwords in other languages, without accents, as one word. */
const FOREIGN =
	/^(contrasen[iy]?a|contrasenya|motd(e|u)?passe|motpasse|passe|mdp|passwort|kennwort|zugangscode|zugriffscode|zugangspasswort|losungswort|geheim(code|zahl)|senha|palavrapasse|wachtwoord|toegangscode|parol[ae]|haslo|heslo|losenord|atkomstkod|passord|kodeord|kodord|adgangskode|adgangskod|tilgangskode|salasana|tunnusluku|paasukoodi|jelszo|lozinka|geslo|parool|slaptazodis|sifre|parola|kata ?sandi|sandi|matkhau|pinkode|pinkod)s?\d*$|\u043f\u0430\u0440\u043e\u043b|\u5bc6\u7801|\u5bc6\u78bc|\u30cf\u30b9\u30ef\u30fc\u30c8|\u6697\u8a3c|\ube44\ubc00\ubc88\ud638/;
/** `code` and `key` in other languages: as `code`, of which there are many kinds. */
const CODE = /^(code|kode|kod|codigo|codice|codi|cod|clave|koodi|chiave|cle|clef|kood)s?\d*$/;
/** What stands before `code`: a postal code is none, an access code is one. */
const SURE_BEFORE_CODE =
	/^(access|auth\w*|security|sign\w*|verif\w*|unlock|login|sms|secret|pin|participant|user|recipient|acces\w*|acesso|seguri\w*|securite|sicherheits|zugangs|segreto|secreto|firma|assinatura)$/;
/** A part of a word is enough. */
const PERHAPS =
	/code|phone|mobile|sms|passwor|kennwort|secur|verif|credential|protect|login|challenge|^(auth(?!or(ity|s)?$)|pass(word|phrase|code)|proof|proofs|token|identification)/;
/** Codes of another kind, of which address lists are full. */
const OTHER_CODE =
	/^(post|postale?|postaux|pos|pais|pays|paese|producto|produit|produto|prodotto|cliente?|kunden?|barras|barre|barra|fiscale?|insee|naf|ape|comune|ville|zip|area|dial|country|state|region|city|cost|tax|vat|currency|language|locale|product|item|order|project|department|customer|account|bank|sort|swift|iso|promo|discount|coupon|source|bar|qr|colou?r)(codes?\d*)?$/;
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
	const isSure = words.some((word, at) => {
		if (!CODE.test(word)) return SURE_WORD.test(word) || FOREIGN.test(word);
		// Alone, or together with a word that tells what it is for: in other languages that one follows.
		const [before = '', after = ''] = [words[at - 1], words[at + 1]];
		return SURE_BEFORE_CODE.test(before) || (at === 0 && !OTHER_CODE.test(after));
	});
	const whole = words.join('');
	if (isSure || SURE_WORD.test(whole) || FOREIGN.test(whole)) return 'surely';
	const isOther = (word: string, at: number) =>
		/codes?\d*$/.test(word) &&
		(/^codes?\d*$/.test(word)
			? OTHER_CODE.test(words[at - 1] ?? '') || (at === 0 && OTHER_CODE.test(words[1] ?? ''))
			: OTHER_CODE.test(word));
	return words.some((word, at) => PERHAPS.test(word) && !isOther(word, at)) ? 'perhaps' : 'not';
}

function ofValue(value: unknown): Meant {
	if (typeof value !== 'string' || value.length > 40) return 'not';
	if (SURE_VALUE.test(plainName(value))) return 'surely';
	return PERHAPS_VALUE.test(plainName(value)) ? 'perhaps' : 'not';
}

/** Nothing is given, or it is said that there is nothing. */
const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === false ||
	(typeof value === 'string' && ['', 'none', 'null', 'false'].includes(plainName(value)));

const most = (all: Meant[]): Meant =>
	all.includes('surely') ? 'surely' : all.includes('perhaps') ? 'perhaps' : 'not';

const wordsIn = (key: string): string[] =>
	key
		.slice(0, 100)
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		// Letters without their accents.
		.replaceAll('\u0142', 'l')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.normalize('NFKC')
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

/** `other`: the method that was asked for, but with another code or phone number. */
type Shown = 'agrees' | 'contradicts' | 'other' | 'empty' | 'silent';

/** Names by which a service may call a method. An unknown name says nothing: it may be any of them. */
const METHOD_NAMES: Array<[method: string, name: RegExp]> = [
	['none', /^(none|no|off|false|disabled)$/],
	['accesscode', /^(access|pass)?code$|^pin$/],
	['sms', /^sms|^phone/],
];

/**
 * What an answer tells about the authentication that was asked for. It may leave it out, which says nothing;
 * `null` or an object without anything in it stands where one should be.
 */
export function shownProof(wanted: Authentication | undefined, answer: Participant): Shown {
	const { authentication: given }: { authentication?: unknown } = answer;
	if (!wanted) return isEmpty(given) || methodOf(given) === 'none' ? 'agrees' : 'contradicts';
	if (given === undefined) return 'silent';
	if (isEmpty(given)) return 'empty';
	const method = methodOf(given);
	if (method !== undefined && method !== plainName(wanted.type)) return 'contradicts';
	const parts = partsOf(wanted, given);
	if (parts.includes('other')) return 'other';
	return method === undefined ? 'silent' : 'agrees';
}

/** Whether an answer shows all of it, and nothing but what was asked for. */
export const showsAll = (
	{ authentication: wanted }: Pick<NewParticipant, 'authentication'> = {},
	answer: Participant,
): boolean =>
	shownProof(wanted, answer) === 'agrees' &&
	(!wanted || partsOf(wanted, answer.authentication).every((part) => part === 'same'));

const methodOf = (given: unknown): string | undefined => {
	const { type } = Object(given) as { type?: unknown };
	const name = plainName(String(typeof given === 'object' ? (type ?? '') : (given ?? '')));
	return METHOD_NAMES.find(([, names]) => names.test(name))?.[0];
};

const partsOf = (wanted: Authentication, given: unknown): ShownPart[] => {
	const shown = new Map<string, unknown>(Object.entries(Object(given) as object));
	return Object.entries(wanted).flatMap(([key, value]) =>
		key === 'type' ? [] : [shownPart(key, String(value), shown.get(key))],
	);
};

/** Nothing, or something that has nothing in it. */
const isEmpty = (given: unknown): boolean =>
	given === undefined ||
	given === null ||
	given === '' ||
	(typeof given === 'object' && Object.values(given).every(isEmpty));

/**
 * Participants of whom an answer does not show the authentication that was asked for are read again.
 * Somebody who can sign without a code is not what was asked for; where nothing is shown, that is said.
 */
export async function confirmed<Made extends Participant>(
	call: Pick<Call, 'pause'>,
	list: () => Promise<Participant[]>,
	wanted: Array<Pick<NewParticipant, 'authentication'>>,
	made: Made[],
): Promise<Array<Made & { warnings?: string[] }>> {
	const proof = (at: number, answer: Participant) => {
		const asked = wanted[at]?.authentication;
		return asked ? shownProof(asked, answer) : 'agrees';
	};
	if (made.every((one, at) => proof(at, one) === 'agrees')) return made;
	const found = (items: Participant[]) =>
		made.map((one) => items.find(({ ID }) => sameId(ID, one.ID)));
	// A list that lags behind may still show what was before.
	const isSettled = (listed: Participant[]) =>
		found(listed).every((one, at) => !one || !isOdd(proof(at, one))) || undefined;
	const { last } = await look(call, list, isSettled, [0, ...LOOK_AGAIN_AFTER]);
	const again = last ? found(last) : [];
	return made.map((one, at) => {
		const first = proof(at, one);
		const listed = again[at];
		const second = listed ? proof(at, listed) : undefined;
		if (first === 'agrees' && !(second && isWrong(second))) return one;
		const isShown =
			listed && (first === 'other' ? showsAll(wanted[at], listed) : second === 'agrees');
		if (isShown) return { ...one, authentication: listed.authentication };
		// An empty authentication in the first answer counts as none if the list does not mention it either.
		const isNone = isOdd(second) || (first === 'empty' && listed && !('authentication' in listed));
		if (isWrong(first) || isNone) throw unprotected(one);
		return { ...one, warnings: [NOT_SHOWN] };
	});
}

const isWrong = (shown?: Shown): boolean => shown === 'contradicts' || shown === 'other';
const isOdd = (shown?: Shown): boolean => isWrong(shown) || shown === 'empty';

const NOT_SHOWN =
	'The service does not show which authentication this participant has. Check it before you rely on it.';

const unprotected = ({ ID }: Participant) =>
	new UserError(
		'The service does not show the authentication that was requested',
		`It is not known whether the participant ${ID} can sign without a code, or with a different code. Check the participant before the envelope is sent. If the authentication is wrong, set it again with the 'Update' operation, and contact the service's support team.`,
		{ outcome: 'unknown' },
	);

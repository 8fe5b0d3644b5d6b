import { plain } from '../rowKeys';

/**
 * How surely something that we do not know was meant to protect a signer. `surely`: not even a row that
 * says "none" may have it. `perhaps`: a row must say what it means by it.
 */
export type Meant = 'surely' | 'perhaps' | 'not';

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
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		// Letters without their accents.
		.replaceAll('\u0142', 'l')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.normalize('NFKC')
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

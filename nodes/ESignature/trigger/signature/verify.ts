import { createHash, timingSafeEqual } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Parameters } from './structuredFields';
import { REASONS } from '../texts/texts';
import { Fields, headerOf, signatureBase, type Base, type Message, type Target } from './message';
import {
	coversDigest,
	coversEnough,
	digestsOf,
	hasItsLength,
	isWellFormed,
	keyIdOf,
	Matching,
	names,
	signaturesOf,
	usesOurAlgorithm,
	type Digests,
	type Places,
	type Signature,
	type Verdict,
} from './signatures';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Digests have one length, so that comparing them tells nothing about the secret's. */
export const verifySharedSecret = (given: string, secret: string): Verdict =>
	timingSafeEqual(digest(given), digest(secret))
		? { authentic: true, late: false }
		: refused('the secret header has another value', REASONS.otherSecret);

/** What a credential knows about whoever signs. */
export interface EventSender {
	/** The bytes that may have been used as the key, the likeliest first. */
	keys: readonly Buffer[];
	/** What `keyid` says, as a rule. Only a matching signature proves anything. */
	ids: readonly string[];
}

/** Whatever decodes to fewer bytes is a short text that happens to look encoded. */
const SHORTEST_DECODED = 16;

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The application signs with its own secret unless the credential names another one. Services differ in
 * whether the secret that they show is the key or spells it, so both are tried, as it stands first.
 */
export function senderOf(credentials: ICredentialDataDecryptedObject): EventSender | undefined {
	const typed = [credentials.webhookSecret, credentials.clientSecret].map(asText);
	// Pasted values often carry a space or a line break at the end.
	const secrets = unique(typed.flatMap((secret) => [secret.trim(), secret])).filter(
		(secret) => secret.trim() !== '',
	);
	if (secrets.length === 0) return undefined;
	const ids = [credentials.webhookKeyId, credentials.clientId].map((id) => asText(id).trim());
	return {
		keys: [...secrets.map((secret) => Buffer.from(secret)), ...secrets.flatMap(decoded)],
		ids: unique(ids).filter(Boolean),
	};
}

const unique = (texts: string[]): string[] => [...new Set(texts)];

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;
const HEX = /^[0-9A-Fa-f]+$/;

function decoded(secret: string): Buffer[] {
	const isHex = HEX.test(secret) && secret.length % 2 === 0;
	const isBase64 = BASE64.test(secret) || BASE64URL.test(secret);
	return [
		// Node reads both alphabets under one name.
		...(isBase64 ? [Buffer.from(secret, 'base64')] : []),
		...(isHex ? [Buffer.from(secret, 'hex')] : []),
	].filter(({ length }) => length >= SHORTEST_DECODED);
}

/** The client secret is no substitute: it would have to be written down wherever the header is added. */
export const sharedSecret = (credentials: ICredentialDataDecryptedObject): string | undefined =>
	asText(credentials.webhookSecret).trim() || undefined;

export interface Clock {
	/** Milliseconds since 1970. */
	now: number;
	/** How far a signature may lie in the past or the future, in milliseconds. */
	window: number;
}

/**
 * Whether a valid signature was made too long ago, too far ahead, or has expired. Only what is signed
 * counts: `created`, or else a covered `Date`. A signature without any time is never late.
 */
export function isLate(
	parameters: Parameters,
	signedDate: string | undefined,
	{ now, window }: Clock,
): boolean {
	const created = seconds(parameters, 'created') ?? httpDate(signedDate);
	const expires = seconds(parameters, 'expires');
	if (expires !== undefined && now > expires) return true;
	return created !== undefined && Math.abs(now - created) > window;
}

function seconds(parameters: Parameters, name: string): number | undefined {
	const bare = parameters.get(name);
	return bare?.type === 'integer' ? bare.value * 1000 : undefined;
}

function httpDate(text: string | undefined): number | undefined {
	const time = text === undefined || text.length > 64 ? NaN : Date.parse(text);
	return Number.isNaN(time) ? undefined : time;
}

/** What a message shows without any key: its signatures and digests, or a verdict that no key can change. */
type Inspected = { signatures: Signature[]; digests: Digests } | Verdict;

export function inspect(message: Message): Inspected {
	const signatures = signaturesOf(message);
	if (signatures.length === 0) {
		const isSigned = ['signature', 'signature-input'].some((name) => headerOf(message, name));
		return isSigned
			? refused('it carries no readable signature', REASONS.incomplete)
			: { authentic: false, cause: 'it is not signed' };
	}
	const digests = digestsOf(message.content, headerOf(message, 'content-digest') ?? '');
	if (digests.wrong) {
		return refused('the digest is not that of the body', REASONS.changedBody);
	}
	if (!signatures.some(hasItsLength)) {
		return refused('no signature has the right length', REASONS.mismatch);
	}
	return signatures.some(coversEnough) ? { signatures, digests } : { undecided: REASONS.coverage };
}

/** Whether all signatures of a message are late, should they be genuine. */
export const areLate = (
	signatures: readonly Signature[],
	message: Message,
	clock: Clock,
): boolean =>
	signatures.every(({ covered }) =>
		isLate(
			covered.parameters,
			names(covered).includes('date') ? headerOf(message, 'date') : undefined,
			clock,
		),
	);

/** Far above what proxies add. Those that name our key come first. */
const MOST_SIGNATURES = 100;

/**
 * Verifies a signed request (RFC 9421, 3.2). One valid signature is enough: while keys change, a sender
 * may sign with both.
 */
export function verifySignature(
	message: Message,
	places: Places,
	sender: EventSender,
	clock: Clock,
	inspected: Inspected = inspect(message),
): Verdict {
	if (!('signatures' in inspected)) return inspected;
	const { signatures, digests } = inspected;
	const isNamed = namedBy(sender);
	// The likeliest first: the others may be many.
	const sorted = [...signatures].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
	const fields = new Fields(message);
	const lists = new Fields(message, 'list');
	const bases = sorted.slice(0, MOST_SIGNATURES).map((signature) => ({
		signature,
		base: signatureBase(signature.covered, fields),
	}));
	const readable = bases
		.flatMap(({ signature, base }) => [
			{ signature, base },
			...(fields.ambiguous > 0
				? [{ signature, base: signatureBase(signature.covered, lists) }]
				: []),
		])
		.filter((one): one is Readable => one.base !== undefined);
	const matching = new Matching(sender.keys);
	const signedFor = (targets: () => Iterable<Target>) =>
		readable.filter(({ signature, base }) => matching.fits(signature.value, base, targets()));

	const ours = signedFor(() => places.own).map(({ signature }) => signature);
	if (ours.length > 0) return judged(ours, message, digests, clock);
	if (signedFor(places.claimed).length > 0) return { undecided: REASONS.otherAddress };
	if (matching.isExhausted || sorted.length > MOST_SIGNATURES) {
		return { undecided: REASONS.tooMuch };
	}
	const unknown = places.open?.();
	if (unknown !== undefined) return { undecided: unknown };
	const open = bases.filter(({ base }) => !base).some(({ signature }) => mayBeOurs(signature));
	// Of several such fields each may be of another kind.
	if (open || fields.ambiguous > 1) return { undecided: REASONS.components };
	if (signatures.some((one) => isNamed(one) && !usesOurAlgorithm(one))) {
		return { undecided: REASONS.algorithm };
	}
	return refused('no signature matches', REASONS.mismatch);

	function mayBeOurs(signature: Signature): boolean {
		return usesOurAlgorithm(signature) || isNamed(signature);
	}
}

interface Readable {
	signature: Signature;
	base: Base;
}

/** Whether a signature names one of the sender's keys, or none at all. */
const namedBy =
	({ ids }: Pick<EventSender, 'ids'>) =>
	(signature: Signature): boolean => {
		const keyId = keyIdOf(signature);
		return keyId === undefined || ids.some((id) => id === keyId);
	};

const refused = (cause: string, advice: string): Verdict => ({
	authentic: false,
	cause,
	advice,
});

/** Signatures that match: made by the sender, for this place. Are they good for what we use them for? */
function judged(
	signatures: Signature[],
	message: Message,
	digests: Digests,
	clock: Clock,
): Verdict {
	const faults = signatures.map((signature) => faultOf(signature, digests));
	const valid = signatures.filter((_, at) => faults[at] === undefined);
	if (valid.length === 0) return { undecided: faults[0] as string };
	return { authentic: true, late: areLate(valid, message, clock) };
}

function faultOf(signature: Signature, digests: Digests): string | undefined {
	if (!isWellFormed(signature)) return REASONS.parameters;
	if (!usesOurAlgorithm(signature)) return REASONS.algorithm;
	if (!coversEnough(signature)) return REASONS.coverage;
	return coversDigest(signature, digests) ? undefined : REASONS.digest;
}

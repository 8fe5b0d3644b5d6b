import { createHash, createHmac, timingSafeEqual } from 'crypto';

import { headerOf, signatureBase, type SignatureBase, type SignedRequest } from './signatureBase';
import { readDictionary, type InnerList, type Parameters } from './structuredFields';

export type Verdict =
	/** Signed with the key, for one of the addresses. The times are those that the signature proves. */
	| { result: 'valid'; created?: Date; expires?: Date }
	/** There is no signature at all. */
	| { result: 'missing' }
	| { result: 'invalid'; reason: InvalidReason }
	/** Neither proven nor disproven. */
	| { result: 'unverifiable'; reason: UnverifiableReason };

/**
 * - `malformed`: the headers `Signature` and `Signature-Input` cannot be read, or do not belong together
 * - `content`: the body has another digest than the header says
 * - `mismatch`: no signature was made with the key for one of the addresses
 */
export type InvalidReason = 'malformed' | 'content' | 'mismatch';

/**
 * - `coverage`: the signature does not cover the method, the path and the digest of the body
 * - `algorithm`: it was made by another algorithm than hmac-sha256
 * - `digest`: the key is right, but there is no digest by SHA-256 or SHA-512
 * - `unsupported`: it covers something that the request lacks or that is not supported
 */
export type UnverifiableReason = 'coverage' | 'algorithm' | 'digest' | 'unsupported';

export interface Expected {
	/** The addresses that the request may have been sent to. */
	targets: readonly URL[];
	/** The shared keys that it may have been signed with. */
	keys: ReadonlyArray<string | Buffer>;
}

/** Verifies a signed request (RFC 9421, 3.2). One valid signature is enough. */
export function verify(request: SignedRequest, { targets, keys }: Expected): Verdict {
	const found = readSignatures(request);
	if ('result' in found) return found;
	const signature = found.verifiable.find(({ value, base }) =>
		targets.some((target) => keys.some((key) => isSignedWith(key, base(target), value))),
	);
	if (!signature) {
		if (found.obstacle) return { result: 'unverifiable', reason: found.obstacle };
		return { result: 'invalid', reason: 'mismatch' };
	}
	if (!found.hasDigest) return { result: 'unverifiable', reason: 'digest' };
	return { result: 'valid', ...timesOf(signature.covered, request) };
}

/** What can be said of a request before a key is at hand; undefined if only a key can decide. */
export function precheck(request: SignedRequest): Verdict | undefined {
	const found = readSignatures(request);
	return 'result' in found ? found : undefined;
}

/** A signature that can be compared with a key. */
interface Signature {
	covered: InnerList;
	value: Buffer;
	base: SignatureBase;
}

interface Signatures {
	verifiable: Signature[];
	/** Why another signature of the same request cannot be compared. */
	obstacle?: UnverifiableReason | undefined;
	hasDigest: boolean;
}

/** Senders sign once, or twice while keys change; a request with far more signatures only costs time. */
const MOST_SIGNATURES = 10;

function readSignatures(request: SignedRequest): Signatures | Verdict {
	const [inputs, values] = ['signature-input', 'signature'].map((name) => headerOf(request, name));
	if (!inputs && !values) return { result: 'missing' };
	const pairs = pairsOf(inputs ?? '', values ?? '');
	if (pairs.length === 0) return { result: 'invalid', reason: 'malformed' };
	const digest = checkDigest(request);
	if (digest === 'wrong') return { result: 'invalid', reason: 'content' };

	const verifiable: Signature[] = [];
	let obstacle: UnverifiableReason | undefined;
	if (pairs.length > MOST_SIGNATURES) obstacle = 'unsupported';
	for (const { covered, value } of pairs.slice(0, MOST_SIGNATURES)) {
		const base = signatureBase(covered, request);
		const reason = obstacleOf(covered) ?? (base ? undefined : 'unsupported');
		if (base && !reason) verifiable.push({ covered, value, base });
		else obstacle ??= reason;
	}
	if (verifiable.length === 0 && obstacle) return { result: 'unverifiable', reason: obstacle };
	return { verifiable, obstacle, hasDigest: digest === 'right' };
}

/** What `Signature-Input` describes and `Signature` holds under the same label. */
function pairsOf(inputs: string, values: string): Array<Pick<Signature, 'covered' | 'value'>> {
	const byLabel = readDictionary(values);
	return [...(readDictionary(inputs) ?? [])].flatMap(([label, covered]) => {
		const member = byLabel?.get(label);
		if (!('items' in covered) || !member || !('bare' in member)) return [];
		return member.bare.type === 'bytes' ? [{ covered, value: member.bare.value }] : [];
	});
}

/** RFC 9530, 5: the algorithms that are safe to use, by their names in `crypto`. */
const DIGESTS: Record<string, string> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** Compares the body with its `Content-Digest` (RFC 9530). Digests by other algorithms prove nothing. */
function checkDigest(request: SignedRequest): 'right' | 'wrong' | 'none' {
	const members = readDictionary(headerOf(request, 'content-digest') ?? '') ?? [];
	const known = [...members].filter(([name]) => Object.hasOwn(DIGESTS, name));
	if (known.length === 0) return 'none';
	const areRight = known.every(([name, member]) => {
		if (!('bare' in member) || member.bare.type !== 'bytes') return false;
		const digest = createHash(DIGESTS[name] as string)
			.update(request.body)
			.digest();
		return isEqual(member.bare.value, digest);
	});
	return areRight ? 'right' : 'wrong';
}

const ALGORITHM = 'hmac-sha256';
/** The path, alone or as a part of something larger. */
const WITH_PATH = ['@path', '@request-target', '@target-uri'];
/** RFC 9421, 2.3. */
const PARAMETER_TYPES = {
	created: 'integer',
	expires: 'integer',
	nonce: 'string',
	alg: 'string',
	keyid: 'string',
	tag: 'string',
};

/** Why a signature cannot be relied on, whichever key it was made with. */
function obstacleOf({ items, parameters }: InnerList): UnverifiableReason | undefined {
	const names = items.map(({ bare }) => bare.value);
	// Otherwise a captured request could be changed or sent elsewhere.
	const isCovered =
		names.includes('@method') &&
		names.includes('content-digest') &&
		WITH_PATH.some((name) => names.includes(name));
	if (!isCovered) return 'coverage';
	const hasOtherType = Object.entries(PARAMETER_TYPES).some(
		([name, type]) => (parameters.get(name)?.type ?? type) !== type,
	);
	if (hasOtherType) return 'unsupported';
	return (parameters.get('alg')?.value ?? ALGORITHM) === ALGORITHM ? undefined : 'algorithm';
}

const isSignedWith = (key: string | Buffer, base: string, value: Buffer): boolean =>
	isEqual(value, createHmac('sha256', key).update(base).digest());

const isEqual = (one: Buffer, other: Buffer): boolean =>
	one.length === other.length && timingSafeEqual(one, other);

/** When the signature was made, by its own word or else by a `Date` that it covers, and when it expires. */
function timesOf({ items, parameters }: InnerList, request: SignedRequest) {
	const signedDate = items.some(({ bare }) => bare.value === 'date')
		? new Date(headerOf(request, 'date') ?? '')
		: undefined;
	const isDate = signedDate && !Number.isNaN(signedDate.getTime());
	const created = dateOf(parameters, 'created') ?? (isDate ? signedDate : undefined);
	const expires = dateOf(parameters, 'expires');
	return { ...(created && { created }), ...(expires && { expires }) };
}

function dateOf(parameters: Parameters, name: string): Date | undefined {
	const seconds = parameters.get(name);
	return seconds?.type === 'integer' ? new Date(seconds.value * 1000) : undefined;
}

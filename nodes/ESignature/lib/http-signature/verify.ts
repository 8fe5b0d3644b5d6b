import { createHash, createHmac, timingSafeEqual } from 'crypto';

import { headerOf, signatureBase, type SignatureBase, type SignedRequest } from './signatureBase';
import { readDictionary, type InnerList, type Parameters } from './structuredFields';

export type Verdict =
	/** Signed with a key, for one of the addresses. The times are those that the signature proves. */
	| { result: 'valid'; created?: Date; expires?: Date }
	/** There is no signature. */
	| { result: 'unsigned' }
	/** The body is not the one that the request's digest names. */
	| { result: 'changed' }
	/** Signed, but no known key and address verify it. */
	| { result: 'unverified'; reason: Obstacle };

/**
 * - `malformed`: the headers `Signature` and `Signature-Input` cannot be read, or do not belong together
 * - `digest`: there is no digest by SHA-256 or SHA-512
 * - `coverage`: the signature does not cover the method, the path and the digest of the body
 * - `algorithm`: it was made by another algorithm than hmac-sha256
 * - `unsupported`: it covers something that the request lacks or that is not supported
 * - `mismatch`: it was not made with one of the keys for one of the addresses
 */
export type Obstacle =
	| 'malformed'
	| 'digest'
	| 'coverage'
	| 'algorithm'
	| 'unsupported'
	| 'mismatch';

export interface Expected {
	/** Possible values of the `Host` header. */
	hosts: readonly string[];
	/** Possible paths, with their queries. */
	targets: readonly string[];
	/** Shared secrets. */
	keys: ReadonlyArray<string | Buffer>;
}

/** A signature that can be compared with a key. */
interface Signature {
	covered: InnerList;
	value: Buffer;
	base: SignatureBase;
}

export interface SignedContent {
	request: SignedRequest;
	signatures: Signature[];
	/** Why another signature of the same request cannot be compared. */
	obstacle: Obstacle | undefined;
}

/** Senders sign once, or twice while keys change; a request with far more signatures only costs time. */
const MAX_SIGNATURES = 10;

const unverified = (reason: Obstacle): Verdict => ({ result: 'unverified', reason });

/** The signatures of a request whose body is the one that its digest names; the verdict if no key could change it. */
export function readSignatures(request: SignedRequest): SignedContent | Verdict {
	const [values, inputs] = ['signature', 'signature-input'].map((name) => headerOf(request, name));
	if (!values) return { result: 'unsigned' };
	const digests = digestsOf(request);
	if (digests.some((isRight) => !isRight)) return { result: 'changed' };
	if (digests.length === 0) return unverified('digest');
	const pairs = pairsOf(inputs ?? '', values);
	if (pairs.length === 0) return unverified('malformed');

	const signatures: Signature[] = [];
	let obstacle: Obstacle | undefined;
	if (pairs.length > MAX_SIGNATURES) obstacle = 'unsupported';
	for (const { covered, value } of pairs.slice(0, MAX_SIGNATURES)) {
		const base = signatureBase(covered, request);
		const reason = obstacleOf(covered) ?? (base ? undefined : 'unsupported');
		if (base && !reason) signatures.push({ covered, value, base });
		else obstacle ??= reason;
	}
	if (signatures.length === 0 && obstacle) return unverified(obstacle);
	return { request, signatures, obstacle };
}

/** Verifies the signatures of a request (RFC 9421, 3.2). One valid signature is enough. */
export function verify(
	{ request, signatures, obstacle }: SignedContent,
	{ hosts, targets, keys }: Expected,
): Verdict {
	const addresses = ['https', 'http'].flatMap((scheme) =>
		hosts.flatMap((host) => targets.map((target) => ({ scheme, host, target }))),
	);
	const signature = signatures.find(({ value, base }) =>
		// Addresses differ only in what the signature covers of them.
		[...new Set(addresses.map(base))].some((text) =>
			keys.some((key) => isSignedWith(key, text, value)),
		),
	);
	if (!signature) return unverified(obstacle ?? 'mismatch');
	return { result: 'valid', ...timesOf(signature.covered, request) };
}

/** Joins `Signature-Input` and `Signature` by their labels. */
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

/** Whether each digest in `Content-Digest` (RFC 9530) is that of the body. Those by other algorithms prove nothing. */
function digestsOf(request: SignedRequest): boolean[] {
	const members = readDictionary(headerOf(request, 'content-digest') ?? '') ?? [];
	return [...members].flatMap(([name, member]) => {
		const algorithm = Object.hasOwn(DIGESTS, name) ? DIGESTS[name] : undefined;
		if (!algorithm || !('bare' in member) || member.bare.type !== 'bytes') return [];
		const digest = createHash(algorithm).update(request.body).digest();
		return [isEqual(member.bare.value, digest)];
	});
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
function obstacleOf({ items, parameters }: InnerList): Obstacle | undefined {
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

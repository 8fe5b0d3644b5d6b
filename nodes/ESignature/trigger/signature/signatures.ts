import { createHash, createHmac, timingSafeEqual } from 'crypto';

import {
	readableMembers,
	readDictionary,
	type InnerList,
	type Parameters,
} from './structuredFields';
import { headerOf, type Base, type Message, type Target } from './message';

export type Verdict =
	| { authentic: true; late: boolean }
	/**
	 * Proven: it was not signed with our key, or not like this. The cause is for the log, never for the
	 * answer; the advice is for whoever misses an event, if the request may be the service's.
	 */
	| { authentic: false; cause: string; advice?: string }
	/** Not proven: the reason may lie with us, so the service should send the event again. */
	| { undecided: string };

/** Where this webhook is by n8n's word and the user's; and where the request claims that it is. */
export interface Places {
	own: readonly Target[];
	claimed: () => Iterable<Target>;
	/** Why it may be for us all the same: not every address could be looked at. */
	open?: () => string | undefined;
}

/** RFC 9530, 5: the algorithms that are safe to use, by their names for `crypto`. */
const ALGORITHMS: Record<string, string> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

export interface Digests {
	/** Algorithms whose digest is that of the content. */
	right: string[];
	/** One that is not: the content is another one than the sender's. */
	wrong: boolean;
}

/**
 * Compares a `Content-Digest` (RFC 9530) with the content. Others may stand beside the known
 * algorithms; they prove nothing, whatever they say.
 */
export function digestsOf(content: Buffer, header: string): Digests {
	const known = [...(readDictionary(header) ?? [])].filter(([name]) =>
		Object.hasOwn(ALGORITHMS, name),
	);
	const right = known.filter(([name, member]) => {
		if (!('bare' in member) || member.bare.type !== 'bytes') return false;
		const digest = createHash(ALGORITHMS[name] as string)
			.update(content)
			.digest();
		const { value } = member.bare;
		return value.length === digest.length && timingSafeEqual(value, digest);
	});
	return { right: right.map(([name]) => name), wrong: right.length < known.length };
}

export interface Signature {
	covered: InnerList;
	value: Buffer;
}

const ALGORITHM = 'hmac-sha256';
/** The path, alone or as a part of something larger. */
const TARGETS = ['@path', '@request-target', '@target-uri'];
const TEXTS = ['alg', 'keyid', 'nonce', 'tag'];
const NUMBERS = ['created', 'expires'];

/** What `Signature-Input` describes and `Signature` holds under the same label. */
export function signaturesOf(message: Message): Signature[] {
	const inputs = readableMembers(headerOf(message, 'signature-input') ?? '');
	const values = readableMembers(headerOf(message, 'signature') ?? '');
	return [...inputs].flatMap(([label, covered]) => {
		const value = values.get(label);
		const complete = 'items' in covered && value && 'bare' in value && value.bare.type === 'bytes';
		return complete ? [{ covered, value: value.bare.value as Buffer }] : [];
	});
}

/** What is announced without a value, or is a value that nothing announces: a proxy may drop a header. */
export function incompleteOf(message: Message): Signature[] {
	const inputs = readableMembers(headerOf(message, 'signature-input') ?? '');
	const values = readableMembers(headerOf(message, 'signature') ?? '');
	const announced = [...inputs.values()].filter((member) => 'items' in member);
	if (announced.length > 0) return announced.map((covered) => ({ covered, value: NOTHING }));
	const [value] = [...values.values()].flatMap((member) =>
		'bare' in member && member.bare.type === 'bytes' ? [member.bare.value] : [],
	);
	return value ? [{ covered: { items: [], parameters: new Map() }, value }] : [];
}

const NOTHING = Buffer.alloc(0);

/** The names of the covered components. */
export const names = ({ items }: InnerList): unknown[] => items.map(({ bare }) => bare.value);

export const keyIdOf = ({ covered }: Signature): unknown => covered.parameters.get('keyid')?.value;

/** RFC 9421, 2.3: parameters of the wrong type make a signature invalid. */
export function isWellFormed({ covered: { parameters } }: Signature): boolean {
	const typed = (keys: string[], type: string) =>
		keys.every((name) => (parameters.get(name)?.type ?? type) === type);
	return typed(TEXTS, 'string') && typed(NUMBERS, 'integer');
}

const algorithmOf = (parameters: Parameters): unknown => parameters.get('alg')?.value ?? ALGORITHM;

/** Bytes of a signature by our algorithm, and of the shortest one by another that is in use. */
const LENGTH = 32;
const SHORTEST_OTHER = 48;

/** A signature need not name its algorithm, but its length may show that it is not ours. */
export const usesOurAlgorithm = ({ covered, value }: Signature): boolean =>
	algorithmOf(covered.parameters) === ALGORITHM && value.length < SHORTEST_OTHER;

/** Whether it can be what it says it is. */
export const hasItsLength = (signature: Signature): boolean =>
	!usesOurAlgorithm(signature) || signature.value.length === LENGTH;

/** What must be signed, or a captured request could be changed or sent elsewhere. */
export function coversEnough({ covered }: Signature): boolean {
	const covers = new Set(names(covered));
	return (
		covers.has('@method') &&
		covers.has('content-digest') &&
		TARGETS.some((target) => covers.has(target))
	);
}

/** Whether a digest that is known to be right is among what was signed: the whole field, or that member. */
export const coversDigest = ({ covered }: Signature, { right }: Digests): boolean =>
	covered.items.some(({ bare, parameters }) => {
		if (bare.value !== 'content-digest') return false;
		const key = parameters.get('key');
		return key === undefined ? right.length > 0 : right.some((name) => name === key.value);
	});

/** Comparing costs little, but a hostile request can ask for many comparisons. In bytes to be hashed. */
const MOST_WORK = 3 * 1024 * 1024;
/** What a comparison costs however short its text is. */
const EACH = 1024;

/** Looks for the address and the key for which a signature is right, and does not do so without end. */
export class Matching {
	private work = 0;

	constructor(private readonly keys: readonly Buffer[]) {}

	/** Something was left unexamined, so that nothing is proven by finding nothing. */
	get isExhausted(): boolean {
		return this.work > MOST_WORK;
	}

	/** Whether the value is the signature of the text for one of the addresses, with one of the keys. */
	fits(value: Buffer, base: Base, targets: Iterable<Target>): boolean {
		if (this.isExhausted) return false;
		const seen = new Set<string>();
		for (const target of targets) {
			if (this.isExhausted) return false;
			const text = base(target);
			this.work += text.length + EACH / 8;
			if (seen.has(text)) continue;
			seen.add(text);
			if (this.keys.some((key) => this.isSigned(value, text, key))) return true;
		}
		return false;
	}

	private isSigned(value: Buffer, text: string, key: Buffer): boolean {
		this.work += text.length + EACH;
		if (this.isExhausted) return false;
		const expected = createHmac('sha256', key).update(text).digest();
		return value.length === expected.length && timingSafeEqual(value, expected);
	}
}

import { readDictionary } from '../field/dictionary';
import type { InnerList, Parameters } from '../field/types';
import type { Digests } from './contentDigest';
import { headerOf, type Message } from './message';

export interface Signature {
	covered: InnerList;
	value: Buffer;
}

export const ALGORITHM = 'hmac-sha256';
/** The path, alone or as a part of something larger. */
const TARGETS = ['@path', '@request-target', '@target-uri'];
const TEXTS = ['alg', 'keyid', 'nonce', 'tag'];
const NUMBERS = ['created', 'expires'];

/** What `Signature-Input` describes and `Signature` holds under the same label. */
export function signaturesOf(message: Message): Signature[] {
	const inputs = readDictionary(headerOf(message, 'signature-input') ?? '');
	const values = readDictionary(headerOf(message, 'signature') ?? '');
	if (!inputs || !values) return [];
	return [...inputs].flatMap(([label, covered]) => {
		const value = values.get(label);
		const complete = 'items' in covered && value && 'bare' in value && value.bare.type === 'bytes';
		return complete ? [{ covered, value: value.bare.value as Buffer }] : [];
	});
}

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

export const usesOurAlgorithm = ({ covered }: Signature): boolean =>
	algorithmOf(covered.parameters) === ALGORITHM;

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

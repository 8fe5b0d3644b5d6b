import { createHmac, timingSafeEqual } from 'crypto';

import { readDictionary } from '../field/dictionary';
import type { InnerList, Parameters } from '../field/types';
import { signatureBase } from './base';
import { isDigestOf } from './contentDigest';
import type { Key } from './key';
import { headerOf, type Message } from './message';
import { isLate, type Clock } from './timeWindow';

export type Verdict =
	| { authentic: true; late: boolean }
	/** The cause is for the log, never for the answer. */
	| { authentic: false; cause: string };

interface Signature {
	covered: InnerList;
	value: Buffer;
}

const ALGORITHM = 'hmac-sha256';
/** The path, alone or as a part of something larger. */
const TARGETS = ['@path', '@request-target', '@target-uri'];
const TEXTS = ['alg', 'keyid', 'nonce', 'tag'];
const NUMBERS = ['created', 'expires'];

/**
 * Verifies a signed request (RFC 9421, 3.2) that was sent to one of these addresses. One valid
 * signature is enough: while keys change, a sender may sign with both.
 */
export function verifySignature(
	message: Message,
	targets: readonly URL[],
	key: Key,
	clock: Clock,
): Verdict {
	const signatures = signaturesOf(message);
	if (!signatures) return refused('it carries no readable signature');
	const ours = signatures.filter(({ covered }) => isOurs(covered.parameters, key));
	if (ours.length === 0) return refused('no signature names our key and hmac-sha256');
	const sufficient = ours.filter(({ covered }) => coversEnough(covered));
	if (sufficient.length === 0) return refused('no signature covers method, path and digest');
	const valid = sufficient.filter((signature) => isValid(signature, message, targets, key.secret));
	if (valid.length === 0) return refused('no signature matches');
	if (!isDigestOf(message.content, headerOf(message, 'content-digest') ?? '')) {
		return refused('the digest is not that of the body');
	}
	const late = valid.every(({ covered }) =>
		isLate(
			covered.parameters,
			names(covered).includes('date') ? headerOf(message, 'date') : undefined,
			clock,
		),
	);
	return { authentic: true, late };
}

const refused = (cause: string): Verdict => ({ authentic: false, cause });

/** What `Signature-Input` describes and `Signature` holds under the same label. */
function signaturesOf(message: Message): Signature[] | undefined {
	const inputs = readDictionary(headerOf(message, 'signature-input') ?? '');
	const values = readDictionary(headerOf(message, 'signature') ?? '');
	if (!inputs || !values) return undefined;
	const found = [...inputs].flatMap(([label, covered]) => {
		const value = values.get(label);
		const complete = 'items' in covered && value && 'bare' in value && value.bare.type === 'bytes';
		return complete ? [{ covered, value: value.bare.value as Buffer }] : [];
	});
	return found.length > 0 ? found : undefined;
}

/** RFC 9421, 2.3: parameters of the wrong type make a signature invalid. */
function isOurs(parameters: Parameters, key: Key): boolean {
	const typed = (keys: string[], type: string) =>
		keys.every((name) => (parameters.get(name)?.type ?? type) === type);
	return (
		typed(TEXTS, 'string') &&
		typed(NUMBERS, 'integer') &&
		(parameters.get('alg')?.value ?? ALGORITHM) === ALGORITHM &&
		(parameters.get('keyid')?.value ?? key.id) === key.id
	);
}

const names = ({ items }: InnerList): unknown[] => items.map(({ bare }) => bare.value);

function coversEnough(covered: InnerList): boolean {
	const covers = new Set(names(covered));
	return (
		covers.has('@method') &&
		covers.has('content-digest') &&
		TARGETS.some((target) => covers.has(target))
	);
}

function isValid(
	{ covered, value }: Signature,
	message: Message,
	targets: readonly URL[],
	secret: string,
): boolean {
	return targets.some((target) => {
		const base = signatureBase(covered, message, target);
		if (base === undefined) return false;
		const expected = createHmac('sha256', secret).update(base).digest();
		return value.length === expected.length && timingSafeEqual(value, expected);
	});
}

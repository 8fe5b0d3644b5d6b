import { createHash, timingSafeEqual } from 'crypto';

import { readDictionary } from '../field/dictionary';

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

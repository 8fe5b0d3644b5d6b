import { createHash, timingSafeEqual } from 'crypto';

import { readDictionary } from '../field/dictionary';

/** RFC 9530, 5: the algorithms that are safe to use, by their names for `crypto`. */
const ALGORITHMS: Record<string, string> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/**
 * Whether a `Content-Digest` (RFC 9530) is the one of this content. Others may stand beside the known
 * ones, but there must be one, and none of the known ones may be wrong.
 */
export function isDigestOf(content: Buffer, header: string): boolean {
	const known = [...(readDictionary(header) ?? [])].filter(([name]) =>
		Object.hasOwn(ALGORITHMS, name),
	);
	return (
		known.length > 0 &&
		known.every(([name, member]) => {
			if (!('bare' in member) || member.bare.type !== 'bytes') return false;
			const digest = createHash(ALGORITHMS[name] as string)
				.update(content)
				.digest();
			const { value } = member.bare;
			return value.length === digest.length && timingSafeEqual(value, digest);
		})
	);
}

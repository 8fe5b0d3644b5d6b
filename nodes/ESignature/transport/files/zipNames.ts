import { someOf } from './findings';
import type { Entry } from './zipDirectory';

export const isFolder = ({ name, size }: Pick<Entry, 'name' | 'size'>): boolean =>
	name.at(-1) === 0x2f || (size === 0 && name.at(-1) === 0x5c);

export const namesOf = (entries: Entry[]): string =>
	someOf(entries.map(({ name }) => readable(name)));

/** What is odd about names. It matters to whoever unpacks; nothing is unpacked here. */
export function nameWarnings(entries: Entry[]): string[] {
	const known = new Set<string>();
	const repeated = entries.filter(({ name }) => {
		const bytes = name.toString('latin1');
		return known.has(bytes) || !known.add(bytes);
	});
	const unsafe = entries.filter(
		({ name, otherName }) => isUnsafe(name) || (otherName !== undefined && isUnsafe(otherName)),
	);
	const undecodable = entries.filter(({ name }) => decoded(name) === undefined);
	return [
		...(repeated.length > 0
			? [`Several files have one name, and programs may unpack only one: ${namesOf(repeated)}.`]
			: []),
		...(unsafe.length > 0
			? [`Names that lead out of a folder, or that not every system takes: ${namesOf(unsafe)}.`]
			: []),
		...(undecodable.length > 0
			? [`Names in an old character set, which may look wrong: ${namesOf(undecodable)}.`]
			: []),
	];
}

/** A name that would lead out of the folder into which somebody unpacks, on some system. */
function isUnsafe(bytes: Buffer): boolean {
	// All that is looked for is ASCII, and stands at the same place in every character set.
	const name = bytes.toString('latin1');
	const leadsOut = /^\/|^[a-z]:|\\/i.test(name) || name.split('/').includes('..');
	return leadsOut || name === '' || bytes.some((byte) => byte < 0x20 || byte === 0x7f);
}

/** A name as text, whatever its character set. */
export const readable = (name: Buffer): string => decoded(name) ?? name.toString('latin1');

function decoded(name: Buffer): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(name);
	} catch {
		return undefined;
	}
}

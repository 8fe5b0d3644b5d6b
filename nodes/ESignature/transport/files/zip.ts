import { fewNames, type FileEnds, type Findings } from './fileReader';
import { readDirectory, type Directory, type ZipEntry } from './zipDirectory';

const LOCAL_HEADER_LENGTH = 30;
const MOST_EXPANSION = 1_000;
/** Below this the ratio says little. */
const SMALL = 1024;

/**
 * Reads the directory, never the contents: enough to tell a whole archive from a cut one. A fault is
 * anything that makes the archive unreadable. Two further cases are treated as faults: an empty archive, which proves
 * nothing, and one that would expand more than a thousandfold, which a later step might unpack in memory; no real
 * document compresses that well.
 */
export function readZip(ends: FileEnds): Findings | string {
	const directory = readDirectory(ends);
	if (typeof directory === 'string') return directory;
	const { count, entries, before, behind } = directory;
	if (count === 0) return 'it is empty';
	const around = [
		...(before > 0 ? [`There are ${before} bytes before the archive.`] : []),
		...(behind > 0 ? [`There are ${behind} bytes after the archive.`] : []),
	];
	if (!entries) {
		const unchecked = 'It has so many files that the list of them was not checked.';
		return { entries: count, warnings: [...around, unchecked] };
	}
	const fault = entriesFault(entries, directory);
	if (fault) return fault;
	const files = entries.filter((entry) => !isFolder(entry));
	const filled = files.filter(({ size }) => size > 0);
	return {
		entries: filled.length,
		listed: filled.map(({ name, size, crc }) => ({ name: readable(name), bytes: size, crc })),
		warnings: [...around, ...contentWarnings(files), ...nameWarnings(entries)],
	};
}

function entriesFault(entries: ZipEntry[], { start: end }: Directory): string | undefined {
	if (entries.some(isBomb)) return 'it would unpack to an unreasonable size';
	// Encryption adds some bytes of its own.
	const unequal = ({ stored, encrypted, size, packed }: ZipEntry) =>
		stored && !encrypted && size !== packed;
	if (entries.some(unequal)) return 'its files cannot fit into it';
	let free = 0;
	for (const { start, packed } of [...entries].sort((a, b) => a.start - b.start)) {
		const after = start + LOCAL_HEADER_LENGTH + packed;
		if (start < free || after > end) return 'its files cannot fit into it';
		free = after;
	}
	return undefined;
}

const isBomb = ({ size, packed }: ZipEntry): boolean =>
	size > MOST_EXPANSION * Math.max(packed, SMALL);

function contentWarnings(files: ZipEntry[]): string[] {
	const empty = files.filter(({ size }) => size === 0);
	// Whoever has the password has the evidence; refused, there would be none.
	const locked = files.filter(({ encrypted }) => encrypted);
	return [
		...(empty.length > 0 ? [`Files without content: ${namesOf(empty)}.`] : []),
		...(locked.length > 0
			? [
					`Files that open only with a password, so that their content could not be checked: ${namesOf(locked)}.`,
				]
			: []),
	];
}

const isFolder = ({ name, size }: Pick<ZipEntry, 'name' | 'size'>): boolean =>
	name.at(-1) === 0x2f || (size === 0 && name.at(-1) === 0x5c);

const namesOf = (entries: ZipEntry[]): string =>
	fewNames(entries.map(({ name }) => readable(name)));

/** What is odd about names. It matters to whoever unpacks; nothing is unpacked here. */
function nameWarnings(entries: ZipEntry[]): string[] {
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
			? [
					`Several files share a name, and a program may unpack only one of them: ${namesOf(repeated)}.`,
				]
			: []),
		...(unsafe.length > 0
			? [
					`Names that lead out of the folder, or that some systems do not accept: ${namesOf(unsafe)}.`,
				]
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

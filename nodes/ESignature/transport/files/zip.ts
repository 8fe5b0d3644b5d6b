import type { FileEnds } from './fileEnds';
import { readDirectory, type Directory, type Entry } from './zipDirectory';

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_LENGTH = 30;
const MOST_EXPANSION = 1_000;
/** Below this the ratio says little. */
const SMALL = 1024;

/**
 * Reads the directory, never the contents: enough to tell a whole archive from a cut or a hostile one.
 */
export function zipFault(ends: FileEnds): string | undefined {
	if (ends.head.length < 4 || ends.head.readUInt32LE(0) !== LOCAL_HEADER) return 'it is not a ZIP';
	const directory = readDirectory(ends);
	return typeof directory === 'string' ? directory : directoryFault(directory);
}

/** Names as the directory lists them; none for a file with a fault. */
export function zipNames(ends: FileEnds): string[] {
	const directory = readDirectory(ends);
	return typeof directory === 'string' ? [] : directory.entries.map(({ name }) => name);
}

function directoryFault({ entries, start: end }: Directory): string | undefined {
	if (entries.length === 0) return 'it is empty';
	if (entries.some(({ encrypted }) => encrypted)) return 'it is encrypted';
	const names = new Set(entries.map(({ name }) => name));
	if (names.size !== entries.length) return 'it has two files of the same name';
	const allNames = entries.flatMap(({ name, otherName = '' }) => [name, otherName]);
	if (allNames.some((name) => isDangerous(name))) return 'it has a file with a dangerous name';
	if (entries.some(isBomb)) return 'it would unpack to an unreasonable size';
	if (entries.some(({ stored, size, packed }) => stored && size !== packed)) {
		return 'its files do not fit into it';
	}
	let free = 0;
	for (const { start, packed } of [...entries].sort((a, b) => a.start - b.start)) {
		const after = start + LOCAL_HEADER_LENGTH + packed;
		if (start < free || after > end) return 'its files do not fit into it';
		free = after;
	}
	return undefined;
}

/** A name that would lead out of the folder into which somebody unpacks. */
const isDangerous = (name: string): boolean =>
	/^[/\\]|^[a-z]:|\\|\0/i.test(name) || name.split('/').includes('..');

const isBomb = ({ size, packed }: Entry): boolean =>
	size > MOST_EXPANSION * Math.max(packed, SMALL);

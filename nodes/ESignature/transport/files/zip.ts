import type { FileEnds } from './fileEnds';
import type { Findings } from './findings';
import { readDirectory, type Directory, type Entry } from './zipDirectory';
import { isFolder, nameWarnings, namesOf, readable } from './zipNames';

const LOCAL_HEADER_LENGTH = 30;
const MOST_EXPANSION = 1_000;
/** Below this the ratio says little. */
const SMALL = 1024;

/**
 * Reads the directory, never the contents: enough to tell a whole archive from a cut one. A fault is what
 * makes it unreadable. Two more are none of that: an empty one is evidence of nothing, and one that grows
 * a thousandfold would be unpacked by a later step of the workflow, in memory, while no document that
 * people sign shrinks so far.
 */
export function readZip(ends: FileEnds): Findings | string {
	const directory = readDirectory(ends);
	if (typeof directory === 'string') return directory;
	const { count, entries, before, behind } = directory;
	if (count === 0) return 'it is empty';
	const around = [
		...(before > 0 ? [`There are ${before} bytes before the archive.`] : []),
		...(behind > 0 ? [`There are ${behind} bytes behind the archive.`] : []),
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

function entriesFault(entries: Entry[], { start: end }: Directory): string | undefined {
	if (entries.some(isBomb)) return 'it would unpack to an unreasonable size';
	// Encryption adds some bytes of its own.
	const unequal = ({ stored, encrypted, size, packed }: Entry) =>
		stored && !encrypted && size !== packed;
	if (entries.some(unequal)) return 'its files do not fit into it';
	let free = 0;
	for (const { start, packed } of [...entries].sort((a, b) => a.start - b.start)) {
		const after = start + LOCAL_HEADER_LENGTH + packed;
		if (start < free || after > end) return 'its files do not fit into it';
		free = after;
	}
	return undefined;
}

const isBomb = ({ size, packed }: Entry): boolean =>
	size > MOST_EXPANSION * Math.max(packed, SMALL);

function contentWarnings(files: Entry[]): string[] {
	const empty = files.filter(({ size }) => size === 0);
	// Whoever has the password has the evidence; refused, there would be none.
	const locked = files.filter(({ encrypted }) => encrypted);
	return [
		...(empty.length > 0 ? [`Files without content: ${namesOf(empty)}.`] : []),
		...(locked.length > 0
			? [
					`Files that open with a password only, so nobody could look into them: ${namesOf(locked)}.`,
				]
			: []),
	];
}

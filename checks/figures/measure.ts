import { sources } from '../../test/contract/repository';
import { cyclesOf, folderCyclesOf } from '../../test/contract/arrows';

/** Without __schema__, which npm run docs writes. */
export const shipped = (): Map<string, string> =>
	sources(['nodes', 'credentials'], ['.ts', '.node.json']);

/**
 * The most files that one can still find one's way through, beside one for each operation: those are found by their names,
 * and there are as many as the node offers. Many of the others are the room that reads PDFs.
 */
const MOST_OTHERS = 150;

export interface Figures {
	files: number;
	operations: number;
	medianLines: number;
	cycles: string[];
	folderCycles: string[];
}

/** From the node to n8n's helper, without coming back to a file that was left. */
const LONGEST_WAY = 7;

/** Of the shipped sources: path -> text. */
export function figuresOf(files: Map<string, string>): Figures {
	const lines = [...files.values()].map((text) => text.split('\n').length - 1);
	return {
		files: files.size,
		operations: [...files.keys()].filter((path) => path.endsWith('.operation.ts')).length,
		medianLines: median(lines),
		cycles: cyclesOf(files),
		folderCycles: folderCyclesOf(files),
	};
}

/** How many files each folder of the nodes has, the largest first. */
export function roomsOf(paths: string[]): string[] {
	const rooms = new Map<string, number>();
	for (const path of paths) {
		const room = /^nodes\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? 'beside them';
		rooms.set(room, (rooms.get(room) ?? 0) + 1);
	}
	return [...rooms].sort(([, a], [, b]) => b - a).map(([room, count]) => `${room}: ${count}`);
}

function median(numbers: number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[sorted.length >> 1]];
	return ((low ?? 0) + (high ?? 0)) / 2;
}

/** What is more than it may be, in words. */
export const exceeded = (
	{ files, operations, cycles, folderCycles }: Figures,
	way: readonly string[] = [],
): string[] =>
	[
		way.length > LONGEST_WAY ? `${way.length} visits on the way: at most ${LONGEST_WAY}` : '',
		files - operations > MOST_OTHERS
			? `${files - operations} files beside the operations: at most ${MOST_OTHERS}`
			: '',
		cycles.length > 0 ? 'files import each other in a ring' : '',
		folderCycles.length > 0 ? 'folders import each other' : '',
	].filter((text) => text !== '');

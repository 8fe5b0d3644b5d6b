import { exceeded, figuresOf, roomsOf } from './measure';

interface Report {
	text: string;
	/** 1 if a figure is too large. */
	exitCode: number;
}

const list = (lines: string[]): string => lines.map((line) => `\n    ${line}`).join('');

/** Of sources (path -> text), and of the files on the way of a read. */
export function reportOf(all: Map<string, string>, way: string[]): Report {
	const figures = figuresOf(all);
	const { files, operations, medianLines, cycles, folderCycles } = figures;
	const faults = exceeded(figures, way);
	return {
		text: `Files in nodes/ and credentials/, without previews: ${files}, ${operations} of them operations${list(roomsOf([...all.keys()]))}
Median of their lines: ${medianLines}
Rings of files that import each other: ${cycles.length}${list(cycles)}
Rings of folders that import each other: ${folderCycles.length}${list(folderCycles)}
Files from the node to n8n's request helper, for Envelope > Get: ${new Set(way).size}${list(way)}
${faults.map((fault) => `Too much: ${fault}\n`).join('')}`,
		exitCode: faults.length > 0 ? 1 : 0,
	};
}

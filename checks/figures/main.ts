/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints */
// How large the shipped sources are, and how far it is from the node to n8n. Exit code 1 if a figure is too large.
//
//   npm run figures
import { exceeded, figuresOf, roomsOf, shipped } from './measure';
import { wayOfRead } from './way';

const list = (lines: string[]): string => lines.map((line) => `\n    ${line}`).join('');

async function main(): Promise<void> {
	const all = shipped();
	const figures = figuresOf(all);
	const { files, operations, medianLines, cycles, folderCycles } = figures;
	const way = await wayOfRead();
	const faults = exceeded(figures, way);
	process.stdout.write(
		`Files in nodes/ and credentials/, without previews: ${files}, ${operations} of them operations${list(roomsOf([...all.keys()]))}
Median of their lines: ${medianLines}
Rings of files that import each other: ${cycles.length}${list(cycles)}
Rings of folders that import each other: ${folderCycles.length}${list(folderCycles)}
Files from the node to n8n's request helper, for Envelope > Get: ${new Set(way).size}${list(way)}
${faults.map((fault) => `Too much: ${fault}\n`).join('')}`,
	);
	if (faults.length > 0) process.exitCode = 1;
}

void main();

import { RESOURCES } from '../../nodes/ESignature/actions';
import type { Resource } from '../../nodes/ESignature/core';
import { read } from './repository';

/** Path -> text of each page that has something generated in it. */
export const pages = (): Map<string, string> =>
	new Map([['README.md', filled('README.md', { operations: overview(RESOURCES) })]]);

/** The page with the texts between their markers. */
export function filled(path: string, texts: Record<string, string>): string {
	return Object.entries(texts).reduce((text, [name, part]) => {
		const [start, end] = [`<!-- ${name}, by npm run docs -->`, '<!-- end -->'];
		const from = text.indexOf(start);
		const to = text.indexOf(end, from);
		if (from < 0 || to < 0) throw new Error(`${path} has no place for it: ${start} ${end}`);
		return `${text.slice(0, from + start.length)}\n\n${part}\n\n${text.slice(to)}`;
	}, read(path));
}

/** The names of all operations. */
const overview = (resources: readonly Resource[]): string =>
	table(
		['Resource', 'Operations'],
		resources.map(({ name, operations }) => [
			name,
			Object.values(operations)
				.map((operation) => operation.name)
				.sort((a, b) => a.localeCompare(b, 'en'))
				.join(', '),
		]),
	);

export const table = (head: string[], rows: string[][]): string =>
	[row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

const row = (cells: string[]): string =>
	`|${cells.map((cell) => ` ${cell.replaceAll('|', '\\|')} |`.replace(/^ {2}/, ' ')).join('')}`;

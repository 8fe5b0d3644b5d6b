import { RESOURCES } from '../../nodes/ESignature/actions';
import type { Resource } from '../../nodes/ESignature/core';
import type { Operation } from '../../nodes/ESignature/core/operation';
import { read } from './repository';

/** Path -> text of each page that has something generated in it. */
export const pages = (): Map<string, string> =>
	new Map([
		['README.md', filled('README.md', { operations: overview(RESOURCES) })],
		[
			'docs/operations.md',
			filled(
				'docs/operations.md',
				Object.fromEntries(RESOURCES.map((one) => [`operations: ${one.value}`, described(one)])),
			),
		],
	]);

/** The page with the texts between their markers. */
export function filled(path: string, texts: Record<string, string>, page = read(path)): string {
	return Object.entries(texts).reduce((text, [name, part]) => {
		const [start, end] = [`<!-- ${name}, by npm run docs -->`, '<!-- end -->'];
		const from = text.indexOf(start);
		const to = text.indexOf(end, from);
		if (from < 0 || to < 0) throw new Error(`${path} has no place for it: ${start} ${end}`);
		return `${text.slice(0, from + start.length)}\n\n${part}\n\n${text.slice(to)}`;
	}, page);
}

/** The names of all operations. */
const overview = (resources: readonly Resource[]): string =>
	table(
		['Resource', 'Operations'],
		resources.map(({ name, operations }) => [
			name,
			alphabetical(operations)
				.map((operation) => operation.name)
				.join(', '),
		]),
	);

/** What the operations of one resource do. */
const described = ({ operations }: Resource): string =>
	table(
		['Operation', 'What it does'],
		alphabetical(operations).map(({ name, description }) => [name, description]),
	);

const alphabetical = (operations: Resource['operations']): Operation[] =>
	Object.values(operations).sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const table = (head: string[], rows: string[][]): string =>
	[row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

const row = (cells: string[]): string =>
	`|${cells.map((cell) => ` ${cell.replaceAll('|', '\\|')} |`.replace(/^ {2}/, ' ')).join('')}`;

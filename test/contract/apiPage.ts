import type { Route } from '../../nodes/ESignature/api';
import { read } from './repository';

export interface Row {
	/** The heading that it is below. */
	heading: string;
	/** The first cell of its table; none for an entry of a list. */
	table?: string;
	cells: string[];
}

/** The rows of all tables of a page, and the entries of its lists: what is in front of the colon, and what follows. */
export function rowsOf(path: string): Row[] {
	const sections = read(path).split(/^## /m).slice(1);
	return sections.flatMap((section) => {
		const [heading = '', ...lines] = section.split('\n');
		let table: string | undefined;
		return lines.flatMap((line, at): Row[] => {
			const [, term, text] = /^- (`[^`]+`): (.+)$/.exec(line) ?? [];
			if (term !== undefined && text !== undefined) return [{ heading, cells: [term, text] }];
			if (!line.startsWith('| ')) return [];
			const cells = line
				.slice(2, -1)
				.trim()
				.split(/ *\| */);
			const isHead = lines[at + 1]?.startsWith('|---');
			if (isHead) table = cells[0];
			return isHead ? [] : [{ heading, table, cells }];
		});
	});
}

/** The texts in backticks. */
export const quotedIn = (cell = ''): string[] =>
	[...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** Every endpoint of docs/api.md with the errors that are listed for it. */
export function publishedEndpoints(): Array<{ route: Route; errors: number[] }> {
	return rowsOf('docs/api.md')
		.filter(({ table }) => table === 'Request')
		.map(({ cells }) => ({
			route: quotedIn(cells[0])[0] as Route,
			errors: (cells.at(-1)?.match(/\d{3}/g) ?? []).map(Number),
		}));
}

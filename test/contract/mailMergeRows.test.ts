/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs the code of an example */
import { runInNewContext } from 'node:vm';

import { exampleFile } from '../../host/examples';

interface Row {
	json: { letter: { name: string }; problem: string };
}

type Node = { name: string; parameters: { jsCode?: string; html?: string } };

/** What the example makes of the rows of a spreadsheet, with its own letter or with another one. */
function rowsOf(table: object[], html?: string): Array<Row['json']> {
	const { nodes } = JSON.parse(String(exampleFile('mail-merge.json'))) as { nodes: Node[] };
	const parametersOf = (name: string) => nodes.find((node) => node.name === name)?.parameters;
	const rows = runInNewContext(`(($, $input) => {${parametersOf('Rows')?.jsCode}\n})`) as (
		$: object,
		$input: object,
	) => Row[];
	const node = (name: string) => ({
		first: () => ({ json: { title: 'Employment contract' } }),
		params: { ...parametersOf(name), ...(html !== undefined && { html }) },
	});
	return rows(node, { all: () => table.map((json) => ({ json })) }).map(({ json }) => json);
}

/** The value of a column as the example's letter shows it. */
const shown = (name: string): string => rowsOf([{ reference: 'R-1', name }])[0]?.letter.name ?? '';

const RIGHT = {
	...{ reference: 'R-1', email: 'ada@example.com', name: 'Ada', position: 'Analyst' },
	...{ startDate: '1 February 2027', salary: 52_000 },
};
const problemOf = (row: object, ...others: object[]) => rowsOf([row, ...others])[0]?.problem;

describe('a row is not sent', () => {
	it('unless all is there', () => {
		expect(problemOf(RIGHT)).toBe('');
	});

	it.each<[string, object, string]>([
		['an empty value that the letter uses', { salary: ' ' }, 'The row has no salary.'],
		['letters that are not UTF-8', { name: 'J\ufffdrg' }, "'name' has letters that cannot be read"],
		['an unused column that is not', { 'stra\ufffde': 'x' }, 'Save the file as CSV UTF-8'],
		['a date as Excel stores it', { startDate: 46_419 }, "'startDate' has the number 46419"],
		['one with a time', { startDate: '46419.5' }, 'Format the column as text'],
	])('with %s', (_, wrong, problem) => {
		expect(problemOf({ ...RIGHT, ...wrong })).toContain(problem);
	});

	it('with a cell that Excel leaves out, while others have it', () => {
		const { position, ...row } = RIGHT;

		expect(problemOf(row, { ...RIGHT, reference: 'R-2', position })).toBe(
			'The row has no position.',
		);
	});

	it('without a column that the letter uses', () => {
		const cells = Object.entries(RIGHT).filter(([name]) => name !== 'position');

		expect(problemOf(Object.fromEntries(cells))).toBe(
			"The spreadsheet has no column 'position', but: 'reference', 'email', 'name', 'startDate', 'salary'.",
		);
	});

	it('of a file with other signs between its columns', () => {
		expect(problemOf({ 'reference;email;name': 'R-1;ada@example.com;Ada' })).toBe(
			"The spreadsheet has no column 'reference', but: 'reference;email;name'. Save it with commas between its columns.",
		);
	});
});

it('a letter says itself which columns it uses, and which of them may be empty', () => {
	const row = { reference: 'R-1', email: 'ada@example.com', 'Cost centre': '', note: '' };
	const problem = (html: string) => rowsOf([row], html)[0]?.problem;

	expect(problem(`A letter.name {{ $json.letter.note || '' }} {{ $json.letter.more ?? '' }}`)).toBe(
		'',
	);
	expect(problem(`{{ $json.letter['Cost centre'] }}`)).toBe('The row has no Cost centre.');
	expect(problem('{{ $json.letter.note }}')).toBe('The row has no note.');
});

describe('a number as Excel stores dates', () => {
	const ROW = { reference: 'R-1', email: 'ada@example.com' };
	const problem = (column: string, html = `{{ $json.letter['${column}'] }}`) =>
		rowsOf([{ ...ROW, [column]: 46_419 }], html)[0]?.problem;

	it.each([
		...[
			'date',
			'DATE',
			'Dates',
			'startDate',
			'start_date',
			'startdate',
			'IDDate',
			'date2',
			'dateTime',
		],
		...[
			'date of birth',
			'Datum',
			'Geburtsdatum',
			'fecha',
			'Fecha de inicio',
			'data',
			'Data di nascita',
		],
		'Dato',
	])('is refused in the column %s', (column) => {
		expect(problem(column)).toContain(`The column '${column}' has the number 46419`);
		expect(problem(column, `{{ $json.letter['${column}'] || '' }}`)).toContain('46419');
	});

	it.each([
		...[
			'Mandate',
			'candidateNumber',
			'Kandidatennr',
			'Database ID',
			'mandato',
			'Update',
			'candidate no.',
		],
		...['metadata', 'salary'],
	])('is a number in the column %s', (column) => {
		expect(problem(column)).toBe('');
	});

	it('does not matter in a column that the letter does not use', () => {
		expect(problem('date', 'Dear customer')).toBe('');
	});
});

it.each([
	['nothing', ''],
	['a blank', ' '],
	['a zero width space', '\u200b'],
	['a joiner', '\u200d'],
	['a byte order mark', '\ufeff'],
	['a soft hyphen', '\u00ad'],
	['a variation selector', '\ufe0f'],
	['a filler', '\u3164'],
	['an accent', '\u0301'],
	['a change of direction', '\u202e'],
	['several of them', '\u2060 \u00ad'],
])('no value of a letter becomes a field: two brackets with %s between them', (_, between) => {
	const written = shown(`[${between}[name:1]${between}]`);
	expect(written).not.toMatch(/[[\]]/);
	expect(written).toContain('name:1');
});

it.each(['［［name：1］］', '[［name:1］]', '［\u200b[name:1]\u200b］'])(
	'nor does %s: its brackets may be as wide as Chinese letters',
	(value) => {
		expect(shown(value)).toMatch(/^\(.?\(name[:：]1\).?\)$/);
	},
);

it('nor do the halves of a tag in two values', () => {
	expect(shown('x [')).toBe('x (');
	expect(shown('x ［')).toBe('x (');
	expect(shown('［name：1］］')).toBe('(name：1))');
	expect(shown('[name:1]]')).toBe('(name:1))');
});

it('other values are shown as they are', () => {
	expect(shown('Cost ［EUR］')).toBe('Cost ［EUR］');
	expect(shown('Cost [EUR] a[1] \u0645\u06cc\u200c\u0631\u0648\u0645')).toBe(
		'Cost [EUR] a[1] \u0645\u06cc\u200c\u0631\u0648\u0645',
	);
});

/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs the code of an example */
import { runInNewContext } from 'node:vm';

import { exampleFile } from '../../host/examples';

interface Row {
	json: { letter: { name: string } };
}

/** The value of a column as the example's letter shows it. */
function shown(name: string): string {
	const { nodes } = JSON.parse(String(exampleFile('mail-merge.json'))) as {
		nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
	};
	const code = nodes.find((node) => node.name === 'Rows')?.parameters.jsCode ?? '';
	const rows = runInNewContext(`(($, $input) => {${code}\n})`) as (
		$: object,
		$input: object,
	) => Row[];
	const settings = () => ({ first: () => ({ json: { title: 'Employment contract' } }) });
	const [row] = rows(settings, { all: () => [{ json: { reference: 'R-1', name } }] });
	return row?.json.letter.name ?? '';
}

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

/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- reads the register */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DIALECTS } from '../../../sandbox';

const register = join(__dirname, '..', '..', '..', 'sandbox', 'ASSUMPTIONS.md');
const rows = readFileSync(register, 'utf8').match(/^\| A\d+ \|.*$/gm) ?? [];

it('the register of assumptions gives each number once, so that a reference means one row', () => {
	const numbers = rows.map((row) => /A\d+/.exec(row)?.[0]);
	expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

it('the register of assumptions names every dialect in its last column, and no other', () => {
	const named = rows.flatMap(
		(row) =>
			row
				.split(' | ')
				.at(-1)
				?.match(/`[^`]+`/g) ?? [],
	);
	const known = DIALECTS.map(({ name }) => `\`${name}\``);
	expect([...new Set(named)].sort()).toEqual(known.sort());
});

/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- reads the register */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DIALECTS } from '../../../sandbox';

it('the register of assumptions names every dialect in its last column, and no other', () => {
	const register = join(__dirname, '..', '..', '..', 'sandbox', 'ASSUMPTIONS.md');
	const rows = readFileSync(register, 'utf8').match(/^\| A\d+ \|.*$/gm) ?? [];
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

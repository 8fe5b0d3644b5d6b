/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { DIALECTS } from '../../sandbox';

const MAIN = join(__dirname, '..', '..', 'sandbox', 'main.ts');
const KNOWN =
	'Three options are known: npm run sandbox -- --port 8089 --dialects key-id,gzip (or --seed 42)';
const PORTS = 'Give a number from 0 to 65535.';

it.each([
	[['--prot', '1'], `Unknown option '--prot'\n${KNOWN}`],
	[['--port', '65536'], `--port cannot be '65536'\n${PORTS}`],
	[['--seed', 'x'], "--seed cannot be 'x'\nGive a whole number."],
	[
		['--dialects', 'gzip', '--seed', '1'],
		'--dialects and --seed exclude each other\nA seed draws dialects by itself.',
	],
	[
		['--dialects', 'gzip,klingon'],
		`--dialects cannot have 'klingon'\nKnown are: ${DIALECTS.map(({ name }) => name).join(', ')}.`,
	],
])('says of %j in two lines what is wrong and what is right', (parameters, lines) => {
	const { status, stderr, stdout } = spawnSync(
		process.execPath,
		['--import', 'tsx', MAIN, ...parameters],
		{ encoding: 'utf8' },
	);

	expect({ status, stderr, stdout }).toEqual({ status: 1, stdout: '', stderr: `${lines}\n` });
});

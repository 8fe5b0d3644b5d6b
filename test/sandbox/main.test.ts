/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(__dirname, '..', '..', 'sandbox', 'main.ts');
const KNOWN = 'One option is known: npm run sandbox -- --port 8089';
const PORTS = 'Give a number from 0 to 65535.';

it.each([
	[['--prot', '1'], `Unknown option '--prot'\n${KNOWN}`],
	[['--port', '65536'], `--port cannot be '65536'\n${PORTS}`],
])('says of %j in two lines what is wrong and what is right', (parameters, lines) => {
	const { status, stderr, stdout } = spawnSync(
		process.execPath,
		['--import', 'tsx', MAIN, ...parameters],
		{ encoding: 'utf8' },
	);

	expect({ status, stderr, stdout }).toEqual({ status: 1, stdout: '', stderr: `${lines}\n` });
});

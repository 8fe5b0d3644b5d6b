/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(__dirname, '..', '..', 'sandbox', 'main.ts');
it('ends with an error that says what is wrong and what is right', () => {
	const { status, stderr, stdout } = spawnSync(
		process.execPath,
		['--import', 'tsx', MAIN, '--port', '65536'],
		{ encoding: 'utf8' },
	);

	expect({ status, stderr, stdout }).toEqual({
		status: 1,
		stdout: '',
		stderr: "--port cannot be '65536'\nGive a number from 0 to 65535.\n",
	});
});

/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { environmentOf } from '../../../host/server/environment';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'esignature-environment-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const environment = () =>
	environmentOf(
		{
			folder,
			node: { path: '/opt/node/bin/node', headers: '/opt/node' },
			n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		},
		{ folder: '/data', port: 1, brokerPort: 2 },
	);

it('turns off the modules that this version of n8n has, and names no other', () => {
	for (const name of ['chat-hub', 'insights', 'agents']) {
		mkdirSync(join(folder, 'node_modules', 'n8n', 'dist', 'modules', name), { recursive: true });
	}
	expect(environment().N8N_DISABLED_MODULES).toBe('agents,chat-hub');
});

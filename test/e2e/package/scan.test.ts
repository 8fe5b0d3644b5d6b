/* eslint-disable @n8n/community-nodes/no-restricted-imports -- plants files in a temporary folder */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { node } from '../../contract/command';
import { read } from '../../contract/repository';

describe("n8n's scanner for community packages", () => {
	it('passes the sources and the built package', () => {
		const { code, stdout, stderr } = node(['checks/scan.mjs']);

		expect({ stdout, stderr }).toEqual({
			stdout: 'sources: passed\ntarball: passed\n',
			stderr: '',
		});
		expect(code).toBe(0);
	});

	it('would refuse a planted fault, even behind an inline exception', () => {
		const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-esignature-'));
		mkdirSync(join(folder, 'nodes'));
		writeFileSync(join(folder, 'package.json'), read('package.json'));
		const fault = '/* eslint-disable */\nexport const home = process.env.HOME;\n';
		writeFileSync(join(folder, 'nodes', 'planted.ts'), fault);
		const { code, stdout } = node(['checks/scan.mjs', folder]);
		rmSync(folder, { recursive: true, force: true });

		expect(code).toBe(1);
		expect(stdout).toContain('no-restricted-globals');
	});
});

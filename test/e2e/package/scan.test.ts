import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { command, node } from '../../contract/command';
import { sharedTarball } from '../support/shared';

it("n8n's scanner for community packages passes the sources and the built package", () => {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-esignature-'));
	try {
		command('tar', ['-xzf', sharedTarball(), '-C', folder]);
		const { code, stdout, stderr } = node(['scripts/scan.mjs', join(folder, 'package')]);

		expect({ stdout, stderr }).toEqual({
			stdout: 'sources: passed\ntarball: passed\n',
			stderr: '',
		});
		expect(code).toBe(0);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

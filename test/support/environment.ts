import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One for all test files of this process, as n8n-core itself. */
const root = join(tmpdir(), `n8n-nodes-esignature-${process.pid}`);
let open = 0;

// n8n-core writes its settings as soon as it is loaded, also for a test that never opens an engine.
if (process.env.N8N_USER_FOLDER !== root) {
	process.once('exit', () => rmSync(root, { recursive: true, force: true }));
}
mkdirSync(root, { recursive: true });

// n8n-core reads these while it loads: this file must be imported before it.
Object.assign(process.env, {
	N8N_USER_FOLDER: root,
	N8N_ENCRYPTION_KEY: 'test-harness',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	N8N_LOG_LEVEL: 'silent',
});

/** A folder for one engine; the last one that is removed takes n8n's own files with it. */
export function openFolder(): { path: string; remove: () => void } {
	open += 1;
	mkdirSync(root, { recursive: true });
	const path = mkdtempSync(join(root, 'engine-'));
	return {
		path,
		remove: () => {
			if (!existsSync(path)) return; // closed before
			open -= 1;
			rmSync(open === 0 ? root : path, { recursive: true, force: true });
		},
	};
}

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'n8n-nodes-esignature-';
/** One for all test files of this process, as n8n-core itself. */
const root = join(tmpdir(), `${PREFIX}${process.pid}`);
let open = 0;

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

// n8n-core writes its settings as soon as it is loaded, also for a test that never opens an engine.
if (process.env.N8N_USER_FOLDER !== root) {
	process.once('exit', () => remove(root));
	removeThoseOfKilledProcesses();
}
mkdirSync(root, { recursive: true });

function removeThoseOfKilledProcesses(): void {
	for (const name of readdirSync(tmpdir())) {
		const pid = Number(name.startsWith(PREFIX) && name.slice(PREFIX.length));
		if (pid > 0 && !isRunning(pid)) remove(join(tmpdir(), name));
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		// EPERM: it runs, but is somebody else's.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

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
			remove(open === 0 ? root : path);
		},
	};
}

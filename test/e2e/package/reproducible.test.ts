import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { command } from '../../contract/command';
import { packInto } from '../../contract/package';
import { inRoot } from '../../contract/repository';
import { sharedTarball } from '../support/shared';

/** Read by a build or shipped in the package; no git, and nothing that was built before. */
const SOURCES = [
	'.npmrc',
	'LICENSE',
	'README.md',
	'credentials',
	'icons',
	'nodes',
	'package.json',
	'tsconfig.json',
];

describe('two builds of the same sources', () => {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-esignature-'));
	const copy = join(folder, 'another', 'place');

	beforeAll(() => {
		mkdirSync(copy, { recursive: true });
		for (const path of SOURCES) cpSync(inRoot(path), join(copy, path), { recursive: true });
		symlinkSync(inRoot('node_modules'), join(copy, 'node_modules'), 'junction');
		const { code, stdout, stderr } = command('npm', ['run', 'build'], undefined, copy);
		if (code !== 0) throw new Error(`The copy cannot be built: ${stdout}${stderr}`);
	});

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	const unpacked = (name: string, pack: (into: string) => string) => {
		const into = join(folder, name);
		mkdirSync(into);
		const tarball = pack(into);
		command('tar', ['-xzf', tarball, '-C', into]);
		return { tarball: readFileSync(tarball), unpacked: join(into, 'package') };
	};

	it('give the same tarball, byte for byte', () => {
		const here = unpacked('here', sharedTarball);
		const there = unpacked('there', (into) => packInto(into, copy));

		// Names the files, where the tarballs alone would only be unequal.
		expect(command('diff', ['-rq', here.unpacked, there.unpacked]).stdout).toBe('');
		expect(here.tarball.length).toBeGreaterThan(10_000);
		expect(here.tarball.equals(there.tarball)).toBe(true);
	});
});

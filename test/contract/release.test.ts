/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- packs folders of its own */
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { command } from './command';
import { givenTarball, install, packedPaths, packInto } from './package';
import { read } from './repository';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-esignature-'));
});
afterEach(() => {
	delete process.env.TARBALL;
	rmSync(folder, { recursive: true, force: true });
});

/** A tarball of what is in a folder named `package`. */
function packed(): string {
	const tarball = join(folder, 'given.tgz');
	expect(command('tar', ['-czf', tarball, '-C', folder, 'package']).code).toBe(0);
	return tarball;
}

describe('the tarball that a release names', () => {
	it('is the one that the tests list and install, not one that they pack', () => {
		command('tar', ['-xzf', packInto(folder), '-C', folder]);
		appendFileSync(join(folder, 'package/README.md'), 'Given');
		writeFileSync(join(folder, 'package/stowaway'), '');
		process.env.TARBALL = packed();
		expect(packedPaths()).toEqual(expect.arrayContaining(['README.md', 'stowaway']));

		const installed = install();
		const text = readFileSync(join(installed.directory, 'README.md'), 'utf8');
		installed.remove();
		expect(text).toMatch(/Given$/);
	});

	it('must be there', () => {
		process.env.TARBALL = 'missing.tgz';

		expect(() => givenTarball()).toThrow('missing.tgz');
	});

	it('is nothing at any other time', () => {
		expect(givenTarball('')).toBeUndefined();
		expect(givenTarball(undefined)).toBeUndefined();
	});
});

describe('the last step before a tarball is handed to the job that publishes it', () => {
	const [, script = ''] =
		read('.github/workflows/release.yml').match(
			/- name: It holds what was tested\n(?: {8}.*\n)*? {8}run: \|\n((?: {10}.*\n)+)/,
		) ?? [];

	const FILES = [
		'dist/nodes/a/b.js',
		'dist/credentials/c.js',
		'dist/icons/d.svg',
		'package.json',
		'README.md',
		'LICENSE',
	];

	/** Whether it lets a tarball pass that was made of what is tested, after one of the two was changed. */
	function passes(change: (file: (path: string) => string) => void): boolean {
		const at = (path: string) => join(folder, path);
		for (const path of FILES.flatMap((file) => [file, `package/${file}`])) {
			mkdirSync(dirname(at(path)), { recursive: true });
			writeFileSync(at(path), 'text');
		}
		change(at);
		process.env.TARBALL = packed();
		// As GitHub runs it.
		return command('bash', ['-e', '-c', script], undefined, folder).code === 0;
	}

	it('lets what was tested pass', () => {
		expect(script).toContain('diff');
		expect(passes(() => {})).toBe(true);
	});

	it.each(FILES.flatMap((file) => [file, `package/${file}`]))('sees a change of %s', (path) => {
		expect(passes((at) => appendFileSync(at(path), '.'))).toBe(false);
	});

	it.each(FILES.flatMap((file) => [file, `package/${file}`]))('sees that %s is missing', (path) => {
		expect(passes((at) => rmSync(at(path)))).toBe(false);
	});

	it.each(['dist/nodes/e.js', 'package/dist/nodes/e.js'])('sees the addition of %s', (path) => {
		expect(passes((at) => writeFileSync(at(path), ''))).toBe(false);
	});
});

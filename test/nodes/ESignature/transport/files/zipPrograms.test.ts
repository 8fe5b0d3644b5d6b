/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- has ZIPs made and read by programs that are not ours */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkZip } from '../../../../../nodes/ESignature/transport/files/zip';
import { endsOf } from './archives';

const folder = mkdtempSync(join(tmpdir(), 'zip-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ran = (program: string, ...args: string[]) => {
	const { status } = spawnSync(program, args, { cwd: folder, input: '', timeout: 30_000 });
	return status ?? -1;
};
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const PYTHON = has('python3', '--version');
const INFO_ZIP = has('zip', '-v') && has('unzip', '-v');

const CONTENT = `%PDF-1.7\n${'x'.repeat(3_000)}\n%%EOF\n`;
writeFileSync(join(folder, 'a.pdf'), CONTENT);
writeFileSync(join(folder, 'empty'), '');

/** Each makes `<name>.zip` with two files of content. */
const BY_PYTHON: Record<string, string> = {
	plain: "z.writestr('a.pdf', c); z.writestr('b.pdf', c)",
	duplicates: "z.writestr('Contract.pdf', c); z.writestr('Contract.pdf', c)",
	odd: "z.writestr('A: annex.pdf', c); z.writestr('Q1\\\\Q2.pdf', c)",
	traversal: "z.writestr('../a.pdf', c); z.writestr('/b.pdf', c)",
	international: "z.writestr('\\u00dcbergabe.pdf', c); z.writestr('\\u4f60.pdf', c)",
	folders: "z.writestr('d/', ''); z.writestr('d/a.pdf', c); z.writestr('d/b.pdf', c)",
	commented: "z.comment = b'x' * 60000; z.writestr('a.pdf', c); z.writestr('b.pdf', c)",
	wide: "z.open('a.pdf', 'w', force_zip64=True).close(); z.writestr('b.pdf', c); z.writestr('c.pdf', c)",
	bzip2: "z.writestr('a.pdf', c, 12); z.writestr('b.pdf', c, 12)",
	lzma: "z.writestr('a.pdf', c, 14); z.writestr('b.pdf', c, 14)",
};
/** Makes `<name>.zip` as the lines say, then has Python read every file of it. */
const python = (name: string, ...lines: string[]) => {
	const read = `sys.exit(zipfile.ZipFile('${name}.zip').testzip() is not None)`;
	return ran('python3', '-c', ['import sys, zipfile', ...lines, read].join('\n'));
};
const found = (name: string) => checkZip(endsOf(readFileSync(join(folder, `${name}.zip`))));

// Python is no requirement of this package: without it these are skipped.
(PYTHON ? describe : describe.skip)('a ZIP that Python writes and reads', () => {
	it.each(Object.entries(BY_PYTHON))('is taken: %s', (name, code) => {
		const made = python(
			name,
			`c = open('a.pdf').read()`,
			`z = zipfile.ZipFile('${name}.zip', 'w', zipfile.ZIP_DEFLATED)`,
			code,
			'z.close()',
		);
		expect(made).toBe(0);
		expect(found(name)).toBe(2);
	});
});

// Info-ZIP is no requirement of this package: without it these are skipped.
(INFO_ZIP ? describe : describe.skip)('a ZIP that Info-ZIP writes and reads', () => {
	it.each([
		['compressed', ['-q', 'compressed.zip', 'a.pdf', 'empty']],
		['stored', ['-q', '-0', 'stored.zip', 'a.pdf', 'empty']],
		['descriptors', ['-q', '-fd', 'descriptors.zip', 'a.pdf', 'empty']],
		['forced', ['-q', '-fz', 'forced.zip', 'a.pdf', 'empty']],
	])('is taken: %s', (name, args) => {
		expect(ran('zip', ...args)).toBe(0);
		expect(ran('unzip', '-qqt', `${name}.zip`)).toBe(0);
		expect(found(name)).toBe(1);
	});
});

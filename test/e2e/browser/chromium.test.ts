/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { findChromium } from './chromium';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'esignature-path-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, mode: number): string {
	const file = join(folder, name);
	writeFileSync(file, '');
	chmodSync(file, mode);
	return file;
}

it('takes Chromium before Chrome, wherever in the PATH they are', () => {
	program('google-chrome', 0o755);
	const chromium = program('chromium', 0o755);
	expect(findChromium(['/nowhere', folder].join(delimiter), [])).toBe(chromium);
});

it('finds an app that is in no PATH', () => {
	const app = program('App', 0o755);
	expect(findChromium('', [join(folder, 'none'), app])).toBe(app);
});

it('says what to install where there is no browser', () => {
	program('chromium-no', 0o755);
	expect(() => findChromium(folder, [])).toThrow(
		/No browser was found[^]*apt-get install chromium/,
	);
});

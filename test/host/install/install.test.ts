/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { existsSync, mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { installN8n } from '../../../host/install/install';
import { installFolder } from '../../../host/install/place';
import { fakeMachine } from './fakeMachine';

let machine: ReturnType<typeof fakeMachine>;
beforeEach(() => {
	machine = fakeMachine();
});
afterEach(() => machine.restore());

const calls = (program: string) =>
	readFileSync(join(machine.home, `${program}.calls`), 'utf8')
		.trim()
		.split('\n');

it('installs once, says so, and only checks the second time', async () => {
	const said: string[] = [];
	const first = await installN8n((line) => said.push(line));
	const second = await installN8n(() => said.push('again'));
	expect(second).toEqual(first);
	expect(calls('npm')).toEqual(['ci --no-audit --no-fund']);
	expect(said[0]).toMatch(/^Installing n8n 2\.41\.1 .*once/);
	expect(said.at(-1)).toBe('n8n 2.41.1 is installed');
});

it('installs once when two programs ask at the same time', async () => {
	await Promise.all([installN8n(), installN8n()]);
	expect(calls('npm')).toHaveLength(1);
});

it('begins again where an installation was interrupted', async () => {
	const folder = installFolder();
	mkdirSync(`${folder}.partial/node_modules/half`, { recursive: true });
	// As a program leaves it that was ended by force, long ago.
	mkdirSync(`${folder}.lock`);
	utimesSync(`${folder}.lock`, 0, 0);
	await installN8n();
	expect(existsSync(join(folder, 'node_modules', 'half'))).toBe(false);
	expect(existsSync(`${folder}.lock`)).toBe(false);
});

it('shows npm’s own words when npm fails, and leaves nothing that looks finished', async () => {
	machine.program('npm', 'echo "npm error network unreachable" >&2; exit 1');
	await expect(installN8n()).rejects.toThrow(/network unreachable[^]*registry can be reached/);
	expect(existsSync(installFolder())).toBe(false);
});

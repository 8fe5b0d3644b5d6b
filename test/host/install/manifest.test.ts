/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { HostError } from '../../../host/hostError';
import { installN8n } from '../../../host/install/install';
import { manifest, n8nVersion } from '../../../host/install/manifest';
import { installFolder } from '../../../host/install/place';
import { fakeMachine } from './fakeMachine';

const HOST = join(__dirname, '..', '..', '..', 'host');
const ours = (name: string) => readFileSync(join(HOST, name), 'utf8');
const PINNED = (JSON.parse(ours('package.json')) as { dependencies: { n8n: string } }).dependencies
	.n8n;

let machine: ReturnType<typeof fakeMachine>;
beforeEach(() => {
	machine = fakeMachine();
});
afterEach(() => machine.restore());

it.each([undefined, '', PINNED])('installs by the lock when asked for %p', (asked) => {
	const folder = installFolder();
	if (asked !== undefined) process.env.HOST_N8N_VERSION = asked;
	expect(n8nVersion()).toBe(PINNED);
	expect(installFolder()).toBe(folder);
	const names = ['package.json', 'package-lock.json', '.npmrc'];
	expect([...manifest()]).toEqual(names.map((name) => [name, ours(name)]));
});

it('installs another version without the lock, beside the one that has it', async () => {
	const pinned = installFolder();
	process.env.HOST_N8N_VERSION = '2.11.2';
	const said: string[] = [];
	const { folder } = await installN8n((line) => said.push(line));
	expect(folder).not.toBe(pinned);
	expect(basename(folder)).toMatch(/^n8n-2\.11\.2-[0-9a-f]{16}$/);
	expect(said[0]).toMatch(/^Installing n8n 2\.11\.2 /);
	expect(readFileSync(join(machine.home, 'npm.calls'), 'utf8').trim()).toBe(
		'install --no-audit --no-fund',
	);
	expect(existsSync(join(folder, 'package-lock.json'))).toBe(false);
	const installed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as unknown;
	const committed = JSON.parse(ours('package.json')) as Record<string, object>;
	expect(installed).toEqual({
		...committed,
		dependencies: { ...committed.dependencies, n8n: '2.11.2' },
		overrides: { ...committed.overrides, xlsx: 'npm:@e965/xlsx@0.20.2' },
	});
});

it.each(['2.11', 'latest', '^2.11.2', '../2.11.2'])('refuses %p, which is no version', (asked) => {
	process.env.HOST_N8N_VERSION = asked;
	expect(() => installFolder()).toThrow(HostError);
	expect(() => installFolder()).toThrow(`HOST_N8N_VERSION cannot be '${asked}'\nGive one whole`);
});

/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { HostError } from '../../../host/hostError';
import { settingsFrom } from '../../../host/start/settings';

const MAIN = join(__dirname, '..', '..', '..', 'host', 'start', 'main.ts');

function thrownBy(parameters: string[]): Error {
	try {
		settingsFrom(parameters);
	} catch (error) {
		return error as Error;
	}
	throw new Error('Nothing was thrown');
}

it('has ports of its own, or those it is given', () => {
	expect(settingsFrom([])).toEqual({ port: 5678, sandboxPort: 8089 });
	expect(settingsFrom(['--port', '6000', '--sandbox-port', '6001'])).toEqual({
		port: 6000,
		sandboxPort: 6001,
	});
});

it.each(['0', '-1', '65536', '5678.5', 'editor', ''])('refuses the port %j', (port) => {
	expect(() => settingsFrom(['--port=' + port])).toThrow('Give a number from 1 to 65535');
});

it.each([
	[['--prot', '5690'], "Unknown option '--prot'"],
	[['5690'], "Unexpected argument '5690'"],
	[['--port'], "Option '--port <value>' argument missing"],
	[['--port', '--sandbox-port'], "Option '--port' argument is ambiguous"],
])('says in two lines what is wrong with %j, and what is right', (parameters, what) => {
	const advice = 'Two options are known: npm start -- --port 5690 --sandbox-port 8090';

	expect(thrownBy(parameters)).toBeInstanceOf(HostError);
	expect(thrownBy(parameters)).toHaveProperty('message', `${what}\n${advice}`);
});

it.each([
	['those it is given', ['--port', '6000', '--sandbox-port', '6000'], 6000],
	['one of its own', ['--port', '8089'], 8089],
])('refuses the same port for both: %s', (_, parameters, port) => {
	expect(thrownBy(parameters)).toHaveProperty(
		'message',
		`n8n and the sandbox cannot share port ${port}\nGive --port and --sandbox-port different numbers.`,
	);
});

it('ends a start with code 1 and these lines alone', () => {
	const { status, stderr, stdout } = spawnSync(
		process.execPath,
		['--import', 'tsx', MAIN, '--prot', '5690'],
		{ encoding: 'utf8' },
	);

	expect({ status, stderr, stdout }).toEqual({
		status: 1,
		stdout: '',
		stderr: `\n${thrownBy(['--prot', '5690']).message}\n`,
	});
});

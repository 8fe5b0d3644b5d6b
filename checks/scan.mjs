// n8n's scanner for community packages, offline: the same two checks as of a published package, of the
// sources and of the tarball. Exit code 1 when one of them finds something.
//
//   node checks/scan.mjs            this repository and the package it builds
//   node checks/scan.mjs <folder>   one folder, as if it were the sources
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// In test mode the base rules take a path made for their own tests.
delete process.env.NODE_ENV;

const { analyzePackage, SOURCE_FILE_PATTERNS } =
	await import('@n8n/scan-community-package/scanner/scanner.mjs');

const root = resolve(fileURLToPath(import.meta.url), '../..');

function run(program, parameters) {
	const { status, stdout, stderr } = spawnSync(program, parameters, {
		cwd: root,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`${program} ${parameters[0]} failed: ${stderr}`);
	return stdout;
}

function unpackInto(folder) {
	if (!existsSync(join(root, 'dist')))
		throw new Error('dist is missing: run "npm run build" first');
	const packed = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder]));
	const directory = join(folder, 'package');
	mkdirSync(directory);
	const archive = join(folder, Object.values(packed)[0].filename);
	run('tar', ['-xzf', archive, '-C', directory, '--strip-components=1']);
	return directory;
}

async function scan(name, directory, patterns) {
	const { passed, message, details } = await analyzePackage(directory, patterns);
	console.log(`${name}: ${passed && !message ? 'passed' : `failed: ${message}\n${details ?? ''}`}`);
	return passed && !message; // "No files found to analyze" is no pass
}

const [given] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-esignature-'));
try {
	const results = given
		? [await scan('sources', resolve(given), SOURCE_FILE_PATTERNS)]
		: [
				await scan('sources', root, SOURCE_FILE_PATTERNS),
				await scan('tarball', unpackInto(folder), ['**/*.js', 'package.json']),
			];
	process.exitCode = results.every(Boolean) ? 0 : 1;
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}

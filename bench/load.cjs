// How long n8n takes to load the built package, whose only import it has loaded already, and how long Node.js takes for
// as many files with nothing in them. Prints both, in milliseconds of processor time. Not TypeScript, because what
// translates that would translate the package as well.
'use strict';

const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
require('n8n-workflow');

const ROOT = join(__dirname, '..');
const { n8n } = require(join(ROOT, 'package.json'));

const timed = (work) => {
	const began = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(began);
	return (user + system) / 1000;
};

const before = Object.keys(require.cache).length;
const ours = timed(() => {
	for (const file of [...n8n.credentials, ...n8n.nodes]) {
		for (const type of Object.values(require(join(ROOT, file)))) new type();
	}
});

const folder = mkdtempSync(join(tmpdir(), 'esignature-bench-'));
const files = Object.keys(require.cache)
	.slice(before)
	.map((_, index) => join(folder, `${index}.js`));
files.forEach((file) => writeFileSync(file, 'module.exports = {};\n'));
const empty = timed(() => files.forEach((file) => require(file)));
rmSync(folder, { recursive: true });

console.log(JSON.stringify({ ours, empty, files: files.length }));

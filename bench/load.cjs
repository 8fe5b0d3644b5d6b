// How long it takes to load nodes and credentials, whose common import n8n has loaded already: milliseconds of processor
// time, and the number of files. Not TypeScript, because what translates that would translate the package as well.
//
//   node bench/load.cjs <file> ...
'use strict';

const { createRequire } = require('node:module');
const { resolve } = require('node:path');

const files = process.argv.slice(2).map((file) => resolve(file));
createRequire(files[0])('n8n-workflow');

const before = Object.keys(require.cache).length;
const began = process.cpuUsage();
for (const file of files) {
	for (const type of Object.values(require(file))) new type();
}
const { user, system } = process.cpuUsage(began);

const count = Object.keys(require.cache).length - before;
console.log(JSON.stringify({ milliseconds: (user + system) / 1000, files: count }));

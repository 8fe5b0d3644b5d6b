// n8n's scanner for community packages, offline: the same two checks as of a published package, of the sources and of
// what is in its tarball. Exit code 1 when one of them finds something. Not in test mode: n8n's lint rules would take a
// path made for their own tests.
//
//   node scripts/scan.mjs <folder of the unpacked tarball>
import { resolve } from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

async function scan(name, directory, patterns) {
	const { passed, message, details } = await analyzePackage(resolve(directory), patterns);
	// "No files found to analyze" does not count as passed.
	const isClean = passed && !message;
	console.log(`${name}: ${isClean ? 'passed' : `failed: ${message}\n${details ?? ''}`}`);
	if (!isClean) process.exitCode = 1;
}

await scan('sources', '.', SOURCE_FILE_PATTERNS);
await scan('tarball', process.argv[2], ['**/*.js', 'package.json']);

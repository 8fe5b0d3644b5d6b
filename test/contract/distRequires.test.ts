import { importsOf } from './imports';
import { built } from './repository';

const ALLOWED = /^(\.{1,2}\/.*|n8n-workflow|crypto)$/;

/** n8n installs the package without its devDependencies, and lint does not look for that. */
function foreign(files: Map<string, string>): string[] {
	return [...files].flatMap(([path, text]) =>
		importsOf(path, text)
			.filter(({ specifier }) => !ALLOWED.test(specifier))
			.map(({ specifier }) => `${path}: ${specifier}`),
	);
}

describe('the built code', () => {
	it('requires its own files, n8n-workflow and crypto, and nothing else', () => {
		const files = built();

		expect([...files].flatMap(([path, text]) => importsOf(path, text)).length).toBeGreaterThan(10);
		expect(foreign(files)).toEqual([]);
	});

	it.each([
		["const a = require('axios');", 'axios'],
		["const a = require('node:crypto');", 'node:crypto'],
		["void import('stream');", 'stream'],
		['require(name);', '<name>'],
		["module.require('fs');", 'fs'],
	])('would be refused with %s', (text, specifier) => {
		expect(foreign(new Map([['dist/a.js', text]]))).toEqual([`dist/a.js: ${specifier}`]);
	});
});

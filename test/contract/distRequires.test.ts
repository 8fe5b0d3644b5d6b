import { command } from './command';
import { importsOf } from './imports';
import { built, inRoot } from './repository';

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

	/** Requires these files in a process of its own, and tells which files came with them. */
	function loadedWith(files: string[]): string[] {
		const script = `
			for (const file of JSON.parse(process.argv[1])) require(file);
			console.log(JSON.stringify(Object.keys(require.cache)));`;
		const { code, stdout, stderr } = command('node', [
			...['-e', script],
			JSON.stringify(files.map(inRoot)),
		]);
		expect([code, stderr]).toEqual([0, '']);
		return (JSON.parse(stdout) as string[]).map((path) => path.split('\\').join('/'));
	}

	it('leaves the reader of PDFs on the disk until a file comes', () => {
		const atStart = [...built().keys()].filter((path) => /\.(node|credentials)\.js$/.test(path));
		const isOfReader = (path: string) => path.includes('/ESignature/lib/pdf-text/');
		const loaded = loadedWith(atStart);

		expect(atStart.length).toBeGreaterThanOrEqual(4);
		expect(loaded.filter((path) => path.includes('/ESignature/')).length).toBeGreaterThan(50);
		expect(loaded.filter(isOfReader)).toEqual([]);
		// The check would see it.
		expect(
			loadedWith(['dist/nodes/ESignature/lib/pdf-text/index.js']).filter(isOfReader),
		).not.toEqual([]);
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

import { command } from './command';
import { built, inRoot } from './repository';

/** Requires these files in a process of its own, and tells which files came with them. */
function loadedWith(files: string[]): string[] {
	const script = `
		for (const file of JSON.parse(process.argv[1])) require(file);
		console.log(JSON.stringify(Object.keys(require.cache)));`;
	const { code, stdout, stderr } = command('node', [
		'-e',
		script,
		JSON.stringify(files.map(inRoot)),
	]);
	expect([code, stderr]).toEqual([0, '']);
	return (JSON.parse(stdout) as string[]).map((path) => path.split('\\').join('/'));
}

it('the reader of PDFs stays on the disk until a file comes', () => {
	const atStart = [...built().keys()].filter((path) => /\.(node|credentials)\.js$/.test(path));
	const isOfReader = (path: string) => path.includes('/ESignature/lib/pdf');

	expect(atStart.length).toBeGreaterThanOrEqual(4);
	expect(loadedWith(atStart).filter(isOfReader)).toEqual([]);
	expect(
		loadedWith(['dist/nodes/ESignature/lib/pdf-text/index.js']).filter(isOfReader),
	).not.toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesBelow } from '../support/folder';

export const ROOT = resolve(__dirname, '../..');

export const inRoot = (path: string): string => join(ROOT, path);

export const exists = (path: string): boolean => existsSync(inRoot(path));

export const read = (path: string): string => readFileSync(inRoot(path), 'utf8');

/** Path from the root -> text, of every file below the folders that has one of the endings. */
export function sources(folders: string[], endings = ['.ts']): Map<string, string> {
	const paths = folders
		.flatMap((folder) => filesBelow(inRoot(folder)).map((file) => `${folder}/${file}`))
		.filter((path) => endings.some((ending) => path.endsWith(ending)))
		.filter((path) => !path.includes('node_modules/'));
	return new Map(paths.map((path) => [path, read(path)]));
}

/** Built files; says what to do where there are none. */
export function built(): Map<string, string> {
	const files = sources(['dist'], ['.js']);
	if (files.size === 0) throw new Error('dist is missing: run "npm run build" first');
	return files;
}

/** One line for the reader of the test output. */
export function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

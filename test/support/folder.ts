import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Every file below a folder, as relative paths with forward slashes; none if there is no folder. */
export function filesBelow(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.map((path) => path.split(sep).join('/'))
		.sort();
}

/** The files of n8n's binary store, without the metadata file beside each. */
export const keptFiles = (folder: string): string[] =>
	filesBelow(folder).filter((name) => !name.endsWith('.metadata'));

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm run live` has recorded of the real service: an exchange per request. */
export interface Recording {
	/** The day, for example 2026-07-01. */
	date: string;
	exchanges: Array<{ route?: string }>;
}

const FOLDER = join(__dirname, 'recordings');

/** Those that are part of the repository, the newest first. */
export const recordings = (folder = FOLDER): Recording[] =>
	(existsSync(folder) ? readdirSync(folder) : [])
		.sort()
		.reverse()
		.map(
			(name) => JSON.parse(readFileSync(join(folder, name, 'recording.json'), 'utf8')) as Recording,
		);

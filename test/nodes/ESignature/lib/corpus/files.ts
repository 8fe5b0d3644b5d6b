import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CORPUS = join(__dirname, '../../../../fixtures/pdf');

/** Name -> bytes. */
export function corpusFiles(): Map<string, Buffer> {
	const names = readdirSync(CORPUS).filter((name) => name.endsWith('.pdf'));
	return new Map(names.sort().map((name) => [name, readFileSync(join(CORPUS, name))]));
}

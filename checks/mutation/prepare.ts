/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a command */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { inRoot, read, sources } from '../../test/contract/repository';
import { hashOf } from './hash';
import { writeMutants, type Mutant } from './mutants';

const FOLDERS = ['nodes', 'credentials', 'sandbox', 'test', 'checks/mutation/jest'];
const FILES = ['package-lock.json', 'jest.config.js'].concat(
	['mutants', 'switches', 'texts'].map((name) => `checks/mutation/${name}.ts`),
);

/** All that decides what a mutant is and which tests reach it, but for the test files themselves: see reach.ts. */
const ground = (): Array<[string, string]> => [
	...[...sources(FOLDERS, [''])].filter(([path]) => !path.endsWith('.test.ts')),
	...FILES.map((path): [string, string] => [path, read(path)]),
];

/** Where the linters do not look: the mutants are TypeScript, too. */
const PLACE = 'node_modules/.cache/mutation';

export async function prepare() {
	const folder = inRoot(`${PLACE}/${hashOf(JSON.stringify(ground())).slice(0, 16)}`);
	const build = join(folder, 'build');
	const list = join(folder, 'mutants.json');
	if (!existsSync(list)) {
		mkdirSync(folder, { recursive: true });
		writeFileSync(list, JSON.stringify(await writeMutants(build)));
	}
	return {
		build,
		mutants: JSON.parse(readFileSync(list, 'utf8')) as Mutant[],
		reachFile: join(folder, 'reach.jsonl'),
		reportFile: join(folder, 'report.json'),
	};
}

/* eslint-disable @n8n/community-nodes/no-restricted-imports -- keeps what it found on disk */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

import { filesBelow } from '../../test/support/folder';
import { inRoot, read } from '../../test/contract/repository';
import { hashOf } from './hash';
import { NO_MUTANT, type Lane } from './lane';
import { inLanes } from './lanes';

/** What a test file costs, and the mutants that it reaches. */
export type Reach = {
	file: string;
	hash: string;
	passed: boolean;
	ms: number;
	work: number;
	reached: number[];
};

// Tests of other things than the shipped code, tests that go through tables or draw for minutes, and tests that read, build
// or start something else than the modules that are loaded here.
const LEFT_OUT = [
	...['checks', 'dialects', 'e2e', 'host', 'model', 'sandbox', 'support'].map((name) => `${name}/`),
	...['derivedParameters', 'distRequires', 'docs', 'loader', 'messages'].map(inContract),
	...['operations', 'patterns', 'reproducible', 'scan', 'tarball', 'trigger'].map(inContract),
	...['engine/envelopeMemory', 'engine/largeFile'],
];

const LONGEST = 300_000;

function inContract(name: string): string {
	return `contract/${name}`;
}

export const testFiles = (): string[] =>
	filesBelow(inRoot('test'))
		.filter((file) => file.endsWith('.test.ts'))
		.filter((file) => !LEFT_OUT.some((start) => file.startsWith(start)))
		.map((file) => `test/${file}`);

/**
 * Runs every test file once without a mutant, unless its result is known. Each result is kept at once: a run that was
 * stopped goes on from there, and a new test costs one run of its file.
 */
export async function findReach(
	keptIn: string,
	lanes: Lane[],
	tell: (text: string) => void,
): Promise<Reach[]> {
	const kept = new Map(known(keptIn).map((reach) => [reach.file + reach.hash, reach]));
	const files = testFiles().map((file) => ({ file, hash: hashOf(read(file)) }));
	return await inLanes(files, lanes, async ({ file, hash }, lane): Promise<Reach> => {
		const earlier = kept.get(file + hash);
		if (earlier) return earlier;
		const { outcome, ms, work, reached } = await lane.run({ mutant: NO_MUTANT, file }, LONGEST);
		const passed = outcome === 'passed';
		const reach = { file, hash, passed, ms, work, reached };
		// A failure may be over the next time: a test may need the build, or a free machine.
		if (passed) appendFileSync(keptIn, `${JSON.stringify(reach)}\n`);
		tell(`${file}: ${passed ? `reaches ${reached.length}` : `left out, ${outcome}`}`);
		return reach;
	});
}

const known = (path: string): Reach[] =>
	existsSync(path)
		? readFileSync(path, 'utf8')
				.split('\n')
				.filter(Boolean)
				.map((line) => JSON.parse(line) as Reach)
		: [];

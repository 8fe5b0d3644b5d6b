/* eslint-disable @n8n/community-nodes/no-restricted-imports -- writes the mutated build */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sources } from '../../test/contract/repository';
import { withFastSwitches } from './switches';
import { isText } from './texts';

type Place = { line: number; column: number };

export type Mutant = {
	id: number;
	file: string;
	start: Place;
	end: Place;
	mutator: string;
	original: string;
	replacement: string;
};

const QUIET = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };

/** Every mutant that Stryker knows for the shipped sources, texts for people aside; all go into one build. */
export async function writeMutants(build: string): Promise<Mutant[]> {
	const { Instrumenter } = await import('@stryker-mutator/instrumenter');
	const texts = sources(['credentials', 'nodes']);
	const instrumenter = new Instrumenter(QUIET as never);
	const { files, mutants } = await instrumenter.instrument(
		[...texts].map(([name, content]) => ({ name, content, mutate: true })),
		{ plugins: null, excludedMutations: [], ignorers: [], noHeader: true },
	);
	for (const { name, content } of files) {
		mkdirSync(dirname(join(build, name)), { recursive: true });
		writeFileSync(join(build, name), withFastSwitches(content));
	}
	return mutants.flatMap(({ id, fileName: file, location, mutatorName: mutator, replacement }) => {
		const text = texts.get(file) ?? '';
		const from = offset(text, location.start);
		const original = text.slice(from, offset(text, location.end));
		if (mutator === 'StringLiteral' && isText(original, text.slice(0, from))) return [];
		const [start, end] = [shown(location.start), shown(location.end)];
		return [{ id: Number(id), file, start, end, mutator, original, replacement }];
	});
}

/** Stryker counts lines and columns from 0. */
function offset(text: string, { line, column }: Place): number {
	const before = text.split('\n').slice(0, line);
	return before.reduce((sum, one) => sum + one.length + 1, column);
}

const shown = ({ line, column }: Place): Place => ({ line: line + 1, column: column + 1 });

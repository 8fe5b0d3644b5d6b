import { hashOf } from './hash';
import type { Mutant } from './mutants';

/**
 * So many mutants, the same for the same seed. Each has a lot of its own, which does not depend on the others: a change of
 * one file leaves what is drawn from the rest as it was, and a larger sample holds the smaller one.
 */
export function draw(mutants: Mutant[], size: number, seed: string): Mutant[] {
	return mutants
		.map((mutant) => ({ mutant, lot: lotOf(mutant, seed) }))
		.sort((a, b) => (a.lot < b.lot ? -1 : 1))
		.slice(0, size)
		.map(({ mutant }) => mutant);
}

const lotOf = ({ file, start, end, mutator, replacement }: Mutant, seed: string): string =>
	hashOf(JSON.stringify([seed, file, start, end, mutator, replacement]));

/** Whether a file is in a folder, named from the root or from nodes/ESignature. */
export const isIn = (folder: string, { file }: Mutant): boolean =>
	['', 'nodes/ESignature/'].some((base) =>
		file.startsWith(`${base}${folder.replace(/\/*$/, '')}/`),
	);

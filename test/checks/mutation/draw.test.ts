import { draw, isIn } from '../../../checks/mutation/draw';
import { mutantAt } from './sample';

const file = 'nodes/ESignature/core/a.ts';
const mutants = Array.from({ length: 50 }, (_, line) => mutantAt(file, line));

describe('a sample of mutants', () => {
	it('is the same for the same seed, in whatever order the mutants are listed', () => {
		expect(draw([...mutants].reverse(), 10, '1')).toEqual(draw(mutants, 10, '1'));
	});

	it('is another one for another seed', () => {
		expect(draw(mutants, 10, '2')).not.toEqual(draw(mutants, 10, '1'));
	});

	it('is the beginning of a larger sample', () => {
		expect(draw(mutants, 20, '1').slice(0, 10)).toEqual(draw(mutants, 10, '1'));
	});

	it('holds every mutant once if it is as large as the list', () => {
		expect(new Set(draw(mutants, 1000, '1'))).toEqual(new Set(mutants));
	});

	it('keeps what it has of one file when another file changes', () => {
		const others = Array.from({ length: 50 }, (_, line) => mutantAt('nodes/b.ts', line));
		const changed = others.map((mutant) => ({ ...mutant, replacement: 'a > b' }));
		const ofFirst = (list: typeof mutants) =>
			draw([...mutants, ...list], 100, '1').filter((mutant) => mutant.file === file);

		expect(ofFirst(changed)).toEqual(ofFirst(others));
	});

	it('does not depend on the numbers that Stryker gives', () => {
		const renumbered = mutants.map((mutant) => ({ ...mutant, id: mutant.id + 1 }));
		const lines = (list: typeof mutants) => draw(list, 10, '1').map(({ start }) => start.line);

		expect(lines(renumbered)).toEqual(lines(mutants));
	});
});

describe('a folder', () => {
	it.each(['nodes/ESignature/core', 'core', 'core/', 'nodes'])('can be named as %s', (folder) => {
		expect(isIn(folder, mutantAt(file, 1))).toBe(true);
	});

	it.each(['cor', 'transport', 'ESignature', 'core/a.ts'])('is not named by %s', (folder) => {
		expect(isIn(folder, mutantAt(file, 1))).toBe(false);
	});
});

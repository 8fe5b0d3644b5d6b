import { orderFor, Successes } from '../../../checks/mutation/order';
import type { Reach } from '../../../checks/mutation/reach';
import { mutantAt } from './sample';

const mutant = mutantAt('nodes/ESignature/core/a.ts', 7);

const reach = (file: string, work: number, changes: Partial<Reach> = {}): Reach => ({
	file,
	hash: '',
	passed: true,
	ms: work,
	work,
	reached: [mutant.id],
	...changes,
});

const names = (tests: Reach[], successes = new Successes()) =>
	orderFor(mutant, tests, successes).map(({ file }) => file);

describe('the tests for a mutant', () => {
	it('are those that reach it and pass without it', () => {
		const missing = reach('missing', 1, { reached: [1, 2] });
		const failing = reach('failing', 1, { passed: false });

		expect(names([missing, reach('reaching', 1), failing])).toEqual(['reaching']);
	});

	it('begin with the one that mirrors its file, then go by how many mutants of the file they noticed', () => {
		const successes = new Successes();
		successes.add(mutant.file, 'good');
		successes.add(mutant.file, 'better');
		successes.add(mutant.file, 'better');
		successes.add('nodes/ESignature/core/other.ts', 'cheap');
		const mirror = 'test/nodes/ESignature/core/a.test.ts';
		const tests = ['cheap', 'good', 'better', mirror].map((file, index) => reach(file, index + 1));

		expect(names(tests, successes)).toEqual([mirror, 'better', 'good', 'cheap']);
	});

	it('go on with those whose names share words with the name of its file', () => {
		const shown = mutantAt('nodes/ESignature/actions/participant/shownPart.ts', mutant.id);
		const tests = [
			reach('test/engine/document.test.ts', 1),
			reach('test/engine/participantProof.test.ts', 90),
			reach('test/nodes/ESignature/actions/participant/partOf.test.ts', 99),
		];

		expect(orderFor(shown, tests, new Successes()).map(({ work }) => work)).toEqual([99, 90, 1]);
	});

	it('go on with those that cost little and reach little else', () => {
		const wide = reach('wide', 2, { reached: [mutant.id, 1, 2, 3] });

		expect(names([wide, reach('slow', 5), reach('quick', 1)])).toEqual(['quick', 'slow', 'wide']);
	});
});

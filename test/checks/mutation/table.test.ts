import { scoreOf, survivors, table } from '../../../checks/mutation/table';
import { killed, mutantAt, survived } from './sample';

const verdicts = [
	killed(mutantAt('nodes/ESignature/core/a.ts', 1)),
	killed(mutantAt('nodes/ESignature/core/deeper/b.ts', 2)),
	survived(mutantAt('nodes/ESignature/core/a.ts', 3)),
	killed(mutantAt('credentials/c.ts', 4)),
	killed(mutantAt('nodes/ESignature/d.node.ts', 5)),
];

describe('the table of a mutation run', () => {
	it('counts by folder and in all', () => {
		expect(table(verdicts)).toEqual([
			'folder        mutants   killed survived    score',
			'core                3        2        1   66.6 %',
			'credentials         1        1        0  100.0 %',
			'node files          1        1        0  100.0 %',
			'all                 5        4        1   80.0 %',
		]);
	});

	it('never rounds a score up to the limit', () => {
		const many = Array.from({ length: 10_000 }, (_, line) =>
			(line < 8999 ? killed : survived)(mutantAt('nodes/ESignature/core/a.ts', line)),
		);

		expect(scoreOf(many)).toBe(89.9);
	});
});

describe('the list of survivors', () => {
	it('says where each is, what was changed, and how much was tried', () => {
		expect(survivors(verdicts)).toEqual([
			'nodes/ESignature/core/a.ts:3:3 EqualityOperator: a < b -> a <= b (2 of 3 test files)',
		]);
	});

	it('says when no test reaches the place', () => {
		const [line] = survivors([survived(mutantAt('nodes/a.ts', 1), 0)]);

		expect(line).toMatch(/\(no test reaches it\)$/);
	});

	it('gives long code in one line, cut', () => {
		const original = `{\n\t${'call();\n\t'.repeat(20)}}`;
		const [line] = survivors([survived(mutantAt('nodes/a.ts', 1, { original }))]);

		expect(line).toMatch(/: \{ call\(\); call\(\);[^\n]{1,80}\.\.\. -> a <= b/);
	});

	it('shows the place where long code differs', () => {
		const original = `/${'abcdefghij'.repeat(12)}+/`;
		const replacement = original.replace('+', '');
		const mutant = mutantAt('nodes/a.ts', 1, { original, replacement });

		expect(survivors([survived(mutant)])[0]).toMatch(/: \.\.\.\w{20}\+\/ -> \.\.\.\w{20}\/ \(/);
	});
});

import type { Verdict } from '../../../checks/mutation/judge';
import type { Mutant } from '../../../checks/mutation/mutants';

export const mutantAt = (file: string, line: number, changes: Partial<Mutant> = {}): Mutant => ({
	id: line,
	file,
	start: { line, column: 3 },
	end: { line, column: 8 },
	mutator: 'EqualityOperator',
	original: 'a < b',
	replacement: 'a <= b',
	...changes,
});

export const killed = (mutant: Mutant): Verdict => ({
	mutant,
	killed: true,
	by: 'test/a.test.ts: notices',
	ran: 1,
	reaching: 3,
});

export const survived = (mutant: Mutant, reaching = 3): Verdict => ({
	mutant,
	killed: false,
	by: '',
	ran: Math.min(2, reaching),
	reaching,
});

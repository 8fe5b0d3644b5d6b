import { Budget, Lexer, Parser, Ref } from '../../../../../nodes/ESignature/lib/pdf';
import { bytesOf } from '../handMade';

function objectOf(text: string, references = true, budget = new Budget()) {
	return new Parser(new Lexer(bytesOf(text), budget), budget, references).next();
}

/** The smallest limit of memory that a value needs. */
function memoryOf(text: string): number {
	for (let memory = 0; memory < 100; memory++) {
		try {
			objectOf(text, true, new Budget({ limits: { memory } }));
			return memory;
		} catch {
			// It needs more.
		}
	}
	return Infinity;
}

describe('the parser', () => {
	it('counts a list or a dictionary for eight numbers, and a string by its length', () => {
		const values = ['1', 'true', '[]', '<<>>', '[1 2]', '/Name', '()', `(${'a'.repeat(32)})`];

		expect(values.map(memoryOf)).toEqual([1, 1, 8, 8, 10, 2, 2, 4]);
	});

	it('reads arrays, dictionaries and references', () => {
		expect(objectOf('<< /A [1 2 0 R 3] /B << /C true >> /D null >>')).toEqual(
			new Map<string, unknown>([
				['A', [1, new Ref(2), 3]],
				['B', new Map([['C', true]])],
				['D', null],
			]),
		);
	});

	it('knows no references in the content of a page', () => {
		expect(objectOf('[1 0 R]', false)).toEqual([1, 0]);
	});

	it.each([
		['an array', '[1 2 endobj', [1, 2]],
		['a dictionary', '<< /A 1 /B', new Map([['A', 1]])],
		['a dictionary with a key without a value', '<< /A 1 /B >>', new Map([['A', 1]])],
		[
			'a dictionary with something that is no key',
			'<< /A 1 2 3 /B 4 >>',
			new Map([
				['A', 1],
				['B', 4],
			]),
		],
	])('makes the best of %s that is cut or odd', (_, text, value) => {
		expect(objectOf(text)).toEqual(value);
	});
});

import {
	END,
	Keyword,
	Lexer,
	Name,
	Parser,
	Ref,
} from '../../../../../nodes/ESignature/lib/pdf-text/objects';
import { Budget } from '../../../../../nodes/ESignature/lib/pdf-text/limits';
import { bytesOf } from './handMade';

function tokensOf(text: string): unknown[] {
	const lexer = new Lexer(bytesOf(text), new Budget());
	const tokens: unknown[] = [];
	for (let token = lexer.next(); token !== END; token = lexer.next()) tokens.push(token);
	return tokens;
}

function objectOf(text: string, references = true, budget = new Budget()) {
	return new Parser(new Lexer(bytesOf(text), budget), budget, references).next();
}

describe('the lexer', () => {
	it.each([
		['numbers', '1 -2 +3 .5 -.25 4. 007', [1, -2, 3, 0.5, -0.25, 4, 7]],
		['strings', '(a (b) c)()', ['a (b) c', '']],
		['escapes', String.raw`(\n\\\)\(\101\7\0501\q)`, ['\n\\)(A\x07(1q']],
		['lines that go on', '(a\\\nb\\\r\nc)', ['abc']],
		['a string without an end', '(a (b)', ['a (b)']],
		['a backslash at the end', '(a\\', ['a ']],
		['hex strings', '<48 65 6C6c 6F><4><>', ['Hello', '@', '']],
		['a hex string without an end', '<4865', ['He']],
	])('reads %s', (_, text, tokens) => {
		expect(tokensOf(text)).toEqual(tokens);
	});

	it('reads names and words', () => {
		expect(tokensOf("/Name/A#42C/#zz/ BT T* ' ]")).toEqual([
			...['Name', 'ABC', '#zz', ''].map((name) => new Name(name)),
			...['BT', 'T*', "'", ']'].map((word) => new Keyword(word)),
		]);
	});

	it('leaves out comments', () => {
		expect(tokensOf('1 % (x)\n2%\r3')).toEqual([1, 2, 3]);
	});
});

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

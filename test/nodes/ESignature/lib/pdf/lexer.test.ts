import { Budget, END, Keyword, Lexer, Name } from '../../../../../nodes/ESignature/lib/pdf';
import { bytesOf } from '../handMade';

function tokensOf(text: string): unknown[] {
	const lexer = new Lexer(bytesOf(text), new Budget());
	const tokens: unknown[] = [];
	for (let token = lexer.next(); token !== END; token = lexer.next()) tokens.push(token);
	return tokens;
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

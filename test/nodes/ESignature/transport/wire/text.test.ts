import fc from 'fast-check';

import { printable, without } from '../../../../../nodes/ESignature/transport/wire/text';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../../growth';

const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

describe('text of the service', () => {
	it('becomes one clean, bounded line, whatever it is', () => {
		const anything = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 1_500 }),
			fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\0', '\u202e', '\u200b', '\u2028') }),
			fc.anything(),
		);
		fc.assert(
			fc.property(anything, fc.integer({ min: 10, max: 600 }), (value, longest) => {
				const line = printable(value, longest);
				const clean = !HIDDEN.test(line) && !/ {2}|^ | $/.test(line);
				return clean && line.length <= longest && printable(line, longest) === line;
			}),
			{ numRuns: 20_000 },
		);
	});

	it('that is short and plain passes unchanged', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^\w[\w.,:;!?"'<>-]{0,200}$/),
				(plain) => printable(plain) === plain,
			),
		);
		expect(printable('\u00c5ngstr\u00f6m & \u4f60\u597d')).toBe(
			'\u00c5ngstr\u00f6m & \u4f60\u597d',
		);
	});

	it('that is no text is nothing', () => {
		expect([0, null, undefined, ['a'], { a: 1 }, true].map((value) => printable(value))).toEqual(
			Array(6).fill(''),
		);
	});

	it.each([
		['a line break', 'one\r\ntwo', 'one two'],
		['a terminal sequence', 'a\u001b[31mred', 'a [31mred'],
		['a mark that turns the direction', 'a\u202egpj.exe', 'a gpj.exe'],
		['a mark that takes no room', 'pass\u200bword', 'pass word'],
		['a byte order mark', '\ufeffa', 'a'],
	])('loses %s', (_, given, shown) => {
		expect(printable(given)).toBe(shown);
	});

	it('says that it was cut', () => {
		expect(printable('x'.repeat(501))).toBe(`${'x'.repeat(497)}...`);
		expect(printable('x'.repeat(500))).toBe('x'.repeat(500));
		expect(printable('x'.repeat(30), 10)).toBe('xxxxxxx...');
	});

	it('is not cut in the middle of a character', () => {
		expect(printable('\u{1f600}'.repeat(300))).not.toMatch(/\p{Cs}/u);
	});

	it.each([
		['blanks', ' '],
		['control characters', '\0'],
		['marks', '\u200b '],
		['letters', 'a'],
	])('costs no more time when it is a megabyte of %s', (_, unit) => {
		const text = unit.repeat(1_100_000);

		expect(growth((size) => printable(text.slice(0, size)), 131_072)).toBeLessThan(
			CLEARLY_MORE_THAN_LINEAR,
		);
	});
});

describe('a secret in a text', () => {
	const secret = fc.string({ minLength: 9, maxLength: 40 });

	it('is hidden wherever it stands', () => {
		fc.assert(
			fc.property(fc.array(fc.string()), fc.array(secret, { minLength: 1 }), (words, secrets) => {
				const text = without(secrets, words.flatMap((word) => [word, ...secrets]).join(''));
				return secrets.every((one) => !text.includes(one));
			}),
			{ numRuns: 5_000 },
		);
	});

	it('leaves the rest of the text as it is', () => {
		expect(without(['hunter22'], 'The secret hunter22 is wrong: hunter22.')).toBe(
			'The secret [hidden] is wrong: [hidden].',
		);
		expect(without(['$&.*', 'a+b+c'], 'x $&.* y a+b+c')).toBe('x [hidden] y [hidden]');
	});

	it('is hidden whole when another secret is a part of it', () => {
		expect(without(['1234', '1234-5678'], 'code 1234-5678')).not.toContain('5678');
	});

	it('that is empty or tiny hides nothing, or every text would be unreadable', () => {
		expect(without(['', 'a', 'abc'], 'abcdef')).toBe('abcdef');
	});
});

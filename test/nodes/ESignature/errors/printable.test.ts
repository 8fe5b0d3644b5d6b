import fc from 'fast-check';

import { printable, quantity, without } from '../../../../nodes/ESignature/errors/printable';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../growth';
import { draws } from '../../../support/draws';

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
			{ numRuns: draws(20_000) },
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
				const text = without(
					new Set(secrets),
					words.flatMap((word) => [word, ...secrets]).join(''),
				);
				return secrets.every((one) => !text.includes(one));
			}),
			{ numRuns: draws(5_000) },
		);
	});

	it('leaves the rest of the text as it is', () => {
		expect(without(new Set(['hunter22']), 'The secret hunter22 is wrong: hunter22.')).toBe(
			'The secret [hidden] is wrong: [hidden].',
		);
		expect(without(new Set(['$&.*', 'a+b+c']), 'x $&.* y a+b+c')).toBe('x [hidden] y [hidden]');
	});

	it('is hidden whole when another secret is a part of it', () => {
		expect(without(new Set(['1234', '1234-5678']), 'code 1234-5678')).not.toContain('5678');
	});

	it('that is empty or tiny hides nothing, or every text would be unreadable', () => {
		expect(without(new Set(['', 'a', 'abc']), 'abcdef')).toBe('abcdef');
	});

	it.each([
		['The code 12 is wrong', 'The code [hidden] is wrong'],
		['12', '[hidden]'],
		['"12", 12!', '"[hidden]", [hidden]!'],
		['112, 120, 12a, \u00e412, _12', '112, 120, 12a, \u00e412, _12'],
	])('that is tiny is hidden where it stands alone: %s', (text, shown) => {
		expect(without(new Set(['12']), text)).toBe(shown);
	});

	it.each([
		['in JSON', 'a"b\\c-\u00e4', 'said a\\"b\\\\c-\u00e4!'],
		['in an address', 'a&b=c d', 'said a%26b%3Dc%20d!'],
	])('is hidden as it stands %s', (_, one, text) => {
		expect(without(new Set([one]), text)).toBe('said [hidden]!');
	});

	it('that is learned later is hidden, too', () => {
		const secrets = new Set(['first-one']);
		expect(without(secrets, 'first-one and second-one')).toBe('[hidden] and second-one');
		secrets.add('second-one');
		expect(without(secrets, 'first-one and second-one')).toBe('[hidden] and [hidden]');
	});

	it('leaves nothing of itself, also where hundreds begin alike', () => {
		const codes = fc.uniqueArray(fc.stringMatching(/^AB[0-9]{2,6}$/), {
			minLength: 1,
			maxLength: 300,
		});
		fc.assert(
			fc.property(codes, fc.nat(), (list, pick) => {
				const code = list[pick % list.length] as string;
				const text = without(new Set(list), `The code ${code} is wrong`);
				return text === 'The code [hidden] is wrong';
			}),
			{ numRuns: 500 },
		);
	});

	it('is looked for in linear time in the length of the text', () => {
		const secrets = new Set(Array.from({ length: 1_000 }, (_, n) => `code-${n}`));
		expect(growth((size) => without(secrets, 'code-x '.repeat(size)), 1_000)).toBeLessThan(
			CLEARLY_MORE_THAN_LINEAR,
		);
	});
});

it.each([
	[0, 'seconds', '0 seconds'],
	[1, 'seconds', '1 second'],
	[2, 'seconds', '2 seconds'],
	[1, 'entries', '1 entry'],
	[1, 'signing URLs', '1 signing URL'],
	[0.5, 'minutes', '0.5 minutes'],
	[999, 'rows', '999 rows'],
	[1_000, 'rows', '1,000 rows'],
	[1_020_003, 'rows', '1,020,003 rows'],
	[1_000.5, 'seconds', '1000.5 seconds'],
	[Infinity, 'rows', 'Infinity rows'],
])('counts %d %s as people do', (count, things, said) => {
	expect(quantity(count, things)).toBe(said);
});

import fc from 'fast-check';

import {
	butIs,
	printable,
	quantity,
	quoted,
	quotedList,
	sorted,
} from '../../../../nodes/ESignature/values/text';
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
		for (const plain of ['\u00c5ngstr\u00f6m & \u4f60\u597d', `a_1.,:;!?"'<>-`]) {
			expect(printable(plain)).toBe(plain);
		}
	});

	it('that is no text is nothing', () => {
		expect([0, undefined, ['a']].map((value) => printable(value))).toEqual(['', '', '']);
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

	it('is cut before it is cleaned, which would take its time', () => {
		expect(printable(`${' '.repeat(1_000)}x`)).toBe('');
	});
});

describe('a value in an error', () => {
	it.each([
		['is cut', 'x'.repeat(81), `'${'x'.repeat(77)}...'`],
		['is one clean line', 'a\u202e\nb', "'a b'"],
		['may be a number', 0, "'0'"],
		['shows nothing of a list, where a code may be', ['1234'], 'a list'],
		['shows nothing of an object, where a code may be', { accessCode: '1234' }, 'an object'],
	])('%s', (_, value, shown) => {
		expect(quoted(value)).toBe(shown);
	});

	it.each([undefined, null, ' \n'])('is called empty when it is %j', (value) => {
		expect(butIs(value)).toBe(', but it is empty');
	});

	it('stands beside some of those that would fit', () => {
		const many = Array.from({ length: 11 }, (_, n) => n);
		expect(quotedList(many.slice(0, 10))).toMatch(/^'0', '1', .*, '9'$/);
		expect(quotedList(many)).toMatch(/ '9', \.\.\.$/);
	});
});

it.each([
	[1, 'seconds', '1 second'],
	[2, 'seconds', '2 seconds'],
	[1, 'entries', '1 entry'],
	[1, 'signing URLs', '1 signing URL'],
	[0.5, 'minutes', '0.5 minutes'],
	[1_000, 'rows', '1,000 rows'],
	[1_020_003, 'rows', '1,020,003 rows'],
	[1_000.5, 'seconds', '1000.5 seconds'],
])('counts %d %s as people do', (count, things, said) => {
	expect(quantity(count, things)).toBe(said);
});

it('entries are sorted by one of their texts, whatever its case', () => {
	const entries = ['b', 'A', 'D', 'c'].map((name) => ({ name }));

	expect(sorted(entries).map(({ name }) => name)).toEqual(['A', 'b', 'c', 'D']);
	expect(sorted([{ value: 2 }, { value: 1 }], 'value')).toEqual([{ value: 1 }, { value: 2 }]);
});

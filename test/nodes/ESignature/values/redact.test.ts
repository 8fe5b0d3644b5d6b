import fc from 'fast-check';

import { Redactor } from '../../../../nodes/ESignature/values/redact';
import { draws } from '../../../support/draws';

const hidden = (secrets: string[], text: string) => new Redactor(secrets).redact(text);

describe('a secret in a text', () => {
	const secret = fc.string({ minLength: 9, maxLength: 40 });

	it('is hidden wherever it stands', () => {
		fc.assert(
			fc.property(fc.array(fc.string()), fc.array(secret, { minLength: 1 }), (words, secrets) => {
				const text = hidden(secrets, words.flatMap((word) => [word, ...secrets]).join(''));
				return secrets.every((one) => !text.includes(one));
			}),
			{ numRuns: draws(5_000) },
		);
	});

	it('leaves the rest of the text as it is', () => {
		expect(hidden(['hunter22'], 'The secret hunter22 is wrong: hunter22.')).toBe(
			'The secret [hidden] is wrong: [hidden].',
		);
		expect(hidden(['$&.*', 'a+b+c'], 'x $&.* y a+b+c')).toBe('x [hidden] y [hidden]');
	});

	it('is hidden whole when another secret is a part of it', () => {
		expect(hidden(['1234', '1234-5678'], 'code 1234-5678')).not.toContain('5678');
	});

	it('that is empty or tiny hides nothing, or every text would be unreadable', () => {
		expect(hidden(['', 'a', 'abc'], 'abcdef')).toBe('abcdef');
	});

	it.each([
		['The code 12 is wrong', 'The code [hidden] is wrong'],
		['12', '[hidden]'],
		['"12", 12!', '"[hidden]", [hidden]!'],
		['112, 120, 12a, \u00e412, _12', '112, 120, 12a, \u00e412, _12'],
	])('that is tiny is hidden where it stands alone: %s', (text, shown) => {
		expect(hidden(['12'], text)).toBe(shown);
	});

	it.each([
		['in JSON', 'a"b\\c-\u00e4', 'said a\\"b\\\\c-\u00e4!'],
		['in an address', 'a&b=c d', 'said a%26b%3Dc%20d!'],
	])('is hidden as it stands %s', (_, one, text) => {
		expect(hidden([one], text)).toBe('said [hidden]!');
	});

	it('is looked for in one reading of the text, however many secrets there are', () => {
		const reads = (count: number) => {
			const redactor = new Redactor(Array.from({ length: count }, (_, n) => `code-${n}`));
			const methods = (['slice', 'substring', 'startsWith', 'includes', 'indexOf'] as const).map(
				(name) => jest.spyOn(String.prototype, name),
			);
			const has = jest.spyOn(Set.prototype, 'has');
			redactor.redact('An answer without any, and then one with code-0.');
			const calls = [...methods, has].map(({ mock }) => mock.calls.length);
			for (const method of [...methods, has]) method.mockRestore();
			return calls;
		};

		expect(reads(9)).toEqual(reads(1));
	});

	it('that is learned later is hidden, too', () => {
		const redactor = new Redactor(['first-one']);
		expect(redactor.redact('first-one and second-one')).toBe('[hidden] and second-one');
		redactor.add('second-one');
		expect(redactor.redact('first-one and second-one')).toBe('[hidden] and [hidden]');
	});
});

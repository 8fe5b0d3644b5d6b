import fc from 'fast-check';

import { keepDigits, parseJson } from '../../../../../nodes/ESignature/transport/wire/body';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../../growth';
import { draws } from '../../../../support/draws';

it.each([
	['{"n":9007199254740993}', { n: '9007199254740993' }],
	['{"n":-9223372036854775808,"m":1}', { n: '-9223372036854775808', m: 1 }],
	['[18446744073709551615,[1,2]]', ['18446744073709551615', [1, 2]]],
	['12345678901234567890', '12345678901234567890'],
	['{"n":1e400}', { n: '1e400' }],
])('a number that JavaScript cannot hold keeps its digits, as text: %s', (json, value) => {
	expect(parseJson(json)).toEqual(value);
});

it.each([
	'{"n":9007199254740991}',
	'{"n":0.30000000000000004,"m":1.7976931348623157e308}',
	'{"text":"9007199254740993 and \\" 9007199254740993"}',
	'{"9007199254740993":"\\\\","n":1}',
])('everything else is what it was: %s', (json) => {
	expect(parseJson(json)).toEqual(JSON.parse(json));
});

it('what is no JSON does not become JSON', () => {
	const wrong = ['{"n":09007199254740993}', '{"n":9007199254740993-1}', '{"n":9007199254740993x}'];
	expect(wrong.map(parseJson)).toEqual(wrong.map(() => undefined));
});

it('any other JSON is left as it is', () => {
	const kept = (_: string, value: unknown) =>
		Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(Number(value)) < 1e21
			? String(value)
			: value;
	fc.assert(
		fc.property(fc.json(), (json) => {
			expect(parseJson(`[${json},1234567890123456]`)).toEqual([
				JSON.parse(json, kept),
				1234567890123456,
			]);
		}),
		{ numRuns: draws(3_000) },
	);
});

it('takes time in proportion to the length', () => {
	const read = (length: number) =>
		keepDigits(`[${Array(length).fill('"\\\\x",9007199254740993').join(',')}]`);

	expect(growth(read, 10_000)).toBeLessThan(CLEARLY_MORE_THAN_LINEAR);
});

import { commaList, setNewest } from '../../../../nodes/ESignature/values/collections';

it('a map of the newest remembers what was put in last, up to a bound', () => {
	const kept = new Map(Object.entries({ a: 1, b: 2, c: 3 }));
	expect(setNewest(kept, ['a', 4], 3)).toBe(4);
	setNewest(kept, ['d', 5], 3);
	expect([...kept.keys()]).toEqual(['c', 'a', 'd']);
});

it.each([
	[' a, b ,,c,', ['a', 'b', 'c']],
	[
		['a,b', 7, 'c '],
		['a', 'b', 'c'],
	],
	[undefined, []],
])('a list may be one text with commas: %j', (value, expected) => {
	expect(commaList(value)).toEqual(expected);
});

import fc from 'fast-check';

import { normalise, readReply } from '../../../../nodes/ESignature/transport/reply';

type Thing = Record<string, unknown>;
const SPELLINGS = ['ID', 'id', 'fieldID', 'status', 'statue'];

describe('one thing of the service', () => {
	it.each([
		['the spelling of the schema', { ID: 'a', status: 's' }, { ID: 'a', status: 's' }],
		['the spelling of the sample', { ID: 'a', statue: 's' }, { ID: 'a', status: 's' }],
		['both, and the schema wins', { statue: 'x', status: 's' }, { status: 's' }],
		['a lower-case ID', { id: 'a', n: 1 }, { ID: 'a', n: 1 }],
		['the ID of a field', { fieldID: 'a', n: 1 }, { ID: 'a', n: 1 }],
		['several IDs', { ID: 'a', id: 'b', fieldID: 'c' }, { ID: 'a', id: 'b', fieldID: 'c' }],
		['an ID of another kind', { id: 7, fieldID: 'a' }, { ID: 'a', id: 7 }],
		['nothing of this', { name: 'n' }, { name: 'n' }],
		['nothing', {}, {}],
	])('comes in one spelling: %s', (_, given, expected) => {
		expect(normalise(given)).toEqual(expected);
	});

	it('keeps every key that is not one of these, with its value', () => {
		const keys = fc.oneof(
			fc.constantFrom('__proto__', 'constructor', 'toString', 'Id', 'STATUE', 'items', 'status '),
			fc.string(),
		);
		const thing = fc
			.tuple(
				fc.array(fc.tuple(keys, fc.jsonValue())),
				fc.array(fc.tuple(fc.constantFrom(...SPELLINGS), fc.jsonValue())),
			)
			.map(([some, spelled]) => Object.fromEntries([...some, ...spelled]) as Thing);
		const others = (value: Thing) =>
			JSON.stringify(Object.entries(value).filter(([key]) => !SPELLINGS.includes(key)));

		fc.assert(
			fc.property(thing, (given) => {
				const before = JSON.stringify(given);
				const result = normalise(given);
				return others(result) === others(given) && JSON.stringify(given) === before;
			}),
			{ numRuns: 3_000 },
		);
	});

	it('is the same when it is normalised twice', () => {
		const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
		const thing = fc.record(Object.fromEntries(SPELLINGS.map((key) => [key, value])), {
			requiredKeys: [],
		});
		fc.assert(
			fc.property(thing, (given) => {
				const once = normalise(given as Thing);
				expect(normalise(once)).toEqual(once);
			}),
		);
	});
});

describe('a reply', () => {
	it('is one object, normalised', () => {
		expect(readReply('object', '{"id":"a","statue":"s","x":{"id":"b"}}', false)).toEqual({
			ID: 'a',
			status: 's',
			x: { id: 'b' },
		});
	});

	it('is a list where the route has one, each of it normalised', () => {
		const text = '{"items":[{"id":"a"},{"ID":"b","statue":"s"}],"total":2,"id":"kept"}';
		const expected = { items: [{ ID: 'a' }, { ID: 'b', status: 's' }], total: 2, id: 'kept' };

		expect(readReply('items', text, false)).toEqual(expected);
	});

	it('of something that was created has an ID, alone or in a list', () => {
		expect(readReply('object', '{"items":[{"id":"a"}]}', true)).toEqual({ items: [{ ID: 'a' }] });
		expect(readReply('object', '{"items":[{"id":"a"},{"name":"b"}]}', true)).toBeUndefined();
		expect(readReply('object', '{"name":"b"}', false)).toBeUndefined();
		expect(readReply('object', '{"ID":""}', false)).toBeUndefined();
	});

	it('about one thing, or about what was created, has IDs; a list may be of something else', () => {
		for (const thing of ['{}', '{"ID":""}', '{"ID":7}', '{"id":null,"name":"x"}']) {
			expect(readReply('object', thing, false)).toBeUndefined();
			expect(readReply('object', `{"items":[{"ID":"a"},${thing}]}`, true)).toBeUndefined();
			expect(readReply('items', `{"items":[${thing}]}`, false)).toBeDefined();
		}
	});

	it.each(['', 'null', '[]', '7', '"text"', '<html>', '{"a":1', '[{"ID":"a"}]'])(
		'is not understood when it is %j',
		(text) => {
			expect(readReply('object', text, false)).toBeUndefined();
			expect(readReply('items', text, false)).toBeUndefined();
		},
	);

	it.each(['{}', '{"items":{}}', '{"items":null}', '{"items":["a"]}', '{"items":[{},[]]}'])(
		'is no list when it is %j',
		(text) => {
			expect(readReply('items', text, false)).toBeUndefined();
			expect(readReply('object', text, true)).toBeUndefined();
		},
	);

	it('does not touch the prototype of anything', () => {
		const text = '{"__proto__":{"polluted":1},"items":[{"__proto__":{"polluted":1}}]}';
		const reply = readReply('items', text, false);

		expect(({} as Thing).polluted).toBeUndefined();
		expect(reply?.polluted).toBeUndefined();
	});
});

import { printed, schemaOf } from '../../../checks/docs/schemas';

const text = (type: string) => ({ type });

describe('the preview of an output', () => {
	it('has every key that one of the outputs shows', () => {
		expect(schemaOf([{ a: 'x' }, { b: true }])).toEqual({
			type: 'object',
			properties: { a: text('string'), b: text('boolean') },
		});
	});

	it('has the keys in the order of the outputs, also where one has more in between', () => {
		const { properties = {} } = schemaOf([
			{ a: 1, d: 1 },
			{ a: 1, b: 1, c: 1, d: 1, e: 1 },
			{ d: 1, f: 1 },
		]);

		expect(Object.keys(properties)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
	});

	it('looks into lists, and at all their entries', () => {
		expect(
			schemaOf([{ list: [] }, { list: [{ a: 1 }, { b: 'x' }] }, { boxes: [[1, 2.5]] }]),
		).toEqual({
			type: 'object',
			properties: {
				list: {
					type: 'array',
					items: { type: 'object', properties: { a: text('integer'), b: text('string') } },
				},
				boxes: { type: 'array', items: { type: 'array', items: text('number') } },
			},
		});
	});

	it('does not know what is in a list that is always empty', () => {
		expect(schemaOf([[], []])).toEqual({ type: 'array' });
	});

	it.each([
		[[{ a: 1 }, { a: 'x' }], '$.a is of several types: integer, string'],
		[[{ a: [{ b: null }] }], '$.a[].b never has a value'],
		[[], '$ never has a value'],
	])('cannot be made of %j', (outputs, why) => {
		expect(() => schemaOf(outputs)).toThrow(why);
	});

	it('is printed as the formatter leaves it', () => {
		expect(printed(schemaOf([{ a: { b: [1] }, c: '' }]))).toBe(
			`{
	"type": "object",
	"properties": {
		"a": {
			"type": "object",
			"properties": {
				"b": {
					"type": "array",
					"items": { "type": "integer" }
				}
			}
		},
		"c": { "type": "string" }
	},
	"version": 1
}
`,
		);
	});
});

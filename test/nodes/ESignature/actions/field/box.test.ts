import fc from 'fast-check';

import { boxOf, partOfBox } from '../../../../../nodes/ESignature/actions/field/field';

const box = { x: 10, y: 20, width: 30, height: 40 };

describe('a bounding box', () => {
	it.each([
		['pt', [10, 20, 30, 40]],
		['mm', [28.35, 56.69, 85.04, 113.39]],
		['inch', [720, 1440, 2160, 2880]],
		[undefined, [10, 20, 30, 40]],
	])('is sent in points (%s)', (unit, expected) => {
		expect(boxOf({ ...box, unit })).toEqual(expected);
	});

	it("may come in the contract's own form, which has no unit", () => {
		expect(boxOf({ boundingBox: [1, '2', 3.456, 4] })).toEqual([1, 2, 3.46, 4]);
		expect(boxOf({ boundingBox: '[1, 2, 3, 4]', unit: 'pt' })).toEqual([1, 2, 3, 4]);
		expect(boxOf({ boundingBox: null, ...box })).toEqual([10, 20, 30, 40]);
	});

	it('may begin in the corner of the page', () => {
		expect(boxOf({ ...box, x: 0, y: '0' })).toEqual([0, 0, 30, 40]);
	});

	it('may lie anywhere and have any size: what makes sense, the service decides', () => {
		expect(boxOf({ x: -5, y: -0.001, width: 0, height: -1 })).toEqual([-5, 0, 0, -1]);
		expect(boxOf({ ...box, x: 3.4e38 })).toEqual([3.4e38, 20, 30, 40]);
	});

	it.each([
		['three numbers', { boundingBox: [1, 2, 3] }, 'must have four numbers'],
		['five numbers', { boundingBox: [1, 2, 3, 4, 5] }, 'must have four numbers'],
		['a text', { ...box, x: 'left' }, "'X' is not a number"],
		['a blank', { ...box, height: ' ' }, "'Height' is not a number"],
		['nothing', { x: 1, y: 2, width: 3 }, "'Height' is not a number"],
		['no end', { ...box, width: Infinity }, "'Width' is not a number"],
		['1e308 points', { ...box, x: 1e308 }, "'X' is too large"],
		['1e308 mm', { ...box, width: 1e308, unit: 'mm' }, "'Width' is too large"],
		['what is no float in points', { ...box, y: -1e37, unit: 'inch' }, "'Y' is too large"],
		[
			'a box and a place',
			{ ...box, boundingBox: [1, 2, 3, 4] },
			"both a 'boundingBox' and a position",
		],
		['a box in inches', { boundingBox: [1, 2, 3, 4], unit: 'inch' }, "both a 'boundingBox' and"],
		['a box that is none', { ...box, boundingBox: 'here' }, 'must have four numbers'],
		['a unit that does not exist', { ...box, unit: 'cm' }, "The 'Unit' must be one of"],
	])('is refused with %s', (_, input, message) => {
		expect(() => boxOf(input)).toThrow(message);
	});
});

describe('a part of a box', () => {
	it('has each measure in its place, in points', () => {
		expect(partOfBox({ unit: 'inch', y: 1, height: '2' })).toEqual([undefined, 72, undefined, 144]);
		expect(partOfBox({ x: null, unit: 'mm' })).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
		]);
	});

	it.each([
		[{ x: 1e308 }, "'X' is too large"],
		[{ boundingBox: [1, 2, 3], x: 1 }, 'must have four numbers'],
		[{ height: 'high' }, "'Height' is not a number"],
		[{ unit: 'cm' }, "The 'Unit' must be one of"],
	])('is refused like a whole one (%j)', (input, message) => {
		expect(() => partOfBox(input)).toThrow(message);
	});

	it('is the whole when all is given', () => {
		const measure = fc.double({ min: 0.01, max: 10_000, noNaN: true });
		fc.assert(
			fc.property(
				...([measure, measure, measure, measure] as const),
				fc.constantFrom('pt', 'mm', 'inch'),
				(x, y, width, height, unit) => {
					expect(partOfBox({ x, y, width, height, unit })).toEqual(
						boxOf({ x, y, width, height, unit }),
					);
				},
			),
		);
	});
});

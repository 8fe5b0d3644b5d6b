import fc from 'fast-check';

import { boxOf, partOfBox } from '../../../../../nodes/ESignature/actions/field/box';

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
		expect(boxOf({ boundingBox: [1, '2', 3.456, 4], unit: 'inch' })).toEqual([1, 2, 3.46, 4]);
	});

	it('may begin in the corner of the page', () => {
		expect(boxOf({ ...box, x: 0, y: '0' })).toEqual([0, 0, 30, 40]);
	});

	it.each([
		['three numbers', { boundingBox: [1, 2, 3] }, 'must have four numbers'],
		['five numbers', { boundingBox: [1, 2, 3, 4, 5] }, 'must have four numbers'],
		['a text', { ...box, x: 'left' }, "'X' is not a number"],
		['a blank', { ...box, height: ' ' }, "'Height' is not a number"],
		['nothing', { x: 1, y: 2, width: 3 }, "'Height' is not a number"],
		['no end', { ...box, width: Infinity }, "'Width' is not a number"],
		['a negative place', { ...box, y: -0.01 }, "'X' and 'Y' must not be negative"],
		['no width', { ...box, width: 0 }, "'Width' and 'Height' must be greater than 0"],
		['next to no height', { ...box, height: 0.004 }, "'Width' and 'Height' must be greater than 0"],
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
		[{ x: -1 }, "'X' and 'Y' must not be negative"],
		[{ width: 0 }, "'Width' and 'Height' must be greater than 0"],
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

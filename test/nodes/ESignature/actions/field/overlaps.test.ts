import { findOverlap, overlapError } from '../../../../../nodes/ESignature/actions/field/overlaps';
import type { Position } from '../../../../../nodes/ESignature/actions/field/field';

const at = (x: number, y: number, more: object = {}): Position => ({
	page: 1,
	boundingBox: [x, y, 150, 40],
	...more,
});

const overlapWith = (second: Position, { document = 0, signer = 0 } = {}) =>
	findOverlap([
		{ entry: 'Field 1', document: 0, signer: 0, at: at(72, 72) },
		{ entry: 'Field 2', document, signer, at: second },
	]);

describe('fields that lie on each other', () => {
	it.each([
		['at the same place', at(72, 72)],
		['at a corner', at(220, 110)],
		['inside of each other', at(0, 0, { boundingBox: [80, 80, 5, 5] })],
	])('are found: %s', (_, second) => {
		expect(overlapWith(second)?.names).toEqual(['Field 2', 'field 1']);
		expect(overlapWith(second, { signer: 1 })?.signers).toEqual([1, 0]);
	});

	it.each([
		['on two pages', at(72, 72, { page: 2 })],
		['that only touch', at(222, 72)],
		['that touch but for the rounding of millimeters', at(221.5, 72)],
		['below each other', at(72, 112)],
	])('are none: fields %s', (_, second) => {
		expect(overlapWith(second)).toBeUndefined();
	});

	it('are found if both are as small as a point', () => {
		const tiny = { entry: 'Field', signer: 0, at: at(72, 72, { boundingBox: [72, 72, 1, 1] }) };
		expect(findOverlap([tiny, tiny])).toBeDefined();
	});

	it('are none on two documents', () => {
		expect(overlapWith(at(72, 72), { document: 1 })).toBeUndefined();
	});
});

it('an overlap is reported with the page, the document, and both signers if they are two', () => {
	const overlap = { names: ['Field 2', 'field 1'] as [string, string], page: 3 };
	const emailOf = (signer: string) => `${signer}@example.com`;
	const one = overlapError({ ...overlap, signers: ['ada', 'ada'] }, emailOf, 'lease.pdf');
	const two = overlapError({ ...overlap, signers: ['grace', 'ada'] }, emailOf, 'lease.pdf');

	expect(one).toMatchObject({
		message: "Field 2 overlaps field 1 on page 3 of 'lease.pdf'",
		advice: expect.stringContaining("'ada@example.com' could not fill in both."),
	});
	expect(two).toMatchObject({
		message:
			"Field 2 for 'grace@example.com' overlaps field 1 for 'ada@example.com' on page 3 of 'lease.pdf'",
		advice: expect.stringContaining('in the same spot of the signed document'),
	});
});

it('fields are compared with those of their page, not with all others', () => {
	/** How often the page of a field is looked at, if each has a page of its own. */
	const looks = (count: number): number => {
		let times = 0;
		const fields = Array.from({ length: count }, (_, index) => ({
			signer: 0,
			at: {
				...at(72, 72),
				get page() {
					times += 1;
					return index + 1;
				},
			},
		}));
		findOverlap(fields);
		return times;
	};

	expect(looks(400)).toBe(4 * looks(100));
});

import {
	assertApart,
	type PlacedField,
} from '../../../../../nodes/ESignature/actions/field/overlaps';

const at = (x: number, y: number, more: object = {}): PlacedField['field'] => ({
	participantID: '0',
	page: 1,
	boundingBox: [x, y, 150, 40],
	...more,
});
const check = (second: PlacedField['field'], document = 0) =>
	assertApart([
		{ entry: 'Field 1', document: 0, field: at(72, 72) },
		{ entry: 'Field 2', document, field: second },
	]);

describe('fields of one signer that lie on each other', () => {
	it.each([
		['at the same place', at(72, 72)],
		['at a corner', at(220, 110)],
		['inside of each other', at(0, 0, { boundingBox: [80, 80, 5, 5] })],
	])('are refused: %s', (_, second) => {
		expect(() => check(second)).toThrow('Field 2 overlaps field 1 on page 1');
	});

	it.each([
		['of two signers', at(72, 72, { participantID: '1' })],
		['on two pages', at(72, 72, { page: 2 })],
		['that only touch', at(222, 72)],
		['that touch but for the rounding of millimeters', at(221.5, 72)],
		['below each other', at(72, 112)],
	])('do not overlap: fields %s', (_, second) => {
		expect(() => check(second)).not.toThrow();
	});

	it('are none on two documents', () => {
		expect(() => check(at(72, 72), 1)).not.toThrow();
	});
});

it('fields are compared with those of their page, not with all others', () => {
	/** How often the page of a field is looked at, if each has a page of its own. */
	const looks = (count: number): number => {
		let times = 0;
		const fields = Array.from({ length: count }, (_, index) => ({
			field: {
				...at(72, 72),
				get page() {
					times += 1;
					return index + 1;
				},
			},
		}));
		assertApart(fields);
		return times;
	};

	expect(looks(400)).toBe(4 * looks(100));
});

import { assertApart } from '../../../../../nodes/ESignature/actions/field/overlaps';
import type { Position } from '../../../../../nodes/ESignature/actions/field/field';

const at = (x: number, y: number, more: object = {}): Position => ({
	page: 1,
	boundingBox: [x, y, 150, 40],
	...more,
});
const check = (second: Position, { document = 0, signer = 0 } = {}) =>
	assertApart([
		{ entry: 'Field 1', document: 0, signer: 0, at: at(72, 72) },
		{ entry: 'Field 2', document, signer, at: second },
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
		['on two pages', at(72, 72, { page: 2 })],
		['that only touch', at(222, 72)],
		['that touch but for the rounding of millimeters', at(221.5, 72)],
		['below each other', at(72, 112)],
	])('do not overlap: fields %s', (_, second) => {
		expect(() => check(second)).not.toThrow();
	});

	it('are none on two documents, or if they are of two signers', () => {
		expect(() => check(at(72, 72), { document: 1 })).not.toThrow();
		expect(() => check(at(72, 72), { signer: 1 })).not.toThrow();
	});

	it('are found however the ID of the signer is normalized', () => {
		const signers = ['AB', 'ab'].map((signer) => ({ signer, at: at(72, 72) }));
		expect(() => assertApart(signers)).toThrow('Field 2 overlaps field 1 on page 1');
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
		assertApart(fields);
		return times;
	};

	expect(looks(400)).toBe(4 * looks(100));
});

import {
	FIELD_KEYS,
	hasPosition,
	keysOf,
} from '../../../../../nodes/ESignature/actions/field/field';

describe('the keys of a row of fields', () => {
	const isByText = (row: object) => keysOf(row).length > FIELD_KEYS.length;

	it.each([
		['a text', { text: 'Sign here' }],
		['a text beside a position', { text: 'Sign here', x: 10 }],
		['an empty text and no position', { text: '' }],
		['the placement at a text', { placement: 'atText' }],
		['the placement at a text, as the form calls it', { Placement: 'At Text' }],
		['the placement at a text beside a position', { placement: 'atText', x: 1, y: 2 }],
	])('are also those of a text if it has %s', (_, row) => {
		expect(isByText(row)).toBe(true);
	});

	it.each([
		['a position', { x: 10, y: 10 }],
		['an empty text beside a position', { text: '', x: 10 }],
		['the placement at a position', { placement: 'atPosition' }],
		['a column of another name', { place: 'atText', bodyText: 'Sign here' }],
		['nothing', {}],
	])('are those of a position if it has %s', (_, row) => {
		expect(isByText(row)).toBe(false);
	});

	it.each([
		[{ x: 0 }, true],
		[{ Y: '3' }, true],
		[{ bounding_box: [1, 2, 3, 4] }, true],
		[{ x: '', y: undefined }, false],
		[{ page: 1 }, false],
	])('show whether %j has a position', (row, expected) => {
		expect(hasPosition(row)).toBe(expected);
	});
});

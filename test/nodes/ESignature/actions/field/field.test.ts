import {
	withDefaults,
	detailsOf,
	positionOf,
	pageOf,
	type FieldInput,
	changeOf,
	fieldUpdate,
	isApplied,
} from '../../../../../nodes/ESignature/actions/field/field';
import type { Field } from '../../../../../nodes/ESignature/api';

const WHO = '00000000-0000-4000-8000-000000000001';
const box = { x: 10, y: 20, width: 30, height: 40 };
const make = (input: FieldInput) => {
	const row = withDefaults({ type: 'signature', ...box, ...input });
	return { ...detailsOf(row), ...positionOf(row) };
};

describe('a new field', () => {
	it('is on the first page, required and measured in points unless told otherwise', () => {
		expect(make({})).toEqual({
			type: 'signature',
			boundingBox: [10, 20, 30, 40],
			page: 1,
			required: true,
		});
	});

	it.each(['signature', 'custom', 'date'])(
		'of the type %s has what this type has, and nothing else',
		(type) => {
			const field = make({ type, label: 'Number', format: 'DD/MM/YYYY', modifiable: 'true' });
			expect(field).toMatchObject({ type });
			expect('label' in field).toBe(type === 'custom');
			expect(['format', 'modifiable'].map((key) => key in field)).toEqual([
				type === 'date',
				type === 'date',
			]);
		},
	);

	it('of the type date may have a format', () => {
		const format = 'DD MMM YYYY';
		expect(make({ type: 'date', format })).toMatchObject({ format, modifiable: false });
	});

	it.each([
		['a type that does not exist', { type: 'stamp' }, "The 'Type' must be one of"],
		['no label', { type: 'custom' }, "The 'Label' is empty"],
		['a format of its own', { type: 'date', format: 'YY' }, "The 'Format' must be one of"],
		['a switch that is neither', { required: 'maybe' }, "'Required' must be true or false"],
		['half a page', { page: 1.5 }, "'Page' must be"],
	])('is refused with %s', (_, input, message) => {
		expect(() => make(input)).toThrow(message);
	});

	it.each([
		['Page', 'page'],
		['Unit', 'unit'],
		['Required', 'required'],
		['Format', 'format'],
	])('is refused with a %s whose expression returned nothing', (label, name) => {
		expect(() => make({ type: 'date', [name]: null })).toThrow(`'${label}'`);
	});
});

describe('the box of a new field', () => {
	const boxOf = (input: FieldInput) => positionOf(withDefaults(input)).boundingBox;

	it.each([
		['pt', [10, 20, 30, 40]],
		['mm', [28.35, 56.69, 85.04, 113.39]],
		['inch', [720, 1440, 2160, 2880]],
	])('is sent in points (%s)', (unit, expected) => {
		expect(boxOf({ ...box, unit })).toEqual(expected);
	});

	it('has the usual size in points, whatever the unit', () => {
		expect(boxOf({ x: 1, y: 1, unit: 'inch' })).toEqual([72, 72, 150, 40]);
	});

	it("may come in the contract's own form, which has no unit", () => {
		expect(boxOf({ boundingBox: [1, '2', 3.456, 4] })).toEqual([1, 2, 3.46, 4]);
		expect(boxOf({ boundingBox: null, ...box })).toEqual([10, 20, 30, 40]);
	});

	it('may lie anywhere and have any size: what makes sense, the service decides', () => {
		expect(boxOf({ x: -5, y: '-0.001', width: 0, height: -1 })).toEqual([-5, 0, 0, -1]);
	});

	it.each([
		['three numbers', { boundingBox: [1, 2, 3] }, 'must have four numbers'],
		['a text', { ...box, x: 'left' }, "'X' must be a number, not 'left'"],
		['nothing', { x: 1, width: 3 }, "'Y' must be a number, but it is empty"],
		['a unit that does not exist', { ...box, unit: 'cm' }, "The 'Unit' must be one of"],
		[
			'a size without end once it is in points',
			{ ...box, width: '1e308', unit: 'mm' },
			"'Width' is out of range: '1e308'",
		],
	])('is refused with %s', (_, input, message) => {
		expect(() => boxOf(input)).toThrow(message);
	});
});

describe('a page', () => {
	it.each([
		[1, 1],
		[-1, -1],
		['12', 12],
	])('may be %j', (value, page) => {
		expect(pageOf(value)).toBe(page);
	});

	it.each([0, 0.5, '', null, [1]])('may not be %j', (value) => {
		expect(() => pageOf(value)).toThrow(/^'Page' must be/);
	});
});

const current = {
	ID: WHO,
	documentID: WHO,
	participantID: WHO,
	type: 'signature',
	page: 1,
	required: true,
	boundingBox: [10.123, 20, 30, 40],
} as Field;
const date = { ...current, type: 'date', format: 'YYYY-MM-DD' } as Field;

describe('an update of a field', () => {
	it.each([
		['a page', { page: '3' }, { page: 3 }],
		['a switch as text', { required: 'false' }, { required: false }],
		[
			'another signer',
			{ participantId: { __rl: true, mode: 'id', value: WHO } },
			{ participantID: WHO },
		],
		[
			'one measure, which leaves the others alone',
			{ y: 1, unit: 'inch' },
			{ boundingBox: [10.123, 72, 30, 40] },
		],
	])('repeats the type and sends what is given: %s', (_, input, expected) => {
		expect(changeOf(current, fieldUpdate(input))).toEqual({ type: 'signature', ...expected });
	});

	it.each([{}, { unit: 'mm' }, { x: null }])('of nothing is refused (%j)', (input) => {
		expect(() => fieldUpdate(input)).toThrow('There is nothing to update');
	});

	it.each([
		[{ page: 0 }, "'Page' must be"],
		[{ width: 'wide' }, "'Width' must be a number, not 'wide'"],
		[{ format: 'YY' }, "The 'Format' must be one of"],
		[{ label: '' }, "The 'Label' is empty"],
		[{ modifiable: 'perhaps' }, "'Modifiable' must be true or false"],
		[
			{ participantId: 'Ada' },
			"The participant ID must be a valid ID, not 'Ada': find it with 'Get Many'",
		],
	])('is checked without the field (%j)', (input, message) => {
		expect(() => fieldUpdate(input)).toThrow(message);
	});

	it('fits the type of the field', () => {
		const [label, format] = [fieldUpdate({ label: 'No.' }), fieldUpdate({ format: 'DD/MM/YYYY' })];
		expect(() => changeOf(current, label)).toThrow(
			"This field has the type 'signature', but only a 'custom' field has a label",
		);
		expect(() => changeOf(current, format)).toThrow(
			"This field has the type 'signature', but only a 'date' field has a format",
		);
		expect(changeOf(date, format)).toEqual({ type: 'date', format: 'DD/MM/YYYY' });
	});

	it('is applied however the service spells what was sent', () => {
		const custom = { ...current, type: 'custom', label: 'No.' } as Field;
		const update = fieldUpdate({ label: ' No.\n', participantId: WHO.replace(/0/g, 'A'), x: 5.26 });
		const now = {
			...custom,
			participantID: WHO.replace(/0/g, 'a'),
			boundingBox: ['5.2599998', '20', '30', '40'],
		} as unknown as Field;
		expect(isApplied(changeOf({ ...now, boundingBox: [1, 20, 30, 40] }, update), now)).toBe(true);
		expect(isApplied(changeOf(now, fieldUpdate({ x: 5.5 })), now)).toBe(false);
	});

	it('is applied once the field says all that was sent', () => {
		const change = changeOf(current, fieldUpdate({ x: 5, page: 2 }));
		expect(isApplied(change, current)).toBe(false);
		expect(isApplied(change, { ...current, page: 2 })).toBe(false);
		expect(isApplied(change, { ...current, page: 2, boundingBox: [5, 20, 30, 40] })).toBe(true);
	});
});

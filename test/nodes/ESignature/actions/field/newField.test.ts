import {
	newField,
	pageOf,
	type FieldInput,
} from '../../../../../nodes/ESignature/actions/field/field';
import { DATE_FORMATS, FIELD_TYPES } from '../../../../../nodes/ESignature/api';

const WHO = '00000000-0000-4000-8000-000000000001';
const box = { x: 10, y: 20, width: 30, height: 40 };
const make = (input: FieldInput) => newField({ type: 'signature', ...box, ...input }, WHO, 'json');

describe('a new field', () => {
	it('is on the first page, required and measured in points unless told otherwise', () => {
		expect(make({})).toEqual({
			type: 'signature',
			participantID: WHO,
			boundingBox: [10, 20, 30, 40],
			page: 1,
			required: true,
		});
	});

	it.each(FIELD_TYPES)('of the type %s has what this type has, and nothing else', (type) => {
		const field = make({ type, label: 'Number', format: 'DD/MM/YYYY', modifiable: 'true' });
		expect(field).toMatchObject({ type });
		expect('label' in field).toBe(type === 'custom');
		expect(['format', 'modifiable'].map((key) => key in field)).toEqual([
			type === 'date',
			type === 'date',
		]);
	});

	it.each(Object.keys(DATE_FORMATS))('of the type date may have the format %s', (format) => {
		expect(make({ type: 'date', format })).toMatchObject({ format, modifiable: false });
	});

	it.each([
		['a type that does not exist', { type: 'stamp' }, "The 'Type' must be one of"],
		['no type', { type: undefined }, "The 'Type' must be one of"],
		['no label', { type: 'custom' }, "The 'Label' is empty"],
		['a blank label', { type: 'custom', label: ' ' }, "The 'Label' is empty"],
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
	])('from the form is refused with a %s whose expression returned nothing', (label, name) => {
		const entered = { ...box, type: 'date', page: 1 };

		expect(newField(entered, WHO, 'form').type).toBe('date');
		expect(() => newField({ ...entered, [name]: null }, WHO, 'form')).toThrow(
			`The '${label}' is empty`,
		);
	});
});

describe('a page', () => {
	it.each([
		[1, 1],
		[-1, -1],
		['12', 12],
		[2 ** 31 - 1, 2 ** 31 - 1],
	])('may be %j', (value, page) => {
		expect(pageOf(value)).toBe(page);
	});

	it.each([
		0,
		-0.5,
		0.5,
		-(2 ** 31),
		2 ** 31,
		1e21,
		'',
		'one',
		null,
		undefined,
		NaN,
		Infinity,
		[1],
	])('may not be %j', (value) => {
		expect(() => pageOf(value)).toThrow(/^('Page' must be|'Page' is not a number)/);
	});
});

import {
	changeOf,
	fieldUpdate,
	isApplied,
} from '../../../../../nodes/ESignature/actions/field/field';
import type { Field } from '../../../../../nodes/ESignature/api';

const WHO = '00000000-0000-4000-8000-000000000001';
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
		[{ width: 'wide' }, "'Width' is not a number"],
		[{ format: 'YY' }, "The 'Format' must be one of"],
		[{ label: '' }, "The 'Label' is empty"],
		[{ modifiable: 'perhaps' }, "'Modifiable' must be true or false"],
		[{ participantId: 'Ada' }, "The participant ID is not a valid ID: find it with 'Get Many'"],
	])('is checked without the field (%j)', (input, message) => {
		expect(() => fieldUpdate(input)).toThrow(message);
	});

	it('fits the type of the field', () => {
		const [label, format] = [fieldUpdate({ label: 'No.' }), fieldUpdate({ format: 'DD/MM/YYYY' })];
		expect(() => changeOf(current, label)).toThrow("Only a field of the type 'custom' has a label");
		expect(() => changeOf(current, format)).toThrow("Only a field of the type 'date' has a format");
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

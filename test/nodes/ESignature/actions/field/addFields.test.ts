import fc from 'fast-check';

import { isSameField } from '../../../../../nodes/ESignature/actions/field/addFields';
import type { Field, NewField } from '../../../../../nodes/ESignature/api';

const field = {
	type: 'custom',
	participantID: 'aaaaaaaa-0000-4000-8000-000000000001',
	page: 1,
	boundingBox: [72.05, 100, 150.33, 40],
	label: 'Name',
} as NewField;
const shown = (more: object) => ({ ...field, ID: 'f', ...more }) as unknown as Field;

describe('a field is the one that was sent', () => {
	it.each([
		['to the letter', {}],
		['with its ID in capitals', { participantID: field.participantID.toUpperCase() }],
		['with a box that is rounded to a tenth', { boundingBox: [72.1, 100, 150.3, 40] }],
		['with a box in text', { boundingBox: ['72.05', '100', '150.33', '40'] }],
		['with blanks around its label', { label: ' Name ' }],
	])('%s', (_, more) => {
		expect(isSameField(field, shown(more))).toBe(true);
	});

	it.each([
		['of another type', { type: 'date' }],
		['of another participant', { participantID: 'x' }],
		['on another page', { page: 2 }],
		['with another label', { label: 'Town' }],
		['without its label', { label: undefined }],
		['at another place', { boundingBox: [73, 100, 150.33, 40] }],
		['without a place', { boundingBox: undefined }],
	])('but not %s', (_, more) => {
		expect(isSameField(field, shown(more))).toBe(false);
	});

	it('in the precision of a float', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 100_000 }), (hundredths) => {
				const sent = { ...field, boundingBox: [hundredths / 100, 0, 1, 1] } as NewField;
				const [x, ...rest] = sent.boundingBox;
				expect(isSameField(sent, shown({ boundingBox: [Math.fround(x), ...rest] }))).toBe(true);
			}),
		);
	});
});

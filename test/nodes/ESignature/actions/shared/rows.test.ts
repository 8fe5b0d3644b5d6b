import { FIELD_KEYS } from '../../../../../nodes/ESignature/actions/field/field';
import { knownKeys } from '../../../../../nodes/ESignature/actions/shared/rows';

const KEYS = ['document', 'participantEmail', ...FIELD_KEYS] as const;
const known = (row: object) => knownKeys(row, KEYS, ['ID']);

describe('the keys of a row', () => {
	it('are known in any case and with any separators', () => {
		const row = { Page: 2, 'BOUNDING BOX': [1], participant_email: 'a@b' };
		expect(known(row)).toEqual({ page: 2, boundingBox: [1], participantEmail: 'a@b' });
	});

	it('are refused when one is not known, and all known ones are named', () => {
		expect(() => known({ page: 1, participantID: 'x' })).toThrow(
			expect.objectContaining({
				message: "'participantID' is not a known key",
				description: expect.stringContaining('The known keys are: document, participantEmail, '),
			}),
		);
	});

	it('may be empty, whatever they are, or among those to ignore', () => {
		expect(known({ ID: 1, page: null, width: ' ', comment: '' })).toEqual({});
	});

	it('are refused when one is given twice', () => {
		expect(() => known({ page: 1, Page: 2 })).toThrow("'page' appears twice");
		expect(known({ page: 1, PAGE: null })).toEqual({ page: 1 });
	});

	it('appear in a message on one line', () => {
		expect(() => known({ ['re\nmark']: 1 })).toThrow("'re mark' is not a known key");
	});
});

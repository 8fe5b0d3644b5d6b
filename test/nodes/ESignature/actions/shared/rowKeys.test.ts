import { FIELD_KEYS } from '../../../../../nodes/ESignature/actions/field/field';
import { knownKeys } from '../../../../../nodes/ESignature/actions/shared/rows';

const KEYS = ['document', 'participantEmail', ...FIELD_KEYS] as const;
const known = (row: object) => knownKeys(row, KEYS, ['ID', 'documentID']);

describe('the keys of a row', () => {
	it('are known in any case and with any separators', () => {
		const row = { Page: 2, 'BOUNDING BOX': [1], participant_email: 'a@b', 'Participant-Email': '' };
		expect(known(row)).toEqual({ page: 2, boundingBox: [1], participantEmail: 'a@b' });
	});

	it.each([
		['widht', 'width'],
		['heigth', 'height'],
		['lable', 'label'],
		['units', 'unit'],
		['participantMail', 'participantEmail'],
		['boundingBoxes', 'boundingBox'],
		['pageNumber', 'page'],
		['page_no', 'page'],
		['documentName', 'document'],
		['isRequired', 'required'],
	])('are refused when one looks like another: %s', (key, meant) => {
		expect(() => known({ [key]: 1 })).toThrow(`'${key}' is not a known key`);
		expect(() => known({ [key]: 1 })).toThrow(
			expect.objectContaining({ description: expect.stringContaining(`Did you mean '${meant}'?`) }),
		);
	});

	it('may be longer names beside the one that is known', () => {
		expect(known({ page: 2, pageNumber: 3, document: 1, documentName: 'a.pdf' })).toEqual({
			page: 2,
			document: 1,
		});
	});

	it('may be of no concern, or empty', () => {
		const row = { ID: 1, documentID: 2, reconciled: true, name: 'x', comment: 'y', widht: '' };
		expect(known(row)).toEqual({});
	});

	it('are refused when one is given twice with different values', () => {
		expect(() => known({ page: 1, Page: 2 })).toThrow("'page' appears twice");
		expect(known({ page: 1, Page: 1, PAGE: null })).toEqual({ page: 1 });
	});

	it('do not appear in a message as they are', () => {
		const key = `wid\nth`;
		expect(() => known({ [key]: 1, [`x${'y'.repeat(1000)}`]: 1 })).not.toThrow();
		expect(() => known({ ['w\u00efdth']: 1 })).toThrow("'w?dth' is not a known key");
	});
});

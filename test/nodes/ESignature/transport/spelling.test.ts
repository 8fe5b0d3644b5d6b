import fc from 'fast-check';

import { normalise } from '../../../../nodes/ESignature/transport/spelling';
import { draws } from '../../../support/draws';

type Thing = Record<string, unknown>;
const SPELLINGS = ['ID', 'id', 'Id', 'fieldID', 'fieldId', 'status', 'statue', 'Status'];

describe('one thing of the service', () => {
	it.each<[string, Thing, Thing]>([
		['the spelling of the schema', { ID: 'a', status: 's' }, { ID: 'a', status: 's' }],
		['the spelling of the sample', { ID: 'a', statue: 's' }, { ID: 'a', status: 's' }],
		['both, and the schema wins', { statue: 'x', status: 's' }, { status: 's' }],
		['a status that is null beside it', { statue: 's', status: null }, { status: 's' }],
		['a lower-case ID', { id: 'a', n: 1 }, { ID: 'a', n: 1 }],
		['a capital and a small letter', { Id: 'a', n: 1 }, { ID: 'a', n: 1 }],
		['the ID of a field', { fieldID: 'a', n: 1 }, { ID: 'a', n: 1 }],
		['the same with a small letter', { fieldId: 'a', n: 1 }, { ID: 'a', n: 1 }],
		['an ID that is null beside it', { ID: null, fieldId: 'a' }, { ID: 'a' }],
		['several IDs', { ID: 'a', id: 'b', fieldID: 'c' }, { ID: 'a', id: 'b', fieldID: 'c' }],
		['two that could be meant', { id: 'a', Id: 'b' }, { id: 'a', Id: 'b' }],
		['an ID of another kind', { id: 7, fieldID: 'a' }, { ID: 'a', id: 7 }],
		['IDs of other things', { ID: 'a', participantId: 'b' }, { ID: 'a', participantID: 'b' }],
		['words with lines', { ID: 'a', last_modified_at: 't' }, { ID: 'a', lastModifiedAt: 't' }],
		['capitals', { ID: 'a', Name: 'n', 'Next-Page': 1 }, { ID: 'a', name: 'n', nextPage: 1 }],
		['null where nothing else stands', { name: null }, { name: null }],
		[
			'an access code',
			{ authentication: { access_code: '1' } },
			{ authentication: { accessCode: '1' } },
		],
		['nothing of this', { colour: 'n' }, { colour: 'n' }],
		['nothing', {}, {}],
	])('comes in one spelling: %s', (_, given, expected) => {
		expect(normalise(given, 'fieldID')).toEqual(expected);
	});

	it.each<[string, Thing, Thing]>([
		['a status in capitals', { status: 'SENT' }, { status: 'sent' }],
		['a status of a document', { status: ' Uploaded ' }, { status: 'uploaded' }],
		['a role in capitals', { role: 'Signer' }, { role: 'signer' }],
		['a type of a field', { type: 'CUSTOM' }, { type: 'custom' }],
		[
			'a type of authentication',
			{ authentication: { type: 'ACCESSCODE' } },
			{ authentication: { type: 'AccessCode' } },
		],
		['who notifies', { notifications_managed_by: 'SENDER' }, { notificationsManagedBy: 'sender' }],
		['a status that nobody knows', { status: 'Archived' }, { status: 'Archived' }],
		['a status that is no text', { status: 7 }, { status: 7 }],
		['a box of texts', { boundingBox: ['1', '2.5', '3', '4e1'] }, { boundingBox: [1, 2.5, 3, 40] }],
		['a box as one text', { boundingBox: '[1, 2, 3,4]' }, { boundingBox: [1, 2, 3, 4] }],
		['a box in words', { bounding_box: '1 2 3 4' }, { boundingBox: [1, 2, 3, 4] }],
		[
			'a box by its sides',
			{ boundingBox: { x: 1, y: 2, w: 3, h: 4 } },
			{ boundingBox: [1, 2, 3, 4] },
		],
		['half a box', { boundingBox: ['1', '2', 'x', '4'] }, { boundingBox: ['1', '2', 'x', '4'] }],
		['three numbers', { boundingBox: '1,2,3' }, { boundingBox: '1,2,3' }],
		['a page as text', { page: '2' }, { page: 2 }],
		[
			'a switch as text',
			{ required: 'false', modifiable: 'True' },
			{ required: false, modifiable: true },
		],
	])('has values of one kind: %s', (_, given, expected) => {
		expect(normalise(given)).toEqual(expected);
	});

	it('keeps every key that the contract does not know, with its value', () => {
		const keys = fc.oneof(
			fc.constantFrom('__proto__', 'constructor', 'toString', 'STATUE ', 'colour', 'status '),
			fc.string().map((text) => `x${text}`),
		);
		const thing = fc
			.tuple(
				fc.array(fc.tuple(keys, fc.jsonValue())),
				fc.array(fc.tuple(fc.constantFrom(...SPELLINGS), fc.jsonValue())),
			)
			.map(([some, spelled]) => Object.fromEntries([...some, ...spelled]) as Thing);
		const others = (value: Thing) =>
			JSON.stringify(Object.entries(value).filter(([key]) => !SPELLINGS.includes(key)));

		fc.assert(
			fc.property(thing, (given) => {
				const before = JSON.stringify(given);
				const result = normalise(given, 'fieldID');
				return others(result) === others(given) && JSON.stringify(given) === before;
			}),
			{ numRuns: draws(3_000) },
		);
	});

	it('is the same when it is normalised twice', () => {
		const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
		const thing = fc.record(Object.fromEntries(SPELLINGS.map((key) => [key, value])), {
			requiredKeys: [],
		});
		fc.assert(
			fc.property(thing, (given) => {
				const once = normalise(given as Thing);
				expect(normalise(once)).toEqual(once);
			}),
		);
	});
});

import { guiltyEntry } from '../../../../nodes/ESignature/core/bulk';

const people = ['ann@example.com', 'bob@example.com'].map((email) => ({ email }));
const named = (field: string) => ({ validationErrors: [[field, 'is wrong']] });

describe('the entry that a refusal is about', () => {
	it.each(['items', 'item', 'participants', 'fields', 'entries', 'elements'])(
		'is found in a list that is called %s',
		(list) => {
			expect(guiltyEntry(named(`${list}[1].email`), people)).toBe(1);
		},
	);

	it.each(['$', '#', 'body', 'request', 'requestBody', 'input', 'payload', 'data'])(
		'is found in what the service calls %s',
		(around) => {
			expect(guiltyEntry(named(`${around}.items[1].email`), people)).toBe(1);
			expect(guiltyEntry(named(`${around}[1].email`), people)).toBe(1);
		},
	);

	it('is not found in other things, nor by a word of one or two letters', () => {
		expect(guiltyEntry(named('other.items[1].email'), people)).toBeUndefined();
		expect(guiltyEntry({ detail: 'Not a list' }, ['  a', 'b12'])).toBeUndefined();
	});
});

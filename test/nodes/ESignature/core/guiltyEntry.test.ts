import { guiltyEntry } from '../../../../nodes/ESignature/core/bulk';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../growth';

const [P, Q] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
const fields = [P, Q, P].map((participantID) => ({ type: 'signature', participantID }));
const people = ['ann@example.com', 'bob@example.co', 'bob@example.com'].map((email) => ({ email }));

const named = (field: string) => ({ validationErrors: [[field, 'is wrong']] });

describe('the entry that a refusal names', () => {
	it.each([
		...['items[2].email', 'items.2.email', '/items/2/email', '#/items/2/email', '$.items[2]'],
		...['$.items[2].email', 'Items[2].Email', '[2]', '[2].email', '2.email', 'items/2', '2'],
		...[
			'body.items.2.email',
			'participants[2].email',
			"$['items'][2]['email']",
			'request.items(2)',
		],
	])('is named by its place, however that is written (%s)', (field) => {
		expect(guiltyEntry(named(field), people)).toBe(2);
	});

	it.each([
		...['items', 'email', 'xitems[1]', 'items[-1]', 'items[3]', 'items[99999]', 'boundingBox[1]'],
		...['email.1', '', 'items[1e0]', 'items[0x1]'],
	])('is not guessed from another number (%j)', (field) => {
		expect(guiltyEntry(named(field), people)).toBeUndefined();
	});

	it.each([
		['items[1]: participant does not exist', 1],
		['The participant of $.items[1] does not exist.', 1],
		['Invalid value at /items/1/email', 1],
		['[1].email is not an address', 1],
		['There are 2 items, 1 is wrong', undefined],
		['At most 2 subitems[1]', undefined],
	])('is named by its place in a sentence (%s)', (detail, index) => {
		expect(guiltyEntry({ detail }, people)).toBe(index);
		expect(guiltyEntry({ validationErrors: [['', detail]] }, people)).toBe(index);
	});

	it.each([
		[`Participant ${Q} does not exist on the envelope.`, fields, 1],
		[`Participant '${Q.toUpperCase()}' does not exist`, fields, 1],
		[`participantID=${P}: not found`, fields, 0],
		[`Field ${Q} was not found.`, [P, Q], 1],
		['The address bob@example.com is blocked.', people, 2],
		['<BOB@example.com>', people, 2],
		['Somebody is blocked', people, undefined],
		[`Envelope ${Q} was not found`, people, undefined],
	])('is named by an ID or address that it has (%s)', (detail, entries, index) => {
		expect(guiltyEntry({ detail }, entries)).toBe(index);
	});

	it('is the first that is named by its place, before any that is named by what it has', () => {
		const complaint = {
			detail: 'ann@example.com is fine',
			validationErrors: [
				['role', 'x'],
				['items[1]', 'y'],
			],
		};
		expect(guiltyEntry(complaint, people)).toBe(1);
	});

	it('is the only one of its request, and nobody where there is none', () => {
		expect(guiltyEntry({ detail: 'No.' }, [{ email: 'x' }])).toBe(0);
		expect(guiltyEntry({}, [])).toBeUndefined();
	});

	it('is looked for in time proportional to what is said', () => {
		const look = (size: number) => {
			const detail = '['.repeat(size) + 'items['.repeat(size) + '.'.repeat(2 * size);
			return guiltyEntry({ detail, validationErrors: [[detail, detail]] }, people);
		};

		expect(growth(look, 3_000)).toBeLessThan(CLEARLY_MORE_THAN_LINEAR);
	});
});

import {
	identityOf,
	PARTICIPANTS,
} from '../../../../../nodes/ESignature/actions/participant/addParticipants';
import type { NewParticipant, Participant } from '../../../../../nodes/ESignature/api';
import { match } from '../../../../../nodes/ESignature/core';

const person = (ID: string, email: string, role = 'signer'): Participant => ({ ID, email, role });
const wish = (email: string, role: NewParticipant['role'] = 'signer'): NewParticipant => ({
	email,
	role,
});

describe('who a participant is', () => {
	it.each([
		['capitals', wish('ada@example.com'), person('1', 'Ada@EXAMPLE.com', 'SIGNER')],
		['blanks', wish('ada@example.com'), person('1', ' ada@example.com ')],
		['two ways to write a letter', wish('a\u0308@b.c'), person('1', '\u00e4@b.c')],
	])('does not depend on %s', (_, one, other) => {
		expect(identityOf(one)).toBe(identityOf(other));
	});

	it('depends on the address and the role', () => {
		const all = [wish('a@b'), wish('a@b', 'cc'), wish('c@b'), wish('a@bc'), wish('","signer')];

		expect(new Set(all.map(identityOf)).size).toBe(all.length);
	});
});

it('passes over somebody whom the service lists without an address', () => {
	const after = [{ ID: '9' } as Participant, person('1', 'ada@example.com')];
	const { found } = match([wish('ada@example.com')], after, PARTICIPANTS.tiers);

	expect(found).toEqual([after[1]]);
});

it('could be taken for somebody with the same address in another role, since an answer may lack the role', () => {
	expect(PARTICIPANTS.same(wish('Ada@example.com'), wish('ada@example.com', 'cc'))).toBe(true);
	expect(PARTICIPANTS.same(wish('ada@example.com'), wish('alan@example.com'))).toBe(false);
});

import {
	hasAuthentication,
	hasMethod,
	identityOf,
} from '../../../../../nodes/ESignature/actions/participant/identity';
import type {
	Authentication,
	NewParticipant,
	Participant,
} from '../../../../../nodes/ESignature/api';

const person = (ID: string, email: string, role = 'signer'): Participant => ({ ID, email, role });
const wanted = (email: string, role: NewParticipant['role'] = 'signer'): NewParticipant => ({
	email,
	role,
});

describe('who a participant is', () => {
	it.each([
		['capitals', wanted('ada@example.com'), person('1', 'Ada@EXAMPLE.com', 'SIGNER')],
		['blanks', wanted('ada@example.com'), person('1', ' ada@example.com ')],
		['two ways to write a letter', wanted('a\u0308@b.c'), person('1', '\u00e4@b.c')],
	])('does not depend on %s', (_, one, other) => {
		expect(identityOf(one)).toBe(identityOf(other));
	});

	it('depends on the address and the role', () => {
		const all = [
			wanted('a@b'),
			wanted('a@b', 'cc'),
			wanted('c@b'),
			wanted('a@bc'),
			wanted('","signer'),
		];

		expect(new Set(all.map(identityOf)).size).toBe(all.length);
	});
});

describe('how a participant proves who they are', () => {
	const code: Authentication = { type: 'AccessCode', accessCode: '1234' };

	it.each<[unknown, boolean, boolean]>([
		[code, true, true],
		[{ type: 'ACCESSCODE', accessCode: '1234' }, false, false],
		[{ type: 'AccessCode', accessCode: '9999' }, true, false],
		[{ type: 'AccessCode' }, true, false],
		[{ type: 'SMS', countryCode: '+1', phoneNumber: '1' }, false, false],
		[{}, false, false],
		[null, false, false],
		[undefined, false, false],
	])('is compared with what was asked for: %j', (authentication, isMethod, isWhole) => {
		const shown = { authentication } as Participant;

		expect([hasMethod(shown, code), hasAuthentication(shown, code)]).toEqual([isMethod, isWhole]);
	});

	it('is nothing where nothing was asked for', () => {
		expect(hasAuthentication({ authentication: undefined }, undefined)).toBe(true);
		expect(hasAuthentication({ authentication: code }, undefined)).toBe(false);
	});
});

import {
	includeAccessCodes,
	shownParticipant,
} from '../../../../../nodes/ESignature/actions/participant/form';
import type { Participant } from '../../../../../nodes/ESignature/api';
import type { Call } from '../../../../../nodes/ESignature/core';

/** A call whose option is set, or left as it is. */
const including = (includeAccessCodes?: boolean): Pick<Call, 'option'> => ({
	option: <Value>(name: string, fallback: Value) =>
		name === 'includeAccessCodes' && includeAccessCodes !== undefined
			? (includeAccessCodes as Value)
			: fallback,
});

const ada = {
	ID: '1',
	email: 'ada@example.com',
	role: 'SIGNER',
	authentication: { type: 'AccessCode', accessCode: 'canary-code' },
	somethingNew: [1],
} as Participant;

describe('a participant that is shown', () => {
	it.each([undefined, false])('has no access code unless asked for: %p', (option) => {
		const before = JSON.stringify(ada);

		expect(shownParticipant(including(option), ada)).toEqual({
			...ada,
			authentication: { type: 'AccessCode' },
		});
		expect(JSON.stringify(ada)).toBe(before);
	});

	it('has its access code only when asked for', () => {
		expect(includeAccessCodes).toMatchObject({ name: 'includeAccessCodes', default: false });
		expect(shownParticipant(including(true), ada)).toEqual(ada);
	});

	it('keeps the phone of an authentication by SMS', () => {
		const sms = { type: 'SMS', countryCode: '+49', phoneNumber: '170' } as const;

		expect(shownParticipant(including(), { ...ada, authentication: sms })).toEqual({
			...ada,
			authentication: sms,
		});
	});

	it('has no authentication when the service shows none', () => {
		expect(shownParticipant(including(), { ID: '1', email: 'a@b', role: 'cc' })).toEqual({
			ID: '1',
			email: 'a@b',
			role: 'cc',
		});
	});

	it.each([
		{ type: 'AccessCode', code: 'canary' },
		{ type: 'AccessCode', more: { of: ['canary'] } },
		'canary',
	])('shows of an authentication no more than is known to be harmless: %j', (authentication) => {
		const shown = shownParticipant(including(), { ...ada, authentication } as never);

		expect(JSON.stringify(shown)).not.toContain('canary');
	});
});

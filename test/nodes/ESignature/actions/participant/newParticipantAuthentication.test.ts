import {
	newParticipant,
	type ParticipantInput,
} from '../../../../../nodes/ESignature/actions/participant/newParticipant';
import { InputError } from '../../../../../nodes/ESignature/core';

const ada = { email: 'ada@example.com', role: 'signer' };
const withInput = (input: ParticipantInput) => newParticipant({ ...ada, ...input });
const sms = (countryCode: unknown, phoneNumber: unknown) =>
	withInput({ authentication: 'sms', countryCode, phoneNumber });
const code = (accessCode: unknown) => withInput({ authentication: 'accessCode', accessCode });

describe('an access code', () => {
	it.each([
		['1234', '1234'],
		[1234, '1234'],
		['x'.repeat(32), 'x'.repeat(32)],
		[' a b ', ' a b '],
	])('may be %j', (given, accessCode) => {
		expect(code(given).authentication).toEqual({ type: 'AccessCode', accessCode });
	});

	it.each<unknown>([
		'',
		'123',
		123,
		'x'.repeat(33),
		' '.repeat(6),
		'\u00a0\t  ',
		undefined,
		null,
		true,
		['1234'],
		{ a: '1234' },
	])('may not be %j', (given) => {
		expect(() => code(given)).toThrow("The 'Access Code' must have 4 to 32 characters");
	});

	it('does not appear in the error', () => {
		const secret = 'canary-'.repeat(10);
		let raised: unknown;
		try {
			code(secret);
		} catch (error) {
			raised = error;
		}

		expect(raised).toBeInstanceOf(InputError);
		expect(JSON.stringify(raised) + String(raised)).not.toContain('canary');
	});
});

describe('a phone number', () => {
	it.each([
		['+49', '1701234567', '1701234567'],
		[' +1 ', '(555) 123-4567', '5551234567'],
		['+1234', 1701234567, '1701234567'],
		['+49', '170.123 45', '17012345'],
		['+1', '123', '123'],
		['+1', '1'.repeat(15), '1'.repeat(15)],
	])('may be %j %j', (countryCode, given, phoneNumber) => {
		expect(sms(countryCode.trim(), given).authentication).toEqual({
			type: 'SMS',
			countryCode: countryCode.trim(),
			phoneNumber,
		});
	});

	it.each<unknown>([
		'',
		'49',
		49,
		'+',
		'+12345',
		'0049',
		'+4 9',
		'+\u0664\u0669',
		undefined,
		['+49'],
	])('may not have the country code %j', (countryCode) => {
		expect(() => sms(countryCode, '1701234567')).toThrow("The 'Country Code' must be a plus sign");
	});

	it.each<unknown>([
		'',
		'12',
		'1'.repeat(16),
		'+491701234567',
		'170x',
		'\u0661\u0662\u0663',
		null,
		{},
	])('may not be %j', (phoneNumber) => {
		expect(() => sms('+49', phoneNumber)).toThrow("The 'Phone Number' must have 3 to 15 digits");
	});
});

describe('an authentication', () => {
	it.each<unknown>(['none', '', undefined, null])('is left out when it is %j', (authentication) => {
		expect(withInput({ authentication, accessCode: '1234' })).toEqual(ada);
	});

	it.each(['AccessCode', 'SMS', 'sms ode', 'password', '__proto__'])(
		'is not %j',
		(authentication) => {
			expect(() => withInput({ authentication })).toThrow("The 'Authentication' must be");
		},
	);
});

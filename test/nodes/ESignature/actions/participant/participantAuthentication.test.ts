import {
	newParticipant,
	type ParticipantInput,
} from '../../../../../nodes/ESignature/actions/participant/participant';
import { isWrongInput } from '../../../../../nodes/ESignature/core';

const ada = { email: 'ada@example.com', role: 'signer' };
const withInput = (input: ParticipantInput) => newParticipant({ ...ada, ...input }, 'json');
const sms = (countryCode: unknown, phoneNumber: unknown) =>
	withInput({ authentication: 'sms', countryCode, phoneNumber });
const code = (accessCode: unknown) => withInput({ authentication: 'accessCode', accessCode });

describe('an access code', () => {
	it.each([
		['1234', '1234'],
		[1234, '1234'],
		['1', '1'],
		['x'.repeat(33), 'x'.repeat(33)],
		[' a b ', ' a b '],
	])('may be %j', (given, accessCode) => {
		expect(code(given).authentication).toEqual({ type: 'AccessCode', accessCode });
	});

	it.each<unknown>([
		'',
		' '.repeat(6),
		'\u00a0\t  ',
		undefined,
		null,
		true,
		['1234'],
		{ a: '1234' },
	])('may not be %j', (given) => {
		expect(() => code(given)).toThrow("The 'Access Code' is empty");
	});

	it.each([0.5, 1e19, NaN])('may not be a number that has lost digits: %d', (given) => {
		expect(() => code(given)).toThrow(
			"The 'Access Code' is a number that n8n cannot store exactly",
		);
	});

	it('does not appear in the error', () => {
		let raised: unknown;
		try {
			withInput({ authentication: 'none', accessCode: 'canary-4711' });
		} catch (error) {
			raised = error;
		}

		expect(isWrongInput(raised)).toBe(true);
		expect(JSON.stringify(raised) + String(raised)).not.toContain('canary');
	});
});

describe('a phone number', () => {
	it.each([
		['+49', '1701234567', '1701234567'],
		[' +1 ', '(555) 123-4567', '5551234567'],
		['+1234', 1701234567, '1701234567'],
		['+49', '170.123 45', '17012345'],
		['+12345', '1', '1'],
		['+1', '1'.repeat(16), '1'.repeat(16)],
	])('may be %j %j', (countryCode, given, phoneNumber) => {
		expect(sms(countryCode.trim(), given).authentication).toEqual({
			type: 'SMS',
			countryCode: countryCode.trim(),
			phoneNumber,
		});
	});

	it.each<unknown>(['', '49', 49, '+', '0049', '+4 9', '+\u0664\u0669', undefined, ['+49']])(
		'may not have the country code %j',
		(countryCode) => {
			expect(() => sms(countryCode, '1701234567')).toThrow(
				"The 'Country Code' must be a plus sign",
			);
		},
	);

	it.each<unknown>(['', '+491701234567', '170x', '\u0661\u0662\u0663', null, {}])(
		'may not be %j',
		(phoneNumber) => {
			expect(() => sms('+49', phoneNumber)).toThrow("The 'Phone Number' must contain only digits");
		},
	);
});

import fc from 'fast-check';

import {
	newParticipant,
	type ParticipantInput,
	authenticationOf,
} from '../../../../../nodes/ESignature/actions/participant/participant';
import { isWrongInput, UserError, wrongInput } from '../../../../../nodes/ESignature/core';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../../growth';
import { draws } from '../../../../support/draws';

const ada = { email: 'ada@example.com', role: 'signer' };
const withInput = (input: ParticipantInput) => newParticipant({ ...ada, ...input }, 'json');

describe('a participant', () => {
	it('is an address and a role, as the contract spells them', () => {
		expect(newParticipant({ email: ' ada@example.com\n', role: 'Signer' }, 'json')).toEqual(ada);
		expect(newParticipant({ email: 'ada@example.com', role: ' CC ' }, 'json')).toEqual({
			...ada,
			role: 'cc',
		});
	});

	it('keeps the address as it was typed', () => {
		expect(withInput({ email: 'Ada+Test@Exa\u0308mple.com' }).email).toBe(
			'Ada+Test@Exa\u0308mple.com',
		);
	});

	it.each<unknown>(['', ' \n', undefined, null, true, [], {}, ['ada@example.com']])(
		'has no address when it is %j',
		(email) => {
			expect(() => withInput({ email })).toThrow(wrongInput("The 'Email' is empty"));
		},
	);

	it.each<unknown>([
		7,
		'ada',
		'@',
		'a@',
		'@b',
		'a@b@c',
		'a b@c',
		'a@b c',
		'a@b,c@d',
		'a@b\nBcc: c@d',
	])('does not have the address %j', (email) => {
		expect(() => withInput({ email })).toThrow(wrongInput("The 'Email' is not an email address"));
	});

	it.each<unknown>([
		'',
		undefined,
		null,
		'witness',
		'signers',
		0,
		['signer'],
		{ signer: 1 },
		'toString',
	])('does not have the role %j', (role) => {
		expect(() => withInput({ role })).toThrow("The 'Role' must be one of 'cc', 'signer'");
	});

	it('is checked in linear time, whatever was pasted as an address', () => {
		for (const unit of ['a', '@', 'a@', ' ', 'a ']) {
			const worst = (size: number) => {
				expect(() => withInput({ email: `x${unit.repeat(size)}\n.` })).toThrow(UserError);
			};
			expect(growth(worst, 50_000)).toBeLessThan(CLEARLY_MORE_THAN_LINEAR);
		}
	});
});

it('is either what the contract allows or an error for the user, whatever was entered', () => {
	const value = fc.oneof(
		fc.constantFrom(
			'ada@example.com',
			'signer',
			'CC',
			'none',
			'accessCode',
			'sms',
			'+49',
			'1701234',
		),
		fc.string({ unit: 'binary' }),
		fc.anything(),
	);
	const input = fc.record({
		email: fc.oneof({ weight: 3, arbitrary: fc.emailAddress() }, value),
		role: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('signer', 'cc') }, value),
		authentication: value,
		accessCode: value,
		countryCode: value,
		phoneNumber: value,
	});
	fc.assert(
		fc.property(input, fc.constantFrom('form', 'json'), (given, source) => {
			try {
				const { email, role, authentication } = newParticipant(given, source);
				if (authentication?.type === 'SMS') {
					const { countryCode, phoneNumber } = authentication;
					return /^\+[0-9]+$/.test(countryCode) && /^[0-9]+$/.test(phoneNumber);
				}
				const code = authentication?.accessCode ?? 'none';
				return ['signer', 'cc'].includes(role) && /^\S+@\S+$/.test(email) && code.trim() !== '';
			} catch (error) {
				return isWrongInput(error);
			}
		}),
		{ numRuns: draws(5_000) },
	);
});

describe('authentication in JSON', () => {
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
				expect(() => sms('+49', phoneNumber)).toThrow(
					"The 'Phone Number' must contain only digits",
				);
			},
		);
	});
});

describe('authentication', () => {
	const CODE = { type: 'AccessCode', accessCode: '1234' };
	const PHONE = { countryCode: '+49', phoneNumber: '1701234567' };
	const row = (more: object) => newParticipant({ ...ada, ...more }, 'json');

	/** What is neither nothing nor the name of a method. */
	const NO_METHOD: unknown[] = [
		true,
		0,
		[],
		{},
		{ type: 'PIN' },
		'null',
		'code',
		'sms ode',
		'__proto__',
	];

	describe('a row in JSON', () => {
		it.each<unknown>([undefined, null, '', ' ', 'none', 'None', { type: 'none' }])(
			'needs no code when its authentication is %j and it has none',
			(authentication) => {
				expect(row({ authentication, accessCode: '', phoneNumber: null })).toEqual(ada);
			},
		);

		it.each<unknown>([undefined, null, '', ' ', 'none', ...NO_METHOD])(
			'never loses its code because its authentication is %j',
			(authentication) => {
				for (const parts of [{ accessCode: '1234' }, { accessCode: 1234 }, { access_code: '1' }]) {
					expect(() => row({ authentication, ...parts })).toThrow(/authentication/i);
				}
				expect(() => row({ authentication, ...PHONE })).toThrow(/authentication/i);
				expect(() => row({ authentication, phoneNumber: '1' })).toThrow(/authentication/i);
			},
		);

		it.each(NO_METHOD)('does not have the authentication %j', (authentication) => {
			expect(() => row({ authentication })).toThrow("The 'Authentication' must be");
		});

		it.each([
			{ authentication: 'accessCode', accessCode: '1234' },
			{ authentication: 'AccessCode', accessCode: 1234 },
			{ authentication: 'access_code', access_code: '1234' },
			{ Authentication: 'ACCESS CODE', AccessCode: '1234' },
			{ authentication: { type: 'AccessCode', accessCode: '1234' } },
			{ authentication: { type: 'accesscode', access_code: '1234' } },
			{ authentication: { Type: 'ACCESSCODE', AccessCode: '1234' } },
		])('is understood in any spelling: %j', (given) => {
			expect(row(given)).toEqual({ ...ada, authentication: CODE });
		});

		it.each([
			{ authentication: 'SMS', ...PHONE },
			{ authentication: 'sms', country_code: '+49', phone_number: '170 1234567' },
			{ authentication: { type: 'sms', ...PHONE } },
		])('has a phone in any spelling: %j', (given) => {
			expect(row(given)).toEqual({ ...ada, authentication: { type: 'SMS', ...PHONE } });
		});

		it.each([
			{ authentication: 'sms', accessCode: '1234', ...PHONE },
			{ authentication: 'accessCode', accessCode: '1234', phoneNumber: '170' },
			{ authentication: { type: 'SMS', accessCode: '1234', ...PHONE } },
			{ authentication: { type: 'AccessCode', accessCode: '1234', countryCode: '+49' } },
			{ authentication: { type: 'none', accessCode: '1234' } },
			{ authentication: { type: 'AccessCode', accessCode: '1234' }, accessCode: '9999' },
		])('does not name one method and hold parts of another: %j', (given) => {
			expect(() => row(given)).toThrow("is set, but the chosen 'Authentication' does not use it");
		});

		it('does not have two codes', () => {
			expect(() =>
				row({ authentication: 'accessCode', accessCode: '1', access_code: '2' }),
			).toThrow("'accessCode' appears twice");
		});

		it('lacks its code when it comes from a list that does not show codes', () => {
			expect(() => row({ ID: '1', authentication: { type: 'AccessCode' } })).toThrow(
				"The 'Access Code' is empty",
			);
		});

		it.each(['acessCode', 'pin', 'Passwort', 'phone', 'name', 'constructor'])(
			'is not taken with the unknown key %s, whatever else it says',
			(key) => {
				for (const given of [{}, { authentication: 'none' }, { authentication: CODE }]) {
					expect(() => row({ ...given, [key]: '1234' })).toThrow(`'${key}' is not a known key`);
				}
				expect(row({ [key]: '' })).toEqual(ada);
			},
		);

		it('may come from a list of participants', () => {
			expect(row({ ID: 'x', reconciled: true })).toEqual(ada);
		});

		it.each([
			[{ code: '1234' }, "'code' is not a known key"],
			[
				{ accessCode: '1234' },
				"'accessCode' is set, but the chosen 'Authentication' does not use it",
			],
		])('does not lose what stands in an authentication of the type none: %j', (parts, message) => {
			expect(() => row({ authentication: { type: 'none', ...parts } })).toThrow(message);
		});
	});

	describe('in the form', () => {
		const entered = (authentication: unknown, more: object = {}) =>
			authenticationOf({ authentication, ...more }, 'form');

		it.each<unknown>([undefined, null, '', ' ', CODE, ...NO_METHOD])(
			'an authentication that is %j is refused even without a code, since a choice was meant',
			(authentication) => {
				expect(() => entered(authentication)).toThrow("The 'Authentication' must be");
				expect(() => entered(authentication, { accessCode: '1234' })).toThrow('must be');
			},
		);

		it('the choice decides, whatever the inputs of other methods still hold', () => {
			expect(entered('none', { accessCode: '1234', ...PHONE })).toBeUndefined();
			expect(entered('accessCode', { accessCode: '1234', ...PHONE })).toEqual(CODE);
		});
	});
});

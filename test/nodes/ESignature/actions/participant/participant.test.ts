import fc from 'fast-check';

import {
	newParticipant,
	participantFromJson,
	type ParticipantInput,
	authenticationOf,
} from '../../../../../nodes/ESignature/actions/participant/participant';
import { isWrongInput, wrongInput } from '../../../../../nodes/ESignature/core';
import { draws } from '../../../../support/draws';

const ada = { email: 'ada@example.com', role: 'signer' };
const inJson = (row: ParticipantInput) => newParticipant(participantFromJson(row));
const withInput = (input: ParticipantInput) => inJson({ ...ada, ...input });

describe('a participant', () => {
	it('is an address and a role, as the contract spells them', () => {
		expect(inJson({ email: ' ada@example.com\n', role: 'Signer' })).toEqual(ada);
		expect(inJson({ email: 'ada@example.com', role: ' CC ' })).toEqual({
			...ada,
			role: 'cc',
		});
	});

	it('keeps the address as it was typed', () => {
		expect(withInput({ email: 'Ada+Test@Exa\u0308mple.com' }).email).toBe(
			'Ada+Test@Exa\u0308mple.com',
		);
	});

	it.each<unknown>([' \n', undefined])('has no address when it is %j', (email) => {
		expect(() => withInput({ email })).toThrow(wrongInput("The 'Email' is empty"));
	});

	it.each<unknown>([7, 'ada', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b c', 'a@b,c@d'])(
		'does not have the address %j',
		(email) => {
			expect(() => withInput({ email })).toThrow(
				wrongInput(`The 'Email' must be an email address, not '${String(email)}'`),
			);
		},
	);

	it.each<unknown>([undefined, 'witness', ['signer'], 'toString'])(
		'does not have the role %j',
		(role) => {
			expect(() => withInput({ role })).toThrow("The 'Role' must be one of 'cc', 'signer'");
		},
	);
});

it('is either what the contract allows or an error for the user, whatever was entered', () => {
	const value = fc.oneof(
		fc.constantFrom(...'ada@example.com signer CC none accessCode sms +49 1701234'.split(' ')),
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
		fc.property(input, fc.constantFrom(newParticipant, inJson), (given, read) => {
			try {
				const { email, role, authentication } = read(given);
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
			[1234, '1234'],
			[' a b ', ' a b '],
		])('may be %j', (given, accessCode) => {
			expect(code(given).authentication).toEqual({ type: 'AccessCode', accessCode });
		});

		it.each<unknown>(['\u00a0\t  ', undefined, ['1234']])('may not be %j', (given) => {
			expect(() => code(given)).toThrow("The 'Access Code' is empty");
		});

		it.each([0.5, 1e19])('may not be a number that has lost digits: %d', (given) => {
			expect(() => code(given)).toThrow(
				"The 'Access Code' is a number that n8n cannot store exactly",
			);
		});

		it.each<ParticipantInput>([
			{ authentication: 'none', accessCode: 'canary-4711' },
			{ authentication: 'canary-4711' },
			{ authentication: { type: 'canary-4711' } },
			{ email: { accessCode: 'canary-4711' } },
		])('does not appear in the error about %j', (input) => {
			let raised: unknown;
			try {
				withInput(input);
			} catch (error) {
				raised = error;
			}

			expect(isWrongInput(raised)).toBe(true);
			expect(JSON.stringify(raised) + String(raised)).not.toContain('canary');
		});
	});

	describe('a phone number', () => {
		it.each([
			['+49', '(170) 123-45.67', '1701234567'],
			['+1234', 1701234567, '1701234567'],
		])('may be %j %j', (countryCode, given, phoneNumber) => {
			const authentication = { type: 'SMS', countryCode, phoneNumber };
			expect(sms(countryCode, given).authentication).toEqual(authentication);
		});

		it.each<unknown>(['49', '+', '+4 9', '+\u0664\u0669', undefined])(
			'may not have the country code %j',
			(countryCode) => {
				expect(() => sms(countryCode, '1701234567')).toThrow(
					"The 'Country Code' must be a plus sign",
				);
			},
		);

		it.each<unknown>(['', '+49170', '170x', '\u0661\u0662'])('may not be %j', (phoneNumber) => {
			expect(() => sms('+49', phoneNumber)).toThrow("The 'Phone Number' must contain only digits");
		});
	});
});

describe('authentication', () => {
	const CODE = { type: 'AccessCode', accessCode: '1234' };
	const PHONE = { countryCode: '+49', phoneNumber: '1701234567' };
	const row = (more: object) => inJson({ ...ada, ...more });

	const NO_METHOD: unknown[] = [true, [], { type: 'PIN' }, 'code', '__proto__'];

	describe('a row in JSON', () => {
		it.each<unknown>([undefined, ' ', 'None', { type: 'none' }])(
			'needs no code when its authentication is %j and it has none',
			(authentication) => {
				expect(row({ authentication, accessCode: '', phoneNumber: null })).toEqual(ada);
			},
		);

		it.each<unknown>([undefined, ' ', 'none', ...NO_METHOD])(
			'never loses its code because its authentication is %j',
			(authentication) => {
				for (const parts of [{ accessCode: 1234 }, { access_code: '1' }, { phoneNumber: '1' }]) {
					expect(() => row({ authentication, ...parts })).toThrow(/authentication/i);
				}
			},
		);

		it.each(NO_METHOD)('does not have the authentication %j', (authentication) => {
			expect(() => row({ authentication })).toThrow("The 'Authentication' must be");
		});

		it.each([
			{ authentication: 'AccessCode', accessCode: 1234 },
			{ authentication: 'access_code', access_code: '1234' },
			{ Authentication: 'ACCESS CODE', AccessCode: '1234' },
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

		it.each(['pin', 'constructor'])(
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

		it('does not lose what stands in an authentication of the type none', () => {
			expect(() => row({ authentication: { type: 'none', code: '1234' } })).toThrow(
				"'code' is not a known key",
			);
		});
	});

	describe('in the form', () => {
		const entered = (authentication: unknown, more: object = {}) =>
			authenticationOf({ authentication, ...more });

		it.each<unknown>([undefined, ' ', CODE, ...NO_METHOD])(
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

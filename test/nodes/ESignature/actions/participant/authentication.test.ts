import {
	authenticationOf,
	newParticipant,
} from '../../../../../nodes/ESignature/actions/participant/participant';

const ada = { email: 'ada@example.com', role: 'signer' };
const CODE = { type: 'AccessCode', accessCode: '1234' };
const PHONE = { countryCode: '+49', phoneNumber: '1701234567' };
const row = (more: object) => newParticipant({ ...ada, ...more }, 'json');

/** What is neither nothing nor the name of a method. */
const NO_METHOD: unknown[] = [
	...[true, false, 0, 7, [], {}, { type: 'PIN' }, { type: null }],
	...['undefined', 'null', 'access', 'code', 'fax', 'sms ode', '__proto__', 'toString'],
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
		expect(() => row({ authentication: 'accessCode', accessCode: '1', access_code: '2' })).toThrow(
			"'accessCode' appears twice",
		);
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

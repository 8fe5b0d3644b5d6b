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
	...[true, false, 0, 7, [], ['accessCode'], {}, { type: 'PIN' }, { type: null }],
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

	it.each(['acessCode', 'accessCod', 'authentification', 'authentcation', 'phoneNummber'])(
		'is not taken with the misspelt key %s, whatever else it says',
		(key) => {
			expect(() => row({ [key]: '1234' })).toThrow(`'${key}' is not a known key`);
			expect(() => row({ authentication: 'none', [key]: '1234' })).toThrow('is not a known key');
		},
	);

	it.each([
		...['phone', 'mobile', 'smsNumber', 'security', 'verification'],
		...['login', 'token', 'credential', 'proof', 'identification'],
	])('must say what its key %s means while it names no method', (key) => {
		expect(() => row({ [key]: '1234' })).toThrow(/authentication|is not known/);
		expect(row({ [key]: '' })).toEqual(ada);
		expect(row({ authentication: 'none', [key]: '1234' })).toEqual(ada);
	});

	it.each([
		...[
			'code',
			'Code',
			'pin',
			'userPin',
			'PIN (4 digits)',
			'pin2',
			'auth',
			'authMethod',
			'password',
		],
		...['passcode', 'pass_phrase', 'secret', 'otp', 'securityCode', 'signing-code'],
		...['pincode', 'PASSWORD', 'userCode'],
		...['clave', 'Clave de acceso', 'contrase\u00f1a', 'contrasena', 'mot_de_passe', 'motDePasse'],
		...[
			'code_acces',
			"code d'acc\u00e8s",
			'kode',
			'Passwort',
			'kennwort',
			'zugangscode',
			'Zugangs-Code',
		],
		...[
			'codigo',
			'c\u00f3digo de acesso',
			'senha',
			'wachtwoord',
			'toegangscode',
			'parola',
			'has\u0142o',
		],
		...[
			'haslo',
			'heslo',
			'l\u00f6senord',
			'losenord',
			'adgangskode',
			'passord',
			'salasana',
			'jelsz\u00f3',
		],
		...['\u043f\u0430\u0440\u043e\u043b\u044c', '\u5bc6\u7801', '\u30d1\u30b9\u30ef\u30fc\u30c9'],
	])('is not taken with the key %s, whether it says "none" or nothing', (key) => {
		for (const given of [{}, { authentication: 'none' }, { authentication: { type: 'none' } }]) {
			for (const value of ['1234', 1234, ['1234'], { value: '1234' }]) {
				expect(() => row({ ...given, [key]: value })).toThrow(/authentication|is not known/);
			}
			for (const nothing of ['', ' ', null, undefined, false, 'none']) {
				expect(row({ ...given, [key]: nothing })).toEqual(ada);
			}
		}
		expect(row({ authentication: 'accessCode', accessCode: '1234', [key]: '1' })).toMatchObject({
			authentication: CODE,
		});
	});

	it.each([
		{ security: { accessCode: '1234' } },
		{ verification: { type: 'AccessCode', accessCode: '1234' } },
		{ method: 'AccessCode', value: '1234' },
		{ kind: 'access code', value: '1234' },
		{ settings: [{ signing: { access_code: '1234' } }] },
		{ auth: { type: 'AccessCode', accessCode: '1234' } },
		{ options: { authentication: { type: 'SMS', ...PHONE } } },
		{ extra: { pin: '1234' } },
	])('does not lose what stands elsewhere than it should: %j', (given) => {
		expect(() => row(given)).toThrow("is set, but there is no 'authentication'");
		expect(() => row({ ...given, authentication: 'none' })).toThrow("'authentication' is 'none'");
	});

	it.each([
		'code_postal',
		'codigo postal',
		'c\u00f3digo pa\u00eds',
		'Codice fiscale',
		'kode pos',
		'Clave producto',
	])('may have a code of another kind in any language: %s', (key) =>
		expect(row({ [key]: '75001' })).toEqual(ada),
	);

	it.each([
		{ method: 'SMS', to: '170' },
		{ contact: { phone: '170' } },
		{ type: 'pin', value: '1' },
	])('must say "none" where it may mean something else: %j', (given) => {
		expect(() => row(given)).toThrow("is set, but there is no 'authentication'");
		expect(row({ ...given, authentication: 'none' })).toEqual(ada);
	});

	it.each([{ code: '1234' }, { value: '1234' }, { method: 'x' }])(
		'does not lose what stands in an authentication of the type none: %j',
		(parts) => {
			expect(() => row({ authentication: { type: 'none', ...parts } })).toThrow(
				"is set, but the 'authentication' is 'none'",
			);
		},
	);

	it('is not searched for ever', () => {
		const loop: Record<string, unknown> = { name: 'x' };
		loop.self = loop;
		expect(row({ loop })).toEqual(ada);
	});

	it('may have columns that are of no concern', () => {
		const listed = {
			ID: 'x',
			reconciled: true,
			name: 'Ada',
			company: 'A',
			row_number: 2,
			author: 1,
			Department: 'Legal',
			postalCode: '10115',
			'Cost Code': 'C-7',
			zipcode: '10115',
			passport: 'no',
			secretary: 'Bob',
			shipping: { address: { city: 'Ulm' } },
			compass: 'N',
		};
		expect(row(listed)).toEqual(ada);
	});
});

describe('in the form', () => {
	const entered = (authentication: unknown, more: object = {}) =>
		authenticationOf({ authentication, ...more }, 'form');

	it.each<unknown>([undefined, null, '', ' ', ...NO_METHOD])(
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

	it('a row that an expression gave does not lose a code under another name', () => {
		const given = { ...ada, authentication: 'none', accessCode: '', pin: '1234' };
		expect(() => newParticipant(given as never, 'form')).toThrow("'pin' is set");
	});

	it("an expression may give the contract's own object", () => {
		expect(entered(CODE, { accessCode: '' })).toEqual(CODE);
	});
});

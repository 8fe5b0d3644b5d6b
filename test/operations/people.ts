import { CODE } from './scenario';

export const PHONE = { countryCode: '+49', phoneNumber: '1701234567' };

/** Who is added, and in which spelling: each differs from the others by something a service may change. */
export const PEOPLE = [
	{
		email: 'Ada.Lovelace@Example.com',
		role: 'signer',
		authentication: 'accessCode',
		accessCode: CODE,
	},
	{ email: 'grace@bücher.example', role: 'signer', authentication: 'none' },
	{ email: 'hopper@example.com', role: 'signer', authentication: 'sms', ...PHONE },
	{ email: 'archive@example.com', role: 'cc', authentication: 'none' },
];

interface Shown {
	email: string;
	role: string;
	authentication?: { type: string };
}

/** The participants that the service must hold, in this order. */
export const WANTED_PEOPLE = PEOPLE.map(({ email, role, authentication }) => ({
	email,
	role,
	method: { accessCode: 'AccessCode', sms: 'SMS' }[authentication] ?? 'none',
}));

export const identityOf = ({ email, role, authentication }: Shown) => ({
	email,
	role,
	method: authentication?.type ?? 'none',
});

export const BOX = {
	page: 1,
	unit: 'pt',
	x: 72.3,
	y: 100.7,
	width: 150.25,
	height: 40.5,
	required: true,
};

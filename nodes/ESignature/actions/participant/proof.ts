import { InputError } from '../../core';
import { textOf } from '../inputs';

/** An access code as it was entered: spaces belong to it. How long it must be, the service decides. */
export function accessCode(value: unknown): string {
	// A longer number has lost digits on its way here.
	const code = typeof value === 'number' && !Number.isSafeInteger(value) ? '' : textOf(value);
	// Nobody can tell or type a code that has nothing but blanks.
	if (code.trim() !== '') return code;
	throw new InputError(
		"The 'Access Code' is empty",
		'Choose a code that only the participant knows, enter it as text, and tell it to the participant yourself. Nothing was sent.',
	);
}

/** A phone number in its two parts. How many digits each has, the service decides. */
export function phone(
	country: unknown,
	number: unknown,
): { countryCode: string; phoneNumber: string } {
	const countryCode = textOf(country).trim();
	const phoneNumber = textOf(number).replace(/[\s().-]/g, '');
	if (!/^\+\d+$/.test(countryCode)) {
		throw new InputError(
			"The 'Country Code' must be a plus sign and digits",
			'For example +49 or +1. Nothing was sent.',
		);
	}
	if (!/^\d+$/.test(phoneNumber)) {
		throw new InputError(
			"The 'Phone Number' must have digits only",
			'Enter it without the country code, e.g. 1701234567. Nothing was sent.',
		);
	}
	return { countryCode, phoneNumber };
}

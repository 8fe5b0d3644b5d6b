/** Picks these keys of a row, as far as it has them. */
const picked = (row: object, keys: string[]): Record<string, unknown> =>
	Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)));

const DETAILS = [
	'document',
	'format',
	'modifiable',
	'offsetX',
	'offsetY',
	'required',
	'unit',
	'width',
	'height',
];

/** A field as the form nests it, from the flat row that JSON takes. */
export const formField = (row: object): object => ({
	...Object.fromEntries(Object.entries(row).filter(([key]) => !DETAILS.includes(key))),
	placement: 'text' in row ? 'atText' : 'atPosition',
	details: picked(row, DETAILS),
});

/** A participant as the form nests it, from the flat row that JSON takes. */
export function formParticipant(row: object): object {
	const { authentication } = row as { authentication?: string };
	const proof = picked(row, ['accessCode', 'countryCode', 'phoneNumber']);
	return {
		...picked(row, ['email', 'role']),
		...(authentication &&
			authentication !== 'none' && { authentication: { [authentication]: proof } }),
	};
}

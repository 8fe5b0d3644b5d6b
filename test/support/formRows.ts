/** Picks these keys of a row, as far as it has them. */
const picked = (row: object, keys: string[]): Record<string, unknown> =>
	Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)));

const hasAny = (group: object): boolean => Object.keys(group).length > 0;

/** A field as the form nests it, from the flat row that JSON takes. */
export function formField(row: object): object {
	const pageAndSize = picked(row, ['document', 'page', 'unit', 'width', 'height']);
	const position = {
		...picked(row, ['x', 'y']),
		...(hasAny(pageAndSize) && { pageAndSize }),
	};
	const sizeAndOffset = picked(row, [
		...['document', 'occurrenceNumber', 'unit', 'width', 'height', 'offsetX', 'offsetY'],
	]);
	const text = {
		...picked(row, ['text', 'place', 'occurrence']),
		...(hasAny(sizeAndOffset) && { sizeAndOffset }),
	};
	const placement = 'text' in row ? { atText: text } : { atPosition: position };
	const details = picked(row, ['label', 'format', 'modifiable', 'required']);
	return {
		...picked(row, ['type', 'participantEmail', 'participantId']),
		...(('text' in row || hasAny(position)) && { placement }),
		...(hasAny(details) && { details }),
	};
}

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

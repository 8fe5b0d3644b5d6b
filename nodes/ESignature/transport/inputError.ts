/** Something the user entered cannot be sent. Raised before any request; names what to change. */
export class InputError extends Error {
	override name = 'InputError';

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}

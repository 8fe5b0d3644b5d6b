/** Something that needs no stack trace but an explanation: what happened, and what to do about it. */
export class Explained extends Error {
	override name = 'Explained';

	constructor(
		message: string,
		readonly description?: string,
		/** Whether the service may have done what was asked for all the same. */
		readonly uncertain = false,
	) {
		super(message);
	}
}

/** What the user entered cannot be sent. Raised before any request: nothing has happened yet. */
export class InputError extends Explained {
	override name = 'InputError';

	constructor(
		message: string,
		description?: string,
		/** Which entry of a bulk request it is about. */
		readonly entry?: number,
	) {
		super(message, description);
	}
}

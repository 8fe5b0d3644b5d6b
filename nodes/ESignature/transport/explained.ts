/** What became of a write that failed: nothing, a part of it, or nobody knows. */
export type Outcome = 'notDone' | 'partlyDone' | 'unknown';

/** Something that needs no stack trace but an explanation: what happened, and what to do about it. */
export class Explained extends Error {
	override name = 'Explained';

	constructor(
		message: string,
		readonly description?: string,
		/** What became of a write, where that is known to be in question. */
		readonly outcome?: Outcome,
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
		super(message, description, 'notDone');
	}
}

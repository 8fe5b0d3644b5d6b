import { OperationalError } from 'n8n-workflow';

import { withoutMarkup } from './printable';

/** What became of a write that failed: nothing, a part of it, or nobody knows. */
type Outcome = 'notDone' | 'partlyDone' | 'unknown';

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

/**
 * The credential cannot be used, in a sentence for the user.
 *
 * It carries neither `response` nor a status: n8n would renew the token a second time for a 401, and
 * would put a stock text in place of this one.
 */
export class SessionError extends OperationalError {
	/** Whether the same exchange may succeed a moment later. */
	readonly passing: boolean;

	/** How long the service asks to wait before that, in milliseconds. */
	readonly retryAfter?: number;

	constructor(
		message: string,
		options: { description?: string; passing?: boolean; retryAfter?: number } = {},
	) {
		// n8n's HTTP Request node shows it as it is.
		super(withoutMarkup(message), {
			description: options.description && withoutMarkup(options.description),
		});
		this.name = 'SessionError';
		this.passing = options.passing ?? false;
		this.retryAfter = options.retryAfter;
	}
}

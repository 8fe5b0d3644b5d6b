import { OperationalError } from 'n8n-workflow';

import { withoutMarkup } from './text';

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

export interface Answer {
	status: number;
	text: string;
}

/**
 * Everything this node ever answers: fixed texts, so that nothing of a request comes back in one. The
 * service takes 2xx and 4xx as final and repeats a delivery after 5xx.
 */
export const ANSWERS = {
	/** To whoever looks whether the address exists. */
	ready: { status: 200, text: 'Events are expected here by POST.' },
	/** Also for events that nobody wants, or that were here before. */
	received: { status: 200, text: '' },
	unreadable: { status: 400, text: 'This is not an event.' },
	forged: { status: 401, text: 'The request could not be authenticated.' },
	tooLarge: { status: 413, text: 'The request is too large.' },
	notJson: { status: 415, text: 'Only uncompressed JSON is accepted.' },
	notNow: {
		status: 503,
		text: 'The request cannot be checked at the moment. Send it again later.',
	},
} as const satisfies Record<string, Answer>;

/** As much as is used of the response object. */
export interface Response {
	headersSent: boolean;
	status(code: number): unknown;
	setHeader(name: string, value: string): unknown;
	end(text?: string): unknown;
}

export function send(response: Response, { status, text }: Answer): void {
	if (response.headersSent) return;
	response.status(status);
	response.setHeader('Content-Type', 'text/plain; charset=utf-8');
	response.setHeader('X-Content-Type-Options', 'nosniff');
	response.setHeader('Cache-Control', 'no-store');
	response.end(text);
}

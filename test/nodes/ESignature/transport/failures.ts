import type { Failure, ProblemDetails } from '../../../../nodes/ESignature/errors/failure';
import { UserError } from '../../../../nodes/ESignature/errors/userError';

export const refused = (
	status: number,
	retryAfter?: number,
	problem: Partial<ProblemDetails> = {},
): Failure => ({
	kind: 'refused',
	status,
	problem: { validationErrors: [], ...problem },
	retryAfter,
});

export const network = (code: string, sent: boolean): Failure => ({ kind: 'network', code, sent });

type Effect = 'notSent' | 'transient' | 'ambiguous' | 'permanent';

/** How often a read, a write (a deletion, too) and a sign-in are tried when each attempt ends this way. */
interface Attempts {
	read: number;
	write: number;
	signIn: number;
}

const never = { read: 1, write: 1, signIn: 1 };
const harmless = { read: 4, write: 1, signIn: 3 };

/** Every way an exchange can end badly, and how far it then got. */
export const FAILURES: Array<[name: string, failure: Failure, effect: Effect, attempts: Attempts]> =
	[
		['429', refused(429), 'notSent', { read: 4, write: 4, signIn: 3 }],
		['an unknown host', network('ENOTFOUND', false), 'notSent', { read: 2, write: 2, signIn: 2 }],
		['408', refused(408), 'transient', harmless],
		['499', refused(499), 'transient', harmless],
		['500', refused(500), 'transient', harmless],
		['a lost connection', network('ECONNRESET', true), 'ambiguous', harmless],
		['something unknown', network('', true), 'ambiguous', harmless],
		['silence', { kind: 'timeout' }, 'ambiguous', { read: 4, write: 1, signIn: 1 }],
		['an answer that is no JSON', { kind: 'malformed', status: 200 }, 'ambiguous', harmless],
		[
			'an answer that proves nothing',
			{ kind: 'unconfirmed', status: 202, reason: 'The response is empty.' },
			'ambiguous',
			harmless,
		],
		[
			'a wrong file',
			{ kind: 'damaged', reason: 'it is not a PDF' },
			'ambiguous',
			{ read: 2, write: 1, signIn: 2 },
		],
		['a TLS error in the middle of a request', network('EPROTO', true), 'ambiguous', harmless],
		['400', refused(400), 'permanent', never],
		['404', refused(404), 'permanent', never],
		['a redirect', { kind: 'redirect', status: 308 }, 'permanent', never],
		['a bad certificate', network('CERT_HAS_EXPIRED', false), 'permanent', never],
		['an answer without end', { kind: 'tooLarge' }, 'permanent', never],
		['a full disk', { kind: 'storage', reason: 'no space' }, 'permanent', never],
		['a wrong credential', { kind: 'session', error: new UserError('No') }, 'permanent', never],
		['a stop by the user', { kind: 'stopped' }, 'permanent', never],
	];

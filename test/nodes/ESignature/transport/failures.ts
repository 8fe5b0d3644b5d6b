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

type Ending = 'notSent' | 'transient' | 'ambiguous' | 'permanent';

/** Every way an exchange can end badly, and how far it then got. */
export const FAILURES: Array<[name: string, failure: Failure, ending: Ending]> = [
	['429', refused(429), 'notSent'],
	['an unknown host', network('ENOTFOUND', false), 'notSent'],
	['408', refused(408), 'transient'],
	['499', refused(499), 'transient'],
	['500', refused(500), 'transient'],
	['a lost connection', network('ECONNRESET', true), 'ambiguous'],
	['something unknown', network('', true), 'ambiguous'],
	['silence', { kind: 'timeout' }, 'ambiguous'],
	['an answer that is no JSON', { kind: 'malformed', status: 200 }, 'ambiguous'],
	[
		'an answer that proves nothing',
		{ kind: 'unproven', status: 202, reason: 'The response is empty.' },
		'ambiguous',
	],
	['a wrong file', { kind: 'damaged', reason: 'it is not a PDF' }, 'ambiguous'],
	['a TLS error in the middle of a request', network('EPROTO', true), 'ambiguous'],
	['400', refused(400), 'permanent'],
	['404', refused(404), 'permanent'],
	['a redirect', { kind: 'redirect', status: 308 }, 'permanent'],
	['a bad certificate', network('CERT_HAS_EXPIRED', false), 'permanent'],
	['an answer without end', { kind: 'tooLarge' }, 'permanent'],
	['a full disk', { kind: 'storage', reason: 'no space' }, 'permanent'],
	['a wrong credential', { kind: 'session', error: new UserError('No') }, 'permanent'],
	['a stop by the user', { kind: 'stopped' }, 'permanent'],
];

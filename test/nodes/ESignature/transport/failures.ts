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
	['a name server in trouble', network('EAI_AGAIN', false), 'notSent'],
	['a refused connection', network('ECONNREFUSED', false), 'notSent'],
	['a network that is not there', network('ENETUNREACH', false), 'notSent'],
	['a host that cannot be reached', network('EHOSTUNREACH', false), 'notSent'],
	// No list of the statuses from 500 on is complete: gateways use 520 to 530, 598, 599 and others.
	...[408, 499, 500, 501, 502, 503, 504, 505, 507, 511, 520, 524, 530, 561, 598, 599].map(
		(status): [string, Failure, Ending] => [String(status), refused(status), 'transient'],
	),
	['a lost connection', network('ECONNRESET', true), 'ambiguous'],
	['something unknown', network('', true), 'ambiguous'],
	['silence', { kind: 'timeout' }, 'ambiguous'],
	['an answer that is no JSON', { kind: 'malformed', status: 200 }, 'ambiguous'],
	[
		'an answer that proves nothing',
		{ kind: 'unproven', status: 202, reason: 'The response is empty.' },
		'ambiguous',
	],
	['a file cut short', { kind: 'cut' }, 'ambiguous'],
	['a wrong file', { kind: 'damaged', reason: 'it is not a PDF' }, 'ambiguous'],
	['a TLS error in the middle of a request', network('EPROTO', true), 'ambiguous'],
	['a network that went away', network('ENETUNREACH', true), 'ambiguous'],
	...[400, 401, 403, 404, 405, 409, 410, 413, 415, 422].map((status): [string, Failure, Ending] => [
		String(status),
		refused(status),
		'permanent',
	]),
	['a redirect', { kind: 'redirect', status: 308 }, 'permanent'],
	['a bad certificate', network('CERT_HAS_EXPIRED', false), 'permanent'],
	['a handshake that fails', network('EPROTO', false), 'permanent'],
	['an answer without end', { kind: 'tooLarge' }, 'permanent'],
	['a full disk', { kind: 'storage', reason: 'no space' }, 'permanent'],
	['a wrong credential', { kind: 'session', error: new UserError('No') }, 'permanent'],
	['a stop by the user', { kind: 'stopped' }, 'permanent'],
];

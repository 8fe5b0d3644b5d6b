import { BodyTooLarge } from './body';
import { DamagedFile } from './damagedFile';
import type { ProblemDetails } from './problem';
import { SessionError } from './sessionError';

/** How an exchange with the service ended, when not well. */
export type Failure =
	/** The service answered with an error status. */
	| { kind: 'refused'; status: number; problem: ProblemDetails; retryAfter?: number }
	/** A redirect: never followed, since the token would travel with it. */
	| { kind: 'redirect'; status: number }
	/** A success that is not what the contract says. */
	| { kind: 'malformed'; status: number; reason?: string }
	/** A file shorter than announced. */
	| { kind: 'cut' }
	/** A file that is not what it should be. */
	| { kind: 'damaged'; reason: string }
	| { kind: 'tooLarge' }
	/** n8n could not store the file. */
	| { kind: 'storage'; reason: string }
	/** No answer; `sent` tells whether the request may have arrived. */
	| { kind: 'network'; code: string; sent: boolean }
	| { kind: 'timeout' }
	| { kind: 'session'; error: SessionError }
	/** The user stopped the execution. */
	| { kind: 'stopped' };

/** The connection was never made, so the service cannot have acted. */
const NEVER_CONNECTED = new Set([
	'ENOTFOUND',
	'EAI_AGAIN',
	'ECONNREFUSED',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);
const TLS =
	/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_)/;

export const isTlsCode = (code: string): boolean => TLS.test(code);

/** What n8n's request functions threw, or a stream: the original hides under `cause`. */
export function failureOf(error: unknown): Failure {
	const chain = causes(error);
	const session = chain.find((cause) => cause instanceof SessionError);
	if (session) return { kind: 'session', error: session };
	if (chain.some((cause) => cause instanceof BodyTooLarge)) return { kind: 'tooLarge' };
	const damage = chain.find((cause) => cause instanceof DamagedFile);
	if (damage) return damage.cut ? { kind: 'cut' } : { kind: 'damaged', reason: damage.message };
	if (chain.some((cause) => statusOf(cause) === 401)) {
		return { kind: 'refused', status: 401, problem: { validationErrors: [] } };
	}
	const codes = chain.map((cause) => cause.code).filter((code) => typeof code === 'string');
	const code =
		codes.find((known) => NEVER_CONNECTED.has(known) || TLS.test(known)) ?? codes[0] ?? '';
	if (TIMED_OUT.has(code)) return { kind: 'timeout' };
	return { kind: 'network', code, sent: !NEVER_CONNECTED.has(code) && !TLS.test(code) };
}

interface Cause extends Error {
	code?: unknown;
	httpCode?: unknown;
	response?: { status?: unknown };
}

function causes(error: unknown): Cause[] {
	const chain: Cause[] = [];
	for (let next = error; next instanceof Error && chain.length < 6; next = next.cause) {
		chain.push(next);
	}
	return chain;
}

const statusOf = (cause: Cause): number => Number(cause.response?.status ?? cause.httpCode);

import { UserError } from './userError';

export type ValidationErrors = Array<[field: string, message: string]>;

/** What a refusal says: problem+json (RFC 9457), or the text as it came in `detail`. */
export interface ProblemDetails {
	type?: string;
	title?: string;
	detail?: string;
	instance?: string;
	validationErrors: ValidationErrors;
	/** Seconds, from `retry_after`. */
	retryAfter?: number;
}

/** A file is longer than the user allows. */
export class FileTooLarge extends Error {
	override name = 'FileTooLarge';
}

/** Raised while a file passes through, so that n8n's store drops what it has written so far. */
export class DamagedFile extends Error {
	override name = 'DamagedFile';
}

/** How an exchange with the service ended, when not well. */
export type Failure =
	/** The service answered with an error status. */
	| { kind: 'refused'; status: number; problem: ProblemDetails; retryAfter?: number }
	/** A redirect: never followed, since it would take the token along. */
	| { kind: 'redirect'; status: number }
	/** A success that is not what the contract says. */
	| { kind: 'malformed'; status: number; reason?: string }
	/** A success that does not show what was asked for: it arrived, but what became of it must be read. */
	| { kind: 'unproven'; status: number; reason: string }
	/** A file that is incomplete, or not what it should be. */
	| { kind: 'damaged'; reason: string }
	| { kind: 'tooLarge' }
	/** n8n could not store the file. */
	| { kind: 'storage'; reason: string }
	/** No answer; `sent` tells whether the request may have arrived. */
	| { kind: 'network'; code: string; sent: boolean }
	| { kind: 'timeout' }
	| { kind: 'session'; error: UserError }
	/** The user stopped the execution. */
	| { kind: 'stopped' };

const NEVER_CONNECTED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED']);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);
/** Certificates are checked before anything is sent. */
const CERTIFICATE =
	/^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_)/;
const TLS = /^(EPROTO|ERR_TLS_|ERR_SSL_)/;

export const isTlsCode = (code: string): boolean => CERTIFICATE.test(code) || TLS.test(code);

/** What to say where no connection was made. `service`: in words, or its address. */
export function unreachable(code: string, service: string): { message: string; advice: string } {
	if (CERTIFICATE.test(code)) {
		return {
			message: `The certificate of ${service} is not trusted, so nothing was sent`,
			advice:
				"Check the credential's Base URL, or ask the administrator of this n8n about its certificates.",
		};
	}
	if (TLS.test(code)) {
		return {
			message: `Could not make a secure connection to ${service}`,
			advice:
				"Check the credential's Base URL: the server there does not support https, or only an outdated version.",
		};
	}
	return {
		message: `Could not connect to ${service}`,
		advice: "Check the credential's Base URL and that this n8n can reach it, then try again.",
	};
}

/** What n8n's request functions threw, or a stream: the original hides under `cause`. */
export function failureOf(error: unknown): Failure {
	const chain = causes(error);
	const session = chain.find((cause) => cause instanceof UserError);
	if (session) return { kind: 'session', error: session };
	if (chain.some((cause) => cause instanceof FileTooLarge)) return { kind: 'tooLarge' };
	const damage = chain.find((cause) => cause instanceof DamagedFile);
	if (damage) return { kind: 'damaged', reason: damage.message };
	if (chain.some((cause) => statusOf(cause) === 401)) {
		return { kind: 'refused', status: 401, problem: { validationErrors: [] } };
	}
	const failed = chain.find((cause) => !mayHaveArrived(cause)) ?? chain.find(codeOf);
	const code = failed ? codeOf(failed) : '';
	const sent = !failed || mayHaveArrived(failed);
	return sent && TIMED_OUT.has(code) ? { kind: 'timeout' } : { kind: 'network', code, sent };
}

/** False only where the connection was provably never made. */
function mayHaveArrived(cause: Cause): boolean {
	const code = codeOf(cause);
	if (NEVER_CONNECTED.has(code) || CERTIFICATE.test(code)) return false;
	// Node tries all addresses of a host, and reports the failures together.
	const tries = Array.isArray(cause.errors) ? (cause.errors as Cause[]) : [];
	if (tries.length > 0) return !tries.every(({ syscall }) => syscall === 'connect');
	return cause.syscall !== 'connect';
}

const codeOf = ({ code }: Cause): string => (typeof code === 'string' ? code : '');

interface Cause extends Error {
	code?: unknown;
	/** Of Node: the system call that failed. */
	syscall?: unknown;
	errors?: unknown;
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

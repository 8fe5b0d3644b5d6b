import type { Problem, UserError } from './userError';

/** A refusal as problem+json; other texts come in `detail`. */
export interface ProblemDetails extends Problem {
	/** Seconds, from `retry_after`. */
	retryAfter?: number;
}

/** Why an exchange with the service failed. */
export type Failure =
	/** The service answered with an error status. */
	| { kind: 'refused'; status: number; problem: ProblemDetails; retryAfter?: number }
	/** A redirect: never followed, since it would take the token along. */
	| { kind: 'redirect'; status: number }
	/** A success that is not what the contract says. */
	| { kind: 'malformed'; status: number; reason?: string }
	/** A success that does not show what was asked for: it arrived, but what became of it must be read. */
	| { kind: 'unconfirmed'; status: number; reason: string }
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

/** 408 and 499: the server gave up while it was reading or working. */
export const isTransient = (status: number): boolean =>
	status >= 500 || status === 408 || status === 499;

/** Certificates are checked before anything is sent. */
const CERTIFICATE =
	/^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_)/;
const TLS = /^(EPROTO|ERR_TLS_|ERR_SSL_)/;

export const isCertificateCode = (code: string): boolean => CERTIFICATE.test(code);

export const isTlsCode = (code: string): boolean => isCertificateCode(code) || TLS.test(code);

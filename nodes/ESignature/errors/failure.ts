import { UserError } from './userError';

export type ValidationErrors = Array<[field: string, message: string]>;

/** problem+json as far as it can be trusted (RFC 9457): members of the right type, bounded. */
export interface ProblemDetails {
	type?: string;
	title?: string;
	detail?: string;
	instance?: string;
	/** Field name, empty where none is given, and message; a list, since the names come from outside. */
	validationErrors: ValidationErrors;
	/** Seconds, from `extensions.retry_after`. */
	retryAfter?: number;
	/** Not in the form of the service: a web page, or the text of another server. */
	foreign?: true;
}

/** The answer is longer than anybody wants to read. */
export class BodyTooLarge extends Error {
	override name = 'BodyTooLarge';

	constructor(
		message: string,
		/** What came before it was too much. */
		readonly beginning = '',
	) {
		super(message);
	}
}

/** Raised while a file passes through, so that n8n's store drops what it has written so far. */
export class DamagedFile extends Error {
	override name = 'DamagedFile';

	constructor(
		reason: string,
		/** The transfer ended early; the file itself may be fine. */
		readonly cut = false,
	) {
		super(reason);
	}
}

/** Raised likewise, for a second copy that adds nothing to the first. */
export class SameFile extends Error {
	override name = 'SameFile';
}

/** How an exchange with the service ended, when not well. */
export type Failure =
	/** The service answered with an error status. */
	| { kind: 'refused'; status: number; problem: ProblemDetails; retryAfter?: number }
	/** A redirect: not followed with the token. The location may be a key to a file: never shown. */
	| { kind: 'redirect'; status: number; location?: string }
	/** A success that is not what the contract says. */
	| { kind: 'malformed'; status: number; reason?: string }
	/** A success that does not show what was asked for: it arrived, but what became of it must be read. */
	| { kind: 'unproven'; status: number; reason: string }
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
	| { kind: 'session'; error: UserError }
	/** The user stopped the execution. */
	| { kind: 'stopped' };

/** No connection was made, so the service cannot have acted: there was nothing to look up or to talk to. */
const NEVER_CONNECTED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED']);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);
/** Certificates are checked before anything is sent. */
const CERTIFICATE =
	/^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_)/;
const TLS = /^(EPROTO|ERR_TLS_|ERR_SSL_)/;
/** What OpenSSL calls the ends of a handshake; any other TLS error may come in the middle of a request. */
const HANDSHAKE =
	/wrong version number|handshake|unsupported protocol|version too low|no protocols available|no shared cipher|alert protocol version|unrecognized name|insufficient security/;

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
				"Check the credential's Base URL: nothing there answers with https, or not with a version of TLS that this n8n accepts.",
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
	if (chain.some((cause) => cause instanceof BodyTooLarge)) return { kind: 'tooLarge' };
	const damage = chain.find((cause) => cause instanceof DamagedFile);
	if (damage) return damage.cut ? { kind: 'cut' } : { kind: 'damaged', reason: damage.message };
	if (chain.some((cause) => statusOf(cause) === 401)) {
		return { kind: 'refused', status: 401, problem: { validationErrors: [] } };
	}
	const failed = chain.find((cause) => !mayHaveArrived(cause)) ?? chain.find(codeOf);
	const code = failed ? codeOf(failed) : '';
	const sent = !failed || mayHaveArrived(failed);
	return sent && TIMED_OUT.has(code) ? { kind: 'timeout' } : { kind: 'network', code, sent };
}

/** False only where the connection was provably never made: everything else may have reached the service. */
function mayHaveArrived(cause: Cause): boolean {
	const code = codeOf(cause);
	if (NEVER_CONNECTED.has(code) || CERTIFICATE.test(code)) return false;
	// Node tries all addresses of a host, and reports the failures together.
	const tries = Array.isArray(cause.errors) ? (cause.errors as Cause[]) : [];
	if (tries.length > 0) return !tries.every(({ syscall }) => syscall === 'connect');
	if (cause.syscall === 'connect') return false;
	if (!TLS.test(code)) return true;
	return !HANDSHAKE.test(
		`${code} ${String(cause.reason)} ${cause.message}`.toLowerCase().replaceAll('_', ' '),
	);
}

const codeOf = ({ code }: Cause): string => (typeof code === 'string' ? code : '');

interface Cause extends Error {
	code?: unknown;
	/** Of Node: the system call that failed. */
	syscall?: unknown;
	/** Of OpenSSL. */
	reason?: unknown;
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

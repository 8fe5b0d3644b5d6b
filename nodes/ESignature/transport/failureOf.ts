import { isCertificateCode, type Failure } from '../errors/failure';
import { UserError } from '../errors/userError';

/** A file is longer than the user allows. */
export class FileTooLarge extends Error {
	override name = 'FileTooLarge';
}

/** Thrown while a file passes through, so that n8n's store drops what it has written so far. */
export class DamagedFile extends Error {
	override name = 'DamagedFile';
}

const NEVER_CONNECTED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED']);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** Reads an error of n8n's request functions, or of a stream: the original is under `cause`. */
export function failureOf(error: unknown): Failure {
	const chain = causes(error);
	const session = chain.find((cause) => cause instanceof UserError);
	if (session) return { kind: 'session', error: session };
	if (chain.some((cause) => cause instanceof FileTooLarge)) return { kind: 'tooLarge' };
	const damage = chain.find((cause) => cause instanceof DamagedFile);
	if (damage) return { kind: 'damaged', reason: damage.message };
	if (chain.some((cause) => httpStatusOf(cause) === 401)) {
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
	if (NEVER_CONNECTED.has(code) || isCertificateCode(code)) return false;
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
	response?: { status?: unknown; data?: unknown };
}

export function causes(error: unknown): Cause[] {
	const chain: Cause[] = [];
	for (let next = error; next instanceof Error && chain.length < 6; next = next.cause) {
		chain.push(next);
	}
	return chain;
}

const httpStatusOf = (cause: Cause): number => Number(cause.response?.status ?? cause.httpCode);

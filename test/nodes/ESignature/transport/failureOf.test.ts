import type { JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isTlsCode } from '../../../../nodes/ESignature/errors/failure';
import { unreachable } from '../../../../nodes/ESignature/errors/sentences';
import {
	DamagedFile,
	failureOf,
	FileTooLarge,
} from '../../../../nodes/ESignature/transport/failureOf';
import { UserError } from '../../../../nodes/ESignature/errors/userError';
import { node } from '../sampleNode';

class AxiosError extends Error {
	constructor(
		message: string,
		readonly code?: string,
		readonly response?: { status: number; data?: unknown },
		cause?: unknown,
	) {
		super(message, cause === undefined ? undefined : { cause });
	}
}

/** As `httpRequestWithAuthentication` throws it. */
const wrapped = (error: Error) => new NodeApiError(node, error as unknown as JsonObject);
const coded = (code: string, more: object = {}) =>
	Object.assign(new Error(code), { code, ...more });

/** No address or no server: nothing was sent. */
const NEVER_CONNECTED = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'];
/** These come before a connection is made, or in the middle of a request: the system call tells. */
const AT_ANY_TIME = ['EHOSTUNREACH', 'ENETDOWN', 'ECONNRESET'];
const LOST = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];
const TIMED_OUT = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];
/** Certificate errors of Node's TLS documentation. */
const CERTIFICATE = ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'HOSTNAME_MISMATCH'];
/** The error itself, and in each wrapping in which n8n passes it on. */
const shapes = (code: string, more: object = {}): Array<[string, Error]> => {
	const fromAxios = () => Object.assign(new AxiosError(code, code), more);
	const caused = (outer?: string) => new AxiosError('x', outer, undefined, coded(code, more));
	return [
		['plain', coded(code, more)],
		['from axios', fromAxios()],
		['from axios with a cause', caused()],
		['wrapped by n8n', wrapped(fromAxios())],
		['wrapped by n8n with a cause', wrapped(caused('ERR_X'))],
		['in an operation error', new NodeOperationError(node, wrapped(fromAxios()))],
		['of several addresses', Object.assign(new AggregateError([coded(code, more)]), { code })],
	];
};

describe('a failure without an answer', () => {
	it.each(shapes('ECONNRESET', { syscall: 'connect' }))(
		'knows that nothing was sent when no connection was made: %s',
		(_, error) => {
			expect(failureOf(error)).toEqual({ kind: 'network', code: 'ECONNRESET', sent: false });
		},
	);

	it.each([
		...NEVER_CONNECTED.map((code) => coded(code)),
		...AT_ANY_TIME.map((code) => coded(code, { syscall: 'connect' })),
		coded('ETIMEDOUT', { syscall: 'connect' }),
	])('knows that nothing was sent when no connection was made: %s', (error) => {
		expect(failureOf(error)).toMatchObject({ kind: 'network', sent: false });
	});

	it.each(AT_ANY_TIME)('may have been sent when the connection went away later: %s', (code) => {
		expect(failureOf(coded(code))).toMatchObject({ kind: 'network', sent: true });
		expect(failureOf(coded(code, { syscall: 'read' }))).toMatchObject({ sent: true });
	});

	it('knows that nothing was sent when no address of the host could be connected to', () => {
		const tries = ['ETIMEDOUT', 'ENETUNREACH'].map((code) => coded(code, { syscall: 'connect' }));
		const all = Object.assign(new AggregateError(tries), { code: 'ETIMEDOUT' });

		expect(failureOf(wrapped(new AxiosError('x', 'ETIMEDOUT', undefined, all)))).toEqual({
			kind: 'network',
			code: 'ETIMEDOUT',
			sent: false,
		});
	});

	it('may have been sent when one of several addresses was connected to', () => {
		const tries = [
			coded('ENETUNREACH', { syscall: 'connect' }),
			coded('ECONNRESET', { syscall: 'read' }),
		];
		const all = Object.assign(new AggregateError(tries), { code: 'ECONNRESET' });

		expect(failureOf(wrapped(new AxiosError('x', 'ECONNRESET', undefined, all)))).toEqual({
			kind: 'network',
			code: 'ECONNRESET',
			sent: true,
		});
	});

	it.each(CERTIFICATE)(
		'knows that nothing was sent when the certificate is refused: %s',
		(code) => {
			expect(isTlsCode(code)).toBe(true);
			expect(failureOf(wrapped(new AxiosError(code, code)))).toMatchObject({ code, sent: false });
		},
	);

	it('may have been sent when TLS broke at a time that is not known', () => {
		expect(isTlsCode('EPROTO')).toBe(true);
		const error = coded('EPROTO', { syscall: 'write' });
		expect(failureOf(error)).toMatchObject({ kind: 'network', code: 'EPROTO', sent: true });
	});

	it.each(LOST)('may have been sent when the connection was lost: %s', (code) => {
		expect(isTlsCode(code)).toBe(false);
		expect(failureOf(wrapped(new AxiosError(code, code)))).toEqual({
			kind: 'network',
			code,
			sent: true,
		});
	});

	it.each(TIMED_OUT)('is a timeout: %s', (code) => {
		expect(failureOf(wrapped(new AxiosError('timeout of 60000ms exceeded', code)))).toEqual({
			kind: 'timeout',
		});
	});

	it.each([undefined, 'text', { code: 'ENOTFOUND' }, new Error('?')])(
		'may have been sent when all that is known is %p',
		(error) => {
			expect(failureOf(error)).toEqual({ kind: 'network', code: '', sent: true });
		},
	);
});

describe('a failure with an answer', () => {
	const rejected = new AxiosError('401', 'ERR_BAD_REQUEST', { status: 401, data: 'secret' });

	it.each([
		['from axios', rejected],
		['wrapped by n8n', wrapped(rejected)],
		['known by its code only', new NodeApiError(node, {}, { message: 'x', httpCode: '401' })],
	])('is a rejected token when it is a 401 %s', (_, error) => {
		expect(failureOf(error)).toEqual({
			kind: 'refused',
			status: 401,
			problem: { validationErrors: [] },
		});
	});
});

describe('our own signals', () => {
	const refused = new UserError('No');

	it.each([
		['a session error', refused, { kind: 'session', error: refused }],
		['a file without end', new FileTooLarge('big'), { kind: 'tooLarge' }],
		['a wrong file', new DamagedFile('no PDF'), { kind: 'damaged', reason: 'no PDF' }],
	])('survive the wrapping: %s', (_, error, expected) => {
		expect(failureOf(error)).toEqual(expected);
		expect(failureOf(wrapped(error))).toEqual(expected);
		expect(failureOf(new Error('outer', { cause: error }))).toEqual(expected);
	});
});

it('ends even when an error is its own cause', () => {
	const error = coded('ECONNRESET') as Error & { cause?: unknown };
	error.cause = error;

	expect(failureOf(error)).toMatchObject({ kind: 'network', sent: true });
});

it('tells a certificate, a connection that is not secure and one that was never made apart', () => {
	const codes = ['CERT_HAS_EXPIRED', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ECONNREFUSED'];
	const advice = codes.map((code) => unreachable(code, 'the service').advice);

	expect(new Set(advice).size).toBe(3);
});

import { NodeApiError, NodeOperationError, type JsonObject } from 'n8n-workflow';

import { BodyTooLarge } from '../../../../../nodes/ESignature/transport/wire/body';
import { DamagedFile } from '../../../../../nodes/ESignature/transport/wire/damagedFile';
import { failureOf, isTlsCode } from '../../../../../nodes/ESignature/transport/wire/failure';
import { SessionError } from '../../../../../nodes/ESignature/transport/wire/sessionError';
import { node } from '../../sampleNode';

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
const coded = (code: string) => Object.assign(new Error(code), { code });

const NEVER_CONNECTED = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];
const LOST = [
	'ECONNRESET',
	'EPIPE',
	'ERR_BAD_RESPONSE',
	'ERR_STREAM_PREMATURE_CLOSE',
	'HPE_INVALID',
];
const TIMED_OUT = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];
/** Certificate errors of Node's TLS documentation, and those of the handshake. */
const TLS = [
	...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_SIGNATURE_FAILURE', 'CERT_UNTRUSTED'],
	...['CERT_CHAIN_TOO_LONG', 'CERT_REVOKED', 'CERT_REJECTED', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'HOSTNAME_MISMATCH'],
	...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'EPROTO'],
	...['INVALID_CA', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED'],
	...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'],
];

/** The error itself, and in each wrapping in which n8n passes it on. */
const shapes = (code: string): Array<[string, Error]> => [
	['plain', coded(code)],
	['from axios', new AxiosError(code, code)],
	['from axios with a cause', new AxiosError('x', undefined, undefined, coded(code))],
	['wrapped by n8n', wrapped(new AxiosError(code, code))],
	['wrapped by n8n with a cause', wrapped(new AxiosError('x', 'ERR_X', undefined, coded(code)))],
	['in an operation error', new NodeOperationError(node, wrapped(new AxiosError(code, code)))],
	['of several addresses', Object.assign(new AggregateError([coded(code)]), { code })],
];

describe('a failure without an answer', () => {
	it.each(
		NEVER_CONNECTED.flatMap((code) => shapes(code).map((shape) => [code, ...shape] as const)),
	)('knows that nothing was sent: %s, %s', (code, _, error) => {
		expect(failureOf(error)).toEqual({ kind: 'network', code, sent: false });
	});

	it.each(TLS)('knows that nothing was sent when the certificate is refused: %s', (code) => {
		expect(isTlsCode(code)).toBe(true);
		expect(failureOf(wrapped(new AxiosError(code, code)))).toMatchObject({ code, sent: false });
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

	it.each([undefined, null, 'text', 7, {}, { code: 'ENOTFOUND' }, new Error('?')])(
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
	it.each([
		['a session error', new SessionError('No'), { kind: 'session' }],
		['a body without end', new BodyTooLarge('big'), { kind: 'tooLarge' }],
		['a file cut short', new DamagedFile('short', true), { kind: 'cut' }],
		[
			'a wrong file',
			new DamagedFile('it is not a PDF'),
			{ kind: 'damaged', reason: 'it is not a PDF' },
		],
	])('survive the wrapping: %s', (_, error, expected) => {
		expect(failureOf(error)).toMatchObject(expected);
		expect(failureOf(wrapped(error))).toMatchObject(expected);
		expect(failureOf(new Error('outer', { cause: error }))).toMatchObject(expected);
	});

	it('include the session error itself, with its description', () => {
		const error = new SessionError('No', { description: 'The service says: no' });

		expect(failureOf(wrapped(error))).toEqual({ kind: 'session', error });
	});
});

it('ends even when an error is its own cause', () => {
	const error = coded('ECONNRESET') as Error & { cause?: unknown };
	error.cause = error;

	expect(failureOf(error)).toMatchObject({ kind: 'network', sent: true });
});

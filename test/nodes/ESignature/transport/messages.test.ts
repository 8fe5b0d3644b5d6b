import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { RESOURCES } from '../../../../nodes/ESignature/actions';
import { POSSIBLE_IN } from '../../../../nodes/ESignature/actions/envelope/refusals';
import { ENVELOPE_STATUSES } from '../../../../nodes/ESignature/api';
import { GENERAL, type Explanation } from '../../../../nodes/ESignature/transport/apiError';
import { textsOf } from '../../../../nodes/ESignature/core/form';
import type { Failure } from '../../../../nodes/ESignature/errors/failure';
import { node } from '../sampleNode';
import { FAILURES, network, refused } from './failures';
import { errorFor, POST } from './shownError';

const MESSAGES = textsOf(RESOURCES).refusals ?? {};

/** Words in a message for which n8n puts a text of its own in its place, or stops the execution. */
const TAKEN = [
	...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'ERRADDRINUSE', 'EADDRNOTAVAIL'],
	...['ECONNABORTED', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES'],
	...['EEXIST', 'EPERM', 'GETADDRINFO', 'canceled'],
];

const tables: Array<[string, Explanation]> = [
	...Object.entries(MESSAGES).flatMap(([route, texts]) =>
		Object.entries(texts).map(([status, text]): [string, Explanation] => [
			`${status} ${route}`,
			text!,
		]),
	),
	...Object.entries(GENERAL),
];

/** What a user sees for every kind of failure, apart from the sentences of the credential. */
const built = [...FAILURES, ['no network', network('ENETUNREACH', false)] as const]
	.filter(([, { kind }]) => kind !== 'stopped' && kind !== 'session')
	.map(([name, failure]): [string, Explanation] => {
		const { message, description } = errorFor(failure as Failure);
		return [name, { message, advice: String(description) }];
	});

it('no message is replaced by n8n', () => {
	for (const [, { message, advice }] of [...tables, ...built]) {
		const words = TAKEN.filter((word) => message.toUpperCase().includes(word.toUpperCase()));

		expect(words).toEqual([]);
		expect(new NodeOperationError(node, message).message).toBe(message);
		expect(new NodeApiError(node, {}, { message, description: advice })).toMatchObject({
			message,
			description: advice,
		});
	}
});

it('gives an undocumented status the text of its family', () => {
	const shown = (status: number) => errorFor(refused(status)).message;

	// 499, like 408: the server gave up, which is no fault of the request.
	expect([408, 499, 500, 503, 524, 599].map(shown)).toEqual(Array(6).fill(GENERAL.down.message));
	expect([402, 418, 451].map(shown)).toEqual(Array(3).fill(GENERAL[400].message));
});

it('knows for every status of an envelope what can be done in it', () => {
	expect(Object.keys(POSSIBLE_IN)).toEqual([...ENVELOPE_STATUSES]);
});

it.each([
	[
		'a redirect',
		{ kind: 'redirect', status: 302 },
		/another address, and the redirect was not followed/,
	],
	['silence', { kind: 'timeout' }, /did not respond in time/],
	['another answer', { kind: 'malformed', status: 200 }, /could not be understood/],
	['a wrong file', { kind: 'damaged', reason: 'it is not a PDF' }, /because it is not a PDF/],
	['an endless answer', { kind: 'tooLarge' }, /too large/],
	['a full disk', { kind: 'storage', reason: 'no space' }, /n8n could not store the file/],
	['a certificate', network('CERT_HAS_EXPIRED', false), /certificate .* is not trusted/],
	['no TLS', network('EPROTO', false), /Could not make a secure connection to the service/],
	['no connection', network('ECONNREFUSED', false), /Could not connect to the service/],
	['a lost connection', network('ECONNRESET', true), /was lost before its answer was complete/],
] as Array<[string, Failure, RegExp]>)('says what it was: %s', (_, failure, message) => {
	expect(errorFor(failure).message).toMatch(message);
});

describe.each<[string, Failure]>([
	['a lost connection', network('ECONNRESET', true)],
	['silence', { kind: 'timeout' }],
	['a problem of the service', refused(503)],
])('after %s', (_, failure) => {
	const adviceFor = (uncertain: boolean) =>
		errorFor(failure, { route: POST, uncertain }).description;

	it('what was not done can be tried again', () => {
		expect(adviceFor(false)).toContain('Try again later.');
	});

	it('what may have been done is to be checked first', () => {
		expect(adviceFor(true)).toContain('Check before you run it again.');
		expect(adviceFor(true)).not.toMatch(/try again/i);
	});
});

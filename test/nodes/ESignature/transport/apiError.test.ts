/* eslint-disable @n8n/community-nodes/no-restricted-imports -- shows what JSON would hide */
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { inspect } from 'node:util';

import { POSSIBLE_IN } from '../../../../nodes/ESignature/actions/envelope/refusals';
import { participantRefusals } from '../../../../nodes/ESignature/actions/participant/refusals';
import type { Failure } from '../../../../nodes/ESignature/errors/failure';
import { UserError } from '../../../../nodes/ESignature/errors/userError';
import { FAILURES, network, refused } from './failures';
import { answered, errorFor, GET, POST, errorFor as shown } from './shownError';
import { RESOURCES } from '../../../../nodes/ESignature/actions';
import { ENVELOPE_STATUSES } from '../../../../nodes/ESignature/api';
import { GENERAL, type Explanation } from '../../../../nodes/ESignature/transport/apiError';
import { textsOf } from '../../../../nodes/ESignature/core/form';
import { node } from '../sampleNode';

const UNKNOWN = 'It is not known whether the service carried out this step';

describe('what the service says', () => {
	it('stands in the description, with one line for each validation error', () => {
		const error = errorFor(
			answered(400, {
				detail: 'Request validation failed',
				validation_errors: { 'items[0].email': 'must be an address', role: 'unknown' },
			}),
			{ route: POST },
		);

		const ours = participantRefusals[POST]?.[400];
		expect(error.message).toBe(ours?.message);
		expect(error.description?.split('\n')).toEqual([
			'items[0].email: must be an address',
			'role: unknown',
			'The service says: Request validation failed',
			ours?.advice,
		]);
	});

	it.each([
		[{ title: 'Locked by another user' }, 'The service says: Locked by another user'],
		[{ type: 'PageLimitReached' }, 'The service says: PageLimitReached'],
		[{ type: 'PageLimitReached', title: 'Sorry' }, 'The service says: Sorry (PageLimitReached)'],
		[{ type: 'x:y#1', detail: 'No' }, 'The service says: No'],
		[
			{ type: 'PageLimitReached', detail: 'PageLimitReached!' },
			'The service says: PageLimitReached!',
		],
		[{ message: 'Not today' }, 'The service says: {"message":"Not today"}'],
	])('is shown, wherever it stands: %j', (body, line) => {
		expect(errorFor(answered(422, body)).description?.split('\n')[0]).toBe(line);
	});

	it('is not shown where it says nothing', () => {
		expect(errorFor(answered(422, { type: 'about:blank' })).description).not.toContain('says');
	});

	it('is shown without secrets, also where it is the reason not to understand an answer', () => {
		const reason = 'It is about geheim-1, but another was asked for.';
		const { description } = errorFor(
			{ kind: 'malformed', status: 200, reason },
			{ secrets: new Set(['geheim-1']) },
		);
		expect(description?.split('\n')[0]).toBe('It is about [hidden], but another was asked for.');
	});

	it('is kept for the error output, member by member', () => {
		const { context } = errorFor(
			answered(404, { type: '#404', title: 'Not Found', detail: 'No.', instance: '/x' }),
		);

		expect(context.data).toEqual({
			status: 404,
			route: GET,
			type: '#404',
			title: 'Not Found',
			detail: 'No.',
			instance: '/x',
			validationErrors: [],
		});
	});

	it.each([
		['a message', { message: 'Give me your password' }],
		['an error with a message', { error: { message: 'Give me your password' } }],
		['a description', { description: 'Give me your password', reason: 'x' }],
		['a code', { code: 'ECONNREFUSED', errorCode: 'ENOENT', httpCode: '200' }],
		['a status of its own', { status: 200, statusCode: 200 }],
		['a cause', { cause: { message: 'Give me your password' } }],
	])('does not replace our text when it holds %s', (_, body) => {
		const error = errorFor(answered(404, { ...body, detail: 'Unknown envelope' }));

		expect(error).toMatchObject({ message: 'The envelope was not found', httpCode: '404' });
		expect(error.description).toMatch(/^The service says: Unknown envelope\nCheck the envelope ID/);
		expect(JSON.stringify([error, error.context])).not.toContain('password');
	});
});

describe('the error', () => {
	const told = FAILURES.filter(([, { kind }]) => kind !== 'stopped');

	it.each(told)('for %s says what became of a write, and where to look', (_, failure) => {
		const open = errorFor(failure, { route: POST, uncertain: true, lookAt: 'Look there.' });
		const closed = errorFor(failure, { route: POST, lookAt: 'Look there.' });

		expect(open.description).toContain(`${UNKNOWN}. Check before you run it again.\nLook there.\n`);
		expect(open.context.outcome).toBe('unknown');
		expect(closed.description).not.toMatch(/It is not known|Look there/);
		expect(closed.context.outcome).toBe('notDone');
	});

	it.each(told)('for %s speaks of no outcome after a read', (_, failure) => {
		const error = errorFor(failure);

		expect(error.description).not.toContain(UNKNOWN);
		expect(error.context.outcome).toBeUndefined();
	});

	it.each([400, 401, 404, 429, 500, 503])('carries the status %d of the answer', (status) => {
		expect(errorFor(refused(status))).toMatchObject({ httpCode: String(status) });
	});

	it('names the time that the service asks to wait', () => {
		expect(errorFor(refused(429, 299_001)).description).toContain(
			'The service asks you to wait 300 seconds.',
		);
		expect(errorFor(refused(429)).description).not.toContain('wait');
	});

	it('for a conflict names the state of the envelope, and what can be done in it', () => {
		const { description } = errorFor(refused(409), { state: 'processing' });

		expect(description).toContain(
			`The envelope has the status 'processing'. ${POSSIBLE_IN.processing}`,
		);
		expect(errorFor(refused(409), { state: 'archived' }).description).toContain(
			"The envelope has the status 'archived'.\n",
		);
		expect(errorFor(refused(409)).description).not.toContain('has the status');
	});

	it('shows a hostile state as one clean and short line', () => {
		const { description } = errorFor(refused(409), { state: `\u202e\n${'x'.repeat(500)}` });

		expect(description?.split('\n')[0]).toMatch(/^The envelope has the status 'x{37}\.\.\.'\.$/);
	});

	it('has no status when there was no answer', () => {
		expect(errorFor({ kind: 'timeout' })).toMatchObject({ httpCode: null });
		expect(errorFor(network('ECONNREFUSED', false))).toMatchObject({ httpCode: null });
	});

	it('for a stop by the user is the one that n8n knows', () => {
		const error = errorFor({ kind: 'stopped' });

		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('The execution was canceled');
	});

	it.each([
		['silence', { kind: 'timeout' }, true],
		['no connection', network('ECONNREFUSED', false), true],
		['a lost connection', network('ECONNRESET', true), true],
		['a web page', { kind: 'malformed', status: 200 }, true],
		['a service that cannot sign in', { kind: 'session', error: passing() }, true],
		['a wrong secret', { kind: 'session', error: new UserError('No') }, true],
		['a lost connection', network('ECONNRESET', true), true],
		['answers that are no JSON', { kind: 'malformed', status: 200 }, true],
		['a missing envelope', refused(404), undefined],
		['a wrong file', { kind: 'damaged', reason: 'it is not a PDF' }, undefined],
	] as Array<[string, Failure, true | undefined]>)(
		'tells an outage from a matter of one item: %s',
		(_, failure, outage) => {
			expect(errorFor(failure).context.outage).toBe(outage);
		},
	);

	it('takes a redirect for an outage where something is written, and nothing else that is refused', () => {
		const redirect: Failure = { kind: 'redirect', status: 302 };
		const outage = (failure: Failure, route = POST) => errorFor(failure, { route }).context.outage;

		expect([outage(redirect), outage(redirect, GET)]).toEqual([true, undefined]);
		expect([outage(refused(404)), outage({ kind: 'tooLarge' })]).toEqual([undefined, undefined]);
	});

	it('tells a sign-in that did not work from all else', () => {
		expect(errorFor({ kind: 'session', error: passing() }).context.signIn).toBe(true);
		expect(errorFor({ kind: 'session', error: new UserError('No') }).context.signIn).toBe(true);
		expect(errorFor({ kind: 'timeout' }).context.signIn).toBeUndefined();
	});

	it('for a wrong credential is the sentence of the credential', () => {
		const error = new UserError('The Client ID is wrong', 'The service says: no');

		expect(errorFor({ kind: 'session', error })).toMatchObject({
			message: 'The Client ID is wrong',
			description: 'The service says: no',
		});
	});

	it('keeps its sentence when the address holds a word that n8n replaces', () => {
		const message = 'No server was found at https://sign.keepermail.example';
		const error = errorFor({ kind: 'session', error: new UserError(message) });

		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe(message);
	});
});

function passing(): UserError {
	return new UserError('The service cannot sign you in');
}

describe('secrets', () => {
	const SECRETS = ['canary-secret', 'canary-token', 'canary-code'];

	const errorFor = (failure: Parameters<typeof shown>[0], secrets = SECRETS) =>
		shown(failure, { route: POST, secrets: new Set(secrets) });
	const everything = (error: Error) =>
		`${JSON.stringify(error)}${inspect(error, { depth: 12, showHidden: true })}${error.stack}`;

	describe('a secret', () => {
		const echo = `no ${SECRETS.join(' and ')} here`;

		it('that the service echoes is hidden in every place', () => {
			const error = errorFor(
				answered(400, {
					type: echo,
					title: echo,
					detail: echo,
					instance: echo,
					validation_errors: { [echo]: echo, nested: [{ value: echo }] },
				}),
			);

			for (const secret of SECRETS) expect(everything(error)).not.toContain(secret);
			expect(error.description).toContain('no [hidden] and [hidden] and [hidden] here');
		});

		it('is hidden up to where a long text is cut', () => {
			const error = errorFor(answered(400, { detail: `${'x'.repeat(488)}${SECRETS[0]}` }));

			expect(error.description).not.toContain('canary');
		});

		it('is hidden in a value that is not a text', () => {
			const quoted = 'quo"ted-code';
			const failure = answered(400, { validation_errors: { code: { accessCode: quoted } } });

			expect(errorFor(failure, [quoted]).description).not.toContain('ted-code');
		});
	});
});

describe('messages', () => {
	const MESSAGES = textsOf(RESOURCES).refusals ?? {};

	/** Words in a message for which n8n puts a text of its own in its place, or stops the execution. */
	const TAKEN = [
		'ECONNREFUSED',
		'ECONNRESET',
		'ENOTFOUND',
		'ETIMEDOUT',
		'ERRADDRINUSE',
		'EADDRNOTAVAIL',
		'ECONNABORTED',
		'EHOSTUNREACH',
		'EAI_AGAIN',
		'ENOENT',
		'EISDIR',
		'ENOTDIR',
		'EACCES',
		'EEXIST',
		'EPERM',
		'GETADDRINFO',
		'canceled',
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
});

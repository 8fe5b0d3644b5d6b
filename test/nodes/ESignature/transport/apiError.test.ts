import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { POSSIBLE_IN } from '../../../../nodes/ESignature/actions/envelope/refusals';
import { participantRefusals } from '../../../../nodes/ESignature/actions/participant/refusals';
import type { Failure } from '../../../../nodes/ESignature/errors/failure';
import { UserError } from '../../../../nodes/ESignature/errors/userError';
import { FAILURES, network, refused } from './failures';
import { answered, errorFor, GET, POST } from './shownError';

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

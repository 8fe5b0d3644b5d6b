import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { inspect } from 'node:util';

import { participantRefusals } from '../../../../nodes/ESignature/actions/participant/refusals';
import type { Failure } from '../../../../nodes/ESignature/errors/failure';
import { UserError } from '../../../../nodes/ESignature/errors/userError';
import { FAILURES, network, refused } from '../transport/failures';
import { answered, errorFor, GET, POST, shownFor } from '../transport/shownError';
import { RESOURCES } from '../../../../nodes/ESignature/actions';
import { GENERAL, type Explanation } from '../../../../nodes/ESignature/errors/sentences';
import { textsOf } from '../../../../nodes/ESignature/core/form';
import { node } from '../sampleNode';

const UNKNOWN = 'It is not known whether the service carried out this step';

describe('what the service says', () => {
	it('stands in the description, with one line for each validation error', () => {
		const error = shownFor(
			answered(400, {
				detail: 'Request validation failed',
				validation_errors: { 'items[0].email': 'must be an address', role: 'unknown' },
			}),
			{ route: POST },
		);

		const ours = participantRefusals[POST]?.[400];
		expect(error.message).toBe(ours?.message);
		expect(error.description?.split('\n')).toEqual([
			ours?.unchanged,
			'items[0].email: must be an address',
			'role: unknown',
			ours?.advice,
			'The service says: Request validation failed',
		]);
	});

	it.each([
		[{ type: 'PageLimitReached' }, 'The service says: PageLimitReached'],
		[{ type: 'PageLimitReached', title: 'Sorry' }, 'The service says: Sorry (PageLimitReached)'],
		[{ type: 'x:y#1', detail: 'No' }, 'The service says: No'],
		[
			{ type: 'PageLimitReached', detail: 'PageLimitReached!' },
			'The service says: PageLimitReached!',
		],
	])('is shown last, wherever it stands: %j', (body, line) => {
		expect(shownFor(answered(422, body)).description?.split('\n').at(-1)).toBe(line);
	});

	it('is not shown where it says nothing', () => {
		expect(shownFor(answered(422, { type: 'about:blank' })).description).not.toContain('says');
	});

	it('is shown without secrets, also where it is the reason not to understand an answer', () => {
		const reason = 'It is about secret-1, but another was asked for.';
		const { description } = shownFor(
			{ kind: 'malformed', status: 200, reason },
			{ secrets: ['secret-1'] },
		);
		expect(description?.split('\n')[0]).toBe('It is about [hidden], but another was asked for.');
	});

	it('is kept for the error output, member by member', () => {
		const { context } = shownFor(
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

	it('does not replace our text, whatever it holds', () => {
		const hostile = {
			message: 'Give me your password',
			error: { message: 'Give me your password' },
			description: 'Give me your password',
			cause: { message: 'Give me your password' },
			code: 'ECONNREFUSED',
			httpCode: '200',
			status: 200,
		};
		const error = shownFor(answered(404, { ...hostile, detail: 'Unknown envelope' }));

		expect(error).toMatchObject({ message: 'The envelope was not found', httpCode: '404' });
		expect(error.description).toMatch(
			/^Check the envelope ID.*\nThe service says: Unknown envelope$/,
		);
		expect(JSON.stringify([error, error.context])).not.toContain('password');
	});
});

describe('the error', () => {
	it('says what became of a write, and where to look', () => {
		const write = { route: POST, adviceIfUnknown: 'Look there.' };
		const open = shownFor({ kind: 'timeout' }, { ...write, isUnknown: true });
		const closed = shownFor({ kind: 'timeout' }, write);

		expect(open.description).toContain(`${UNKNOWN}. Check before you run it again.\nLook there.\n`);
		expect(open.context.outcome).toBe('unknown');
		expect(closed.description).not.toMatch(/It is not known|Look there/);
		expect(closed.context.outcome).toBe('notDone');
		expect(shownFor({ kind: 'timeout' }).context.outcome).toBeUndefined();
	});

	it('carries the status of the answer, if there was one', () => {
		expect(shownFor(refused(404))).toMatchObject({ httpCode: '404' });
		expect(shownFor({ kind: 'timeout' })).toMatchObject({ httpCode: null });
	});

	it('names the time that the service asks to wait', () => {
		expect(shownFor(refused(429, 299_001)).description).toContain(
			'The service asks you to wait 300 seconds.',
		);
		expect(shownFor(refused(429)).description).not.toContain('wait');
	});

	it.each<[string, Failure]>([
		['Max Concurrency', refused(429)],
		['Timeout (Seconds)', { kind: 'timeout' }],
	])("names the option that helps: '%s'", (option, failure) => {
		expect(shownFor(failure).description).toContain(`'${option}' in the options of this node.`);
	});

	it('for a conflict names the status of the envelope, if it is known', () => {
		const conflict = 'This is not possible in the current state of the envelope';

		expect(shownFor(refused(409), { state: 'processing' }).message).toBe(
			`${conflict} (its status is 'processing')`,
		);
		expect(shownFor(refused(409)).message).toBe(conflict);
	});

	it('shows a hostile state as one clean and short line', () => {
		const { message } = shownFor(refused(409), { state: `\u202e\n${'x'.repeat(500)}` });

		expect(message).toMatch(/ \(its status is 'x{37}\.\.\.'\)$/);
	});

	it('for a stop by the user is the one that n8n knows', () => {
		const error = shownFor({ kind: 'stopped' });

		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('The execution was canceled');
	});

	it.each([
		['silence', { kind: 'timeout' }, 'service'],
		['a lost connection', network('ECONNRESET', true), 'service'],
		['a web page', { kind: 'malformed', status: 200 }, 'service'],
		['a bare success', { kind: 'unconfirmed', status: 202 }, 'service'],
		['a rate limit', refused(429), 'service'],
		['a problem of the service', refused(500), 'service'],
		['a wrong secret', { kind: 'session', error: new UserError('No') }, 'credential'],
		['a rejected token', refused(401), 'credential'],
		['a missing envelope', refused(404), undefined],
		['a closed request', refused(499), undefined],
		['a wrong file', { kind: 'damaged', reason: 'it is not a PDF' }, undefined],
	] as Array<[string, Failure, string | undefined]>)(
		'tells what is down from a matter of one item: %s',
		(_, failure, down) => {
			expect(errorFor(failure).details.down).toBe(down);
		},
	);

	it('takes a redirect for a service that is down where something is written', () => {
		const redirect: Failure = { kind: 'redirect', status: 302 };
		const down = (route = POST) => errorFor(redirect, { route }).details.down;

		expect([down(), down(GET)]).toEqual(['service', undefined]);
		expect(shownFor(redirect, { route: GET }).message).toContain(
			'redirected the request to another address',
		);
	});

	it('for a wrong credential is the sentence of the credential', () => {
		const error = new UserError('The Client ID is wrong', 'The service says: no');

		expect(shownFor({ kind: 'session', error })).toMatchObject({
			message: 'The Client ID is wrong',
			description: 'The service says: no',
		});
	});

	it('keeps its sentence when the address holds a word that n8n replaces', () => {
		const message = 'No server was found at https://sign.keepermail.example';
		const error = shownFor({ kind: 'session', error: new UserError(message) });

		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe(message);
	});
});

describe('a secret', () => {
	const SECRETS = ['canary-secret', 'canary-token', 'canary-code'];

	const errorWith = (failure: Failure, secrets = SECRETS) =>
		shownFor(failure, { route: POST, secrets });
	const everything = (error: Error) =>
		`${JSON.stringify(error)}${inspect(error, { depth: 12, showHidden: true })}${error.stack}`;

	const echo = `no ${SECRETS.join(' and ')} here`;

	it('that the service echoes is hidden in every place', () => {
		const error = errorWith(
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

	it('is hidden in a value that is not a text', () => {
		const quoted = 'quo"ted-code';
		const failure = answered(400, { validation_errors: { code: { accessCode: quoted } } });

		expect(errorWith(failure, [quoted]).description).not.toContain('ted-code');
	});
});

describe('messages', () => {
	const MESSAGES = textsOf(RESOURCES).refusals ?? {};

	const tables: Array<[string, Explanation]> = [
		...Object.entries(MESSAGES).flatMap(([route, texts]) =>
			Object.entries(texts).map(([status, text]): [string, Explanation] => [
				`${status} ${route}`,
				text!,
			]),
		),
		...Object.entries(GENERAL),
	];

	/** The error for every kind of failure, apart from those of the credential. */
	const built = [...FAILURES, ['no network', network('ENETUNREACH', false)] as const]
		.filter(([, { kind }]) => kind !== 'stopped' && kind !== 'session')
		.map(([name, failure]): [string, Explanation] => {
			const { message, description } = shownFor(failure as Failure);
			return [name, { message, advice: String(description) }];
		});

	it('no message is replaced by n8n', () => {
		for (const [, { message, advice }] of [...tables, ...built]) {
			// With this word in it, n8n stops the execution.
			expect(message).not.toMatch(/canceled/i);
			expect(new NodeOperationError(node, message).message).toBe(message);
			expect(new NodeApiError(node, {}, { message, description: advice })).toMatchObject({
				message,
				description: advice,
			});
		}
	});

	it('gives an undocumented status the text of its family', () => {
		const shown = (status: number) => shownFor(refused(status)).message;

		// 499, like 408: the server gave up, which is no fault of the request.
		expect([408, 499, 500].map(shown)).toEqual(Array(3).fill(GENERAL.down.message));
		expect(shown(402)).toBe(GENERAL[400].message);
	});

	it.each([
		['a wrong file', { kind: 'damaged', reason: 'it is not a PDF' }, /because it is not a PDF/],
		['a certificate', network('CERT_HAS_EXPIRED', true), /certificate .* is not trusted/],
		['no connection', network('ECONNREFUSED', false), /Could not connect to the service/],
		['a lost connection', network('ECONNRESET', true), /was lost before its answer was complete/],
	] as Array<[string, Failure, RegExp]>)('says what it was: %s', (_, failure, message) => {
		expect(shownFor(failure).message).toMatch(message);
	});

	it('says that what was not done can be tried again, but what may have been done is to be checked', () => {
		const adviceFor = (isUnknown: boolean) =>
			shownFor(refused(503), { route: POST, isUnknown }).description;

		expect(adviceFor(false)).toContain('Try again later.');
		expect(adviceFor(true)).toContain('Check before you run it again.');
		expect(adviceFor(true)).not.toMatch(/try again/i);
	});
});

import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { errorJson, nodeError } from '../../../../nodes/ESignature/errors/nodeError';
import {
	canceled,
	caught,
	isUnknown,
	unlessMissing,
	unlessRefused,
	UserError,
	wrongInput,
} from '../../../../nodes/ESignature/errors/userError';
import { node } from '../sampleNode';
import { refused } from '../transport/failures';
import { errorFor, GET, POST } from '../transport/shownError';

const jsonOf = (error: UserError, parts?: Array<{ json: object }>) =>
	errorJson(nodeError(node, error), error, parts) as { error: string; details: IDataObject };

describe('what was raised', () => {
	it.each([
		[
			'an input',
			wrongInput('The ID is empty', 'Enter one.'),
			'The ID is empty',
			'Enter one. Nothing was sent.',
		],
		[
			'an input without advice',
			wrongInput('The ID is empty'),
			'The ID is empty',
			'Nothing was sent.',
		],
		['an explanation', new UserError('It was cut', 'Try again'), 'It was cut', 'Try again'],
		['an error of the language', new TypeError('x is not y'), 'x is not y', undefined],
		['a text', 'just a text', 'just a text', undefined],
	])('becomes the error that n8n shows, with its item: %s', (_, raised, message, description) => {
		const error = nodeError(node, caught(raised), 7);

		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(message);
		expect(error.description ?? undefined).toBe(description);
		expect(error.context.itemIndex).toBe(7);
	});

	it('has no word by which n8n takes a run for canceled, unless it was canceled', () => {
		expect(wrongInput("There is no file 'canceled'").message).toBe("There is no file 'Canceled'");
		expect(canceled().with({ entry: 1 }).message).toBe('The execution was canceled');
	});

	it('stays the same error when it is one of n8n already', () => {
		const api = new NodeApiError(node, {}, { message: 'No', httpCode: '404' });
		const operation = new NodeOperationError(node, 'No', { itemIndex: 3 });

		expect(nodeError(node, caught(api), 7)).toBe(api);
		expect(api.context.itemIndex).toBe(7);
		expect(nodeError(node, caught(operation), 7)).toBe(operation);
		expect(operation.context.itemIndex).toBe(3);
	});
});

describe('markup that somebody else wrote', () => {
	const MARKUP = 'See <a href="https://evil.example">this</a> & 1 < 2';
	const SHOWN = 'See \u2039a href="https://evil.example"\u203athis\u2039/a\u203a & 1 \u2039 2';

	it('is text in the message and below it', () => {
		const raised = new NodeApiError(node, {}, { message: MARKUP, description: `${MARKUP}.` });
		const { message, description } = nodeError(node, caught(raised), 0);

		expect([message, description]).toEqual([SHOWN, `${SHOWN}.`]);
	});

	it('is text when the HTTP Request node shows it, which takes the error as it is', () => {
		const { message, description } = new UserError(MARKUP, `${MARKUP}.`);
		expect([message, description]).toEqual([SHOWN, `${SHOWN}.`]);
	});

	it('is left alone in what other nodes read', () => {
		const problem = { detail: MARKUP, validationErrors: [] as never };
		const { details } = jsonOf(errorFor({ kind: 'refused', status: 400, problem }));

		expect(details.detail).toBe(MARKUP);
		expect(details.description).toContain(SHOWN);
	});
});

it('gives the error output what the service said', () => {
	const problem = { title: 'Not Found', detail: 'Gone', validationErrors: [['a', 'b']] as never };
	expect(jsonOf(errorFor(refused(404, undefined, problem)))).toEqual({
		error: expect.any(String),
		details: {
			description: expect.stringContaining('The service says: Not Found: Gone'),
			statusCode: 404,
			route: GET,
			title: 'Not Found',
			detail: 'Gone',
			validationErrors: [['a', 'b']],
		},
	});
});

describe('the outcome of a write that failed', () => {
	it.each([
		['an input that was never sent', wrongInput('No'), 'notDone'],
		['a refusal', errorFor(refused(400), { route: POST }), 'notDone'],
		['a lost answer', errorFor({ kind: 'timeout' }, { route: POST, isUnknown: true }), 'unknown'],
		['an answer that does not tell', new UserError('No', 'Why', { outcome: 'unknown' }), 'unknown'],
		['a read', errorFor(refused(404)), undefined],
	])('stands in the details: %s', (_, error, outcome) => {
		expect(jsonOf(error).details.outcome).toBe(outcome);
		expect(nodeError(node, error).context.outcome).toBe(outcome);
		expect(isUnknown(error)).toBe(outcome === 'unknown');
	});

	it('is put into words as long as nothing was done', () => {
		const UNCHANGED = 'No participant was added by this request.';
		const refusal = errorFor(refused(400), { route: POST });
		const descriptions = [
			refusal,
			refusal.with({ outcome: 'partlyDone' }),
			refusal.with({ outcome: 'unknown' }),
		].map((error) => nodeError(node, error).description ?? '');

		expect(descriptions.map((text) => text.includes(UNCHANGED))).toEqual([true, false, false]);
	});

	it('that was done in part is not called not done', () => {
		const error = errorFor(refused(400), { route: POST }).with({ outcome: 'partlyDone' });

		// Of an item of the same request, what was made of it decides.
		expect(jsonOf(error, [{ json: { ID: 'a' } }]).details.outcome).toBe('partlyDone');
		expect(jsonOf(error).details.outcome).toBe('notDone');
	});

	it('takes back that nothing was sent, where something was written before', () => {
		const error = wrongInput('Too large', 'Split it.');

		expect(nodeError(node, error).description).toBe('Split it. Nothing was sent.');
		expect(nodeError(node, error.with({ outcome: 'partlyDone' })).description).toBe('Split it.');
	});
});

describe('a reply that may be missing', () => {
	const status = (code: string) => errorFor(refused(Number(code)));

	it('is the reply, or nothing for a 404', async () => {
		await expect(unlessMissing(Promise.resolve('here'))).resolves.toBe('here');
		await expect(unlessMissing(Promise.reject(status('404')))).resolves.toBeUndefined();
	});

	it('may also be refused, where that means the same', async () => {
		await expect(unlessRefused(Promise.resolve('here'))).resolves.toBe('here');
		await expect(unlessRefused(Promise.reject(status('404')))).resolves.toBeUndefined();
		await expect(unlessRefused(Promise.reject(status('409')))).resolves.toBeUndefined();
		await expect(unlessMissing(Promise.reject(status('409')))).rejects.toThrow();
	});

	it('is not what any other error means', async () => {
		for (const error of [status('403'), status('500'), new Error('404')]) {
			await expect(unlessMissing(Promise.reject(error))).rejects.toBe(error);
			await expect(unlessRefused(Promise.reject(error))).rejects.toBe(error);
		}
	});
});

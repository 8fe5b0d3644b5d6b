import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isWrongInput, UserError, wrongInput } from '../../../../nodes/ESignature/core';
import { nodeError } from '../../../../nodes/ESignature/core/nodeError';
import { inSteps } from '../../../../nodes/ESignature/core/settle';
import { node } from '../sampleNode';

const UNDONE = 'The draft was deleted again.';

/** Two steps, of which the second raises this; what the whole then raises, and how often it was undone. */
async function failing(error: unknown, clean = true) {
	const undo = jest.fn().mockResolvedValue({ note: UNDONE, clean });
	const raised: unknown = await inSteps(async (step) => {
		await step('creating the envelope', async () => 'made');
		return await step('adding a document', async () => await Promise.reject(error));
	}, undo).catch((reason: unknown) => reason);
	return { raised, undone: undo.mock.calls.length, told: undo.mock.calls[0] as unknown[] };
}

describe('several writes as one', () => {
	it('give what they give, and undo nothing, when all succeed', async () => {
		const undo = jest.fn();
		const value = await inSteps(
			async (step) => `${await step('a', async () => 1)}${await step('b', async () => 2)}`,
			undo,
		);

		expect(value).toBe('12');
		expect(undo).not.toHaveBeenCalled();
	});

	it.each([
		['of the service', new NodeApiError(node, {}, { message: 'No', description: 'Why' })],
		['of n8n', new NodeOperationError(node, 'No', { description: 'Why' })],
	])('say in which step it was and what was undone: an error %s', async (_, error) => {
		const { raised, undone } = await failing(error);

		expect(raised).toBe(error);
		expect(error.message).toBe('No');
		expect(error.description).toBe(`Why\nIt happened while adding a document. ${UNDONE}`);
		expect(undone).toBe(1);
	});

	it.each([
		[true, 'Why\nTry again.\nIt happened while adding a document. It is gone.'],
		[
			false,
			'Why\nWho knows?\nLook there.\nTry again.\nIt happened while adding a document. It is gone.',
		],
	])(
		'tell people to look at what is left only if there is something: gone %s',
		async (gone, told) => {
			const error = new NodeApiError(
				node,
				{},
				{
					message: 'No',
					description: 'Why\nWho knows?\nLook there.\nTry again.',
				},
			);
			Object.assign(error.context, { undoubted: 'Why\nTry again.' });
			await inSteps(
				async (step) =>
					await step('adding a document', async () => {
						throw error;
					}),
				async () => ({ note: 'It is gone.', clean: true, gone }),
			).catch(() => {});

			expect(error.description).toBe(told);
		},
	);

	it('do not claim that nothing was sent, nor count as an input any more', async () => {
		const { raised } = await failing(wrongInput('Too large', 'Split it.'));

		expect(raised).toBeInstanceOf(UserError);
		expect(isWrongInput(raised)).toBe(false);
		expect(raised).toMatchObject({
			message: 'Too large',
			description: `Split it.\nIt happened while adding a document. ${UNDONE}`,
		});
	});

	it('pass on what is no error for the user, but undo all the same', async () => {
		const error = new TypeError('Oops');

		expect(await failing(error)).toMatchObject({ raised: error, undone: 1 });
	});

	describe('when one fails', () => {
		const refused = () => new NodeApiError(node, {}, { message: 'No', httpCode: '400' });
		const unknown = () => {
			const error = refused();
			error.context.outcome = 'unknown';
			return error;
		};

		it.each([
			['refused', refused(), false],
			['lost', unknown(), true],
			['explained', new UserError('No'), false],
			['explained as unknown', new UserError('No', 'Why', { outcome: 'unknown' }), true],
			['an input', wrongInput('No'), false],
		])(
			'tell who undoes which step it was, and whether it may have been done: %s',
			async (...row) => {
				const [, error, uncertain] = row;

				expect((await failing(error)).told).toEqual([{ step: 'adding a document', uncertain }]);
			},
		);

		it.each([
			['an error of the service', refused],
			['a lost answer', unknown],
			['an error of n8n', () => new NodeOperationError(node, 'No')],
			['an explanation', () => new UserError('No', 'Why')],
			[
				'an explanation of something unknown',
				() => new UserError('No', 'Why', { outcome: 'unknown' }),
			],
			['an input', () => wrongInput('No', 'Why. Nothing was sent.')],
		])('end as not done when nothing is left of them, else as unknown: %s', async (_, make) => {
			const outcomes = await Promise.all(
				[true, false].map(async (clean) => {
					const { raised } = await failing(make(), clean);
					return nodeError(node, raised, 0).context.outcome;
				}),
			);

			expect(outcomes).toEqual(['notDone', 'unknown']);
		});
	});
});

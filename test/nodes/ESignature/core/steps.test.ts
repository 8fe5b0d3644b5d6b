import { inSteps, UserError, wrongInput } from '../../../../nodes/ESignature/core';
import { nodeError } from '../../../../nodes/ESignature/errors/nodeError';
import { caught } from '../../../../nodes/ESignature/errors/userError';
import { node } from '../sampleNode';

describe('several writes as one', () => {
	const UNDONE = 'The draft was deleted again.';

	/** Two steps, of which the second throws this; what the whole then throws, and how often it was undone. */
	async function failing(error: unknown, clean = true) {
		const undo = jest.fn().mockResolvedValue({ note: UNDONE, clean });
		const thrown = await inSteps(async (step) => {
			step('creating the envelope');
			step('adding a document');
			return await Promise.reject(error);
		}, undo).catch((reason: unknown) => caught(reason));
		return {
			thrown: thrown as UserError,
			undone: undo.mock.calls.length,
			told: undo.mock.calls[0] as unknown[],
		};
	}

	it('give what they give, and undo nothing, when all succeed', async () => {
		const undo = jest.fn();

		expect(await inSteps(async () => 'made', undo)).toBe('made');
		expect(undo).not.toHaveBeenCalled();
	});

	it('say in which step it was and what was undone', async () => {
		const { thrown, undone } = await failing(new UserError('No', 'Why'));

		expect(nodeError(node, thrown)).toMatchObject({
			message: 'No',
			description: `This happened while adding a document. ${UNDONE}\nWhy`,
		});
		expect(undone).toBe(1);
	});

	it('tell people to look at what is left only if something is left', async () => {
		const lost = new UserError('No', 'Wait.', {
			outcome: 'unknown',
			adviceIfUnknown: 'Look there.',
			isTemporary: true,
		});
		const descriptions = [true, false].map(
			async (clean) => nodeError(node, (await failing(lost, clean)).thrown).description,
		);

		expect(await Promise.all(descriptions)).toEqual([
			`This happened while adding a document. ${UNDONE}\nTry again later. Wait.`,
			expect.stringMatching(/^This happened .*\nIt is not known .*\nLook there\.\nWait\.$/),
		]);
	});

	it('do not claim that nothing was sent', async () => {
		const { thrown } = await failing(wrongInput('Too large', 'Split it.'));

		expect(nodeError(node, thrown)).toMatchObject({
			message: 'Too large',
			description: `This happened while adding a document. ${UNDONE}\nSplit it.`,
		});
	});

	it('say it also of an error that is not ours', async () => {
		const { thrown, undone } = await failing(new TypeError('Oops'));

		expect(nodeError(node, thrown).message).toBe('Oops');
		expect(undone).toBe(1);
	});

	describe('when one fails', () => {
		const lost = () => new UserError('No', 'Why', { outcome: 'unknown' });

		it.each([
			['refused', new UserError('No'), false],
			['lost', lost(), true],
		])(
			'tell who undoes which step it was, and whether it may have been done: %s',
			async (...row) => {
				const [, error, isUnknown] = row;

				expect((await failing(error)).told).toEqual([{ step: 'adding a document', isUnknown }]);
			},
		);

		it.each([
			['a lost answer', lost],
			['an input', () => wrongInput('No', 'Why. Nothing was sent.')],
		])('end as not done when nothing is left of them, else as unknown: %s', async (_, make) => {
			const outcomes = await Promise.all(
				[true, false].map(async (clean) => {
					const { thrown } = await failing(make(), clean);
					return thrown.details.outcome;
				}),
			);

			expect(outcomes).toEqual(['notDone', 'unknown']);
		});
	});
});

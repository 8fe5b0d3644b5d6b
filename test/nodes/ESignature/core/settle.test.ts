import { NodeApiError } from 'n8n-workflow';

import { remove, settle, type Settling, inSteps } from '../../../../nodes/ESignature/core/settle';
import { type Call, isWrongInput, UserError, wrongInput } from '../../../../nodes/ESignature/core';
import { node } from '../sampleNode';
import { nodeError } from '../../../../nodes/ESignature/core/nodeError';

interface Thing {
	status: string;
}

const LOST = () =>
	Object.assign(new NodeApiError(node, {}, { message: 'Lost' }), {
		context: { outcome: 'unknown' },
	});
const REFUSED = () =>
	Object.assign(new NodeApiError(node, {}, { message: 'Refused' }), {
		context: { outcome: 'notDone' },
	});
const [SENT, DRAFT] = [{ status: 'sent' }, { status: 'drafted' }];

type Step = Thing | (() => Error);

/** One after the other; the last one stays. */
function script<Value>(steps: Array<Value | (() => Error)>) {
	let at = 0;
	return jest.fn(async () => {
		const step = steps[Math.min(at++, steps.length - 1)] as Value | (() => Error);
		if (typeof step === 'function') throw (step as () => Error)();
		return step;
	});
}

/** A write that is answered and read back like this, and what becomes of it. */
async function settled(
	answers: Step[],
	reads: Array<Thing | undefined | (() => Error)>,
	more: Partial<Settling<Thing>> = {},
) {
	const waits: number[] = [];
	const call = {
		pause: async (wait: number) => void waits.push(wait),
		option: (_: string, usual: unknown) => usual,
	} as unknown as Call;
	const send = script<Thing>(answers);
	const readBack = script<Thing | undefined>(reads);
	const outcome = await settle(
		call,
		send,
		{ isDone: ({ status }) => status === 'sent', readBack, ...more },
		'Look there.',
	).then(
		({ reply, reconciled }) => (reconciled ? `found ${reply.status}` : reply.status),
		({ message }: Error) => message,
	);
	return { outcome, sent: send.mock.calls.length, read: readBack.mock.calls.length, waits };
}

const UNPROVEN = 'The service did not confirm this step';
const again = { repeatable: true };

it.each<[string, Step[], Array<Thing | undefined | (() => Error)>, object, object]>([
	['an answer that shows it', [SENT], [], {}, { outcome: 'sent', sent: 1, read: 0 }],
	['a refusal', [REFUSED], [SENT], again, { outcome: 'Refused', sent: 1, read: 0 }],
	['a lost answer, shown late', [LOST], [DRAFT, SENT], {}, { outcome: 'found sent', sent: 1 }],
	[
		'an answer without it, shown at once',
		[DRAFT],
		[SENT],
		{},
		{ outcome: 'found sent', waits: [] },
	],
	['an answer without it, never shown', [DRAFT], [DRAFT], again, { outcome: UNPROVEN, sent: 1 }],
	[
		'a lost answer, never shown',
		[LOST],
		[DRAFT],
		{},
		{ outcome: 'Lost', sent: 1, read: 4, waits: [500, 1000, 2000, 4000] },
	],
	[
		'a lost answer, never shown, where a repeat is harmless',
		[LOST, SENT],
		[DRAFT],
		again,
		{ outcome: 'sent', sent: 2 },
	],
	['a second loss', [LOST, LOST], [DRAFT], again, { outcome: 'Lost', sent: 2, read: 8 }],
	[
		'a refused second request, as the first took effect',
		[LOST, REFUSED],
		[DRAFT, DRAFT, DRAFT, DRAFT, SENT],
		again,
		{ outcome: 'found sent', sent: 2 },
	],
	['a refused second request', [LOST, REFUSED], [DRAFT], again, { outcome: 'Lost', sent: 2 }],
	['a service that cannot be read', [LOST], [LOST], again, { outcome: 'Lost', sent: 1, read: 4 }],
	['a read that fails once', [LOST], [LOST, SENT], {}, { outcome: 'found sent', read: 2 }],
	['nothing that is shown', [LOST], [undefined], {}, { outcome: 'Lost', read: 4 }],
	['no way to read it', [LOST], [], { readBack: undefined }, { outcome: 'Lost', sent: 1 }],
])('settles %s', async (_, answers, reads, more, expected) => {
	expect(await settled(answers, reads, more)).toMatchObject(expected);
});

it('says where to look if an answer shows something else', async () => {
	const call = { pause: async () => {} } as unknown as Call;
	const raised = settle(call, async () => DRAFT, { isDone: () => false }, 'Look there.');

	await expect(raised).rejects.toMatchObject({
		advice: expect.stringMatching(/^It is not known whether .*\nLook there\.$/),
		facts: { outcome: 'unknown' },
	});
});

it.each([
	['a success', [undefined], [], {}, 1],
	['a lost answer, if the thing is gone', [LOST], [true], { reconciled: true }, 1],
	['the second request, if it was still there', [LOST, undefined], [false], {}, 2],
])('a deletion is done by %s', async (_, answers, gone, expected, requests) => {
	const call = { pause: async () => {}, option: (_name: string, usual: unknown) => usual };
	const send = script<undefined>(answers as Array<undefined | (() => Error)>);

	expect(await remove(call as unknown as Call, send, script<boolean>(gone))).toEqual(expected);
	expect(send).toHaveBeenCalledTimes(requests);
});

describe('several writes as one', () => {
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

	it('give what they give, and undo nothing, when all succeed', async () => {
		const undo = jest.fn();
		const value = await inSteps(
			async (step) => `${await step('a', async () => 1)}${await step('b', async () => 2)}`,
			undo,
		);

		expect(value).toBe('12');
		expect(undo).not.toHaveBeenCalled();
	});

	it('say in which step it was and what was undone', async () => {
		const error = new NodeApiError(node, {}, { message: 'No', description: 'Why' });
		const { raised, undone } = await failing(error);

		expect(raised).toBe(error);
		expect(error.message).toBe('No');
		expect(error.description).toBe(`It happened while adding a document. ${UNDONE}\nWhy`);
		expect(undone).toBe(1);
	});

	it.each([
		[true, 'It happened while adding a document. It is gone.\nWhy\nTry again.'],
		[
			false,
			'It happened while adding a document. It is gone.\nWhy\nWho knows?\nLook there.\nTry again.',
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

	it('do not claim that nothing was sent, nor count as an input anymore', async () => {
		const { raised } = await failing(wrongInput('Too large', 'Split it.'));

		expect(raised).toBeInstanceOf(UserError);
		expect(isWrongInput(raised)).toBe(false);
		expect(raised).toMatchObject({
			message: 'Too large',
			description: `It happened while adding a document. ${UNDONE}\nSplit it.`,
		});
	});

	it('pass on what is no error for the user, but undo all the same', async () => {
		const error = new TypeError('Oops');

		expect(await failing(error)).toMatchObject({ raised: error, undone: 1 });
	});

	describe('when one fails', () => {
		const lost = () => new UserError('No', 'Why', { outcome: 'unknown' });

		it.each([
			['refused', new UserError('No'), false],
			['lost', lost(), true],
		])(
			'tell who undoes which step it was, and whether it may have been done: %s',
			async (...row) => {
				const [, error, uncertain] = row;

				expect((await failing(error)).told).toEqual([{ step: 'adding a document', uncertain }]);
			},
		);

		it.each([
			['a lost answer', lost],
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

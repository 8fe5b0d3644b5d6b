import { type Call, UserError } from '../../../../nodes/ESignature/core';
import { remove, settle, type Settling } from '../../../../nodes/ESignature/core/settle';

interface Thing {
	status: string;
}

const LOST = () => new UserError('Lost', '', { outcome: 'unknown' });
const REFUSED = () => new UserError('Refused', '', { outcome: 'notDone' });
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
	const thrown = settle(call, async () => DRAFT, { isDone: () => false }, 'Look there.');

	await expect(thrown).rejects.toMatchObject({
		details: { outcome: 'unknown', adviceIfUnknown: 'Look there.' },
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

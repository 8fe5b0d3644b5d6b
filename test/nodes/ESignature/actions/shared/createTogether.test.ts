import {
	createTogether,
	matchInOrder,
} from '../../../../../nodes/ESignature/actions/shared/createTogether';
import { UserError, type Call } from '../../../../../nodes/ESignature/core';
import { refused } from '../../transport/failures';
import { errorFor, POST } from '../../transport/shownError';

interface Wanted {
	name: string;
	code?: string;
}
type Made = Wanted & { ID: string };

const made = (ID: string, name: string, code?: string): Made => ({
	ID,
	name,
	...(code && { code }),
});
const lost = () => new UserError('Lost', '', { outcome: 'unknown' });

/** Creates these beside those before; the service answers so, and lists this afterward. Returns the IDs, or the error. */
async function create(
	wanted: Wanted[],
	answer: Made[] | Error,
	{ before = [], after = [] }: { before?: Made[] | null; after?: Made[] } = {},
) {
	const send = jest.fn(async () =>
		answer instanceof Error ? await Promise.reject(answer) : { items: answer },
	);
	const list = jest.fn(async () => after);
	const call = {
		request: async () => {},
		pause: async () => {},
		option: (_: string, usual: unknown) => usual,
	} as unknown as Call;
	const result = await createTogether<Wanted, Made>(call, wanted, {
		where: 'things',
		isSame: (one, other) => one.name === other.name,
		isComplete: (one, other) => one.code === other.code,
		before: before ?? undefined,
		list,
		send,
	}).then(
		(all) => all.map(({ ID, reconciled }) => (reconciled ? `found ${ID}` : ID)),
		(error: Error) => error.message,
	);
	return { result, requests: send.mock.calls.length, reads: list.mock.calls.length };
}

const [a, b] = [{ name: 'a' }, { name: 'b' }];
const UNPROVEN = 'The service did not confirm this step';

describe('the answers to several things', () => {
	it.each<[string, Wanted[], Made[], string[] | string]>([
		['by key, in another order', [a, b], [made('2', 'b'), made('1', 'a')], ['1', '2']],
		[
			'by their order where keys are the same',
			[a, a],
			[made('1', 'a'), made('2', 'a')],
			['1', '2'],
		],
		['not where one has an unknown key', [a, b], [made('1', 'a'), made('2', 'x')], UNPROVEN],
		['not where one is missing', [a, b], [made('1', 'a')], UNPROVEN],
		['not where there is one more', [a], [made('1', 'a'), made('2', 'b')], UNPROVEN],
	])('are matched %s', async (_, wanted, answer, expected) => {
		expect((await create(wanted, answer)).result).toEqual(expected);
	});

	it('are those of the list where the answer does not show them', async () => {
		const after = [made('2', 'b'), made('0', 'old'), made('1', 'a')];
		const before = [made('0', 'old')];

		expect((await create([a, b], [made('1', 'a')], { before, after })).result).toEqual([
			'found 1',
			'found 2',
		]);
	});

	it('are not what was there before', async () => {
		const before = [made('1', 'a')];

		expect((await create([a], before, { before, after: before })).result).toBe(UNPROVEN);
	});
});

describe('after a lost answer', () => {
	const coded = { name: 'a', code: '1' };

	it.each<[string, Wanted[], Made[], string[] | string]>([
		['what is new and the same', [a, b], [made('2', 'b'), made('1', 'a')], ['found 1', 'found 2']],
		['nothing while one is missing', [a, b], [made('1', 'a')], 'Lost'],
		['nothing if there is more of it', [a], [made('1', 'a'), made('2', 'a')], 'Lost'],
		['nothing that was sent by somebody else', [coded], [made('1', 'a', '2')], 'Lost'],
		['what is new beside others', [coded], [made('1', 'a', '1'), made('2', 'b')], ['found 1']],
	])('the request has made %s', async (_, wanted, after, expected) => {
		expect(await create(wanted, lost(), { after })).toMatchObject({
			result: expected,
			requests: 1,
		});
	});

	it('the request has made what is new beside the same that was there before', async () => {
		const before = [made('0', 'a')];
		const after = [...before, made('1', 'a')];

		expect((await create([a], lost(), { before, after })).result).toEqual(['found 1']);
	});

	it('nothing is looked for if it is not known what was there before', async () => {
		const after = [made('1', 'a')];

		expect(await create([a], lost(), { before: null, after })).toEqual({
			result: 'Lost',
			requests: 1,
			reads: 0,
		});
	});
});

it('a refusal is an answer: nothing is looked for', async () => {
	const refusal = errorFor(refused(422), { route: POST });

	expect(await create([a, b], refusal, { after: [made('1', 'a')] })).toEqual({
		result: refusal.message,
		requests: 1,
		reads: 0,
	});
});

it('keeps the order of what was sent, whatever the order of the answers', () => {
	const numbers = [3, 1, 2, 1];

	expect(matchInOrder(numbers, [1, 1, 2, 3], (one, other) => one === other)).toEqual(numbers);
	expect(matchInOrder(numbers, [1, 2, 3], (one, other) => one === other)).toBeUndefined();
});

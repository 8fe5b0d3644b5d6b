import { deleteTogether } from '../../../../../nodes/ESignature/actions/shared/deleteTogether';
import { UserError, type Call } from '../../../../../nodes/ESignature/core';

const lost = () => new UserError('Lost', '', { outcome: 'unknown' });

/** Deletes these; the requests fail so, and the lists read afterward show this. */
async function deleting(IDs: string[], failures: Error[] = [], ...lists: string[][]) {
	const requests: unknown[] = [];
	const send = async (asked: unknown) => {
		requests.push(asked);
		const failure = failures.shift();
		if (failure) await Promise.reject(failure);
	};
	const bulk = deleteTogether({
		named: 'fieldID',
		one: async (_call, _target, ID) => await send(ID),
		many: async (_call, _target, asked) => await send(asked),
		list: async () => (lists.length > 1 ? lists.shift() : lists[0])?.map((ID) => ({ ID })) ?? [],
	});
	const call = {
		pause: async () => {},
		option: (_: string, usual: unknown) => usual,
	} as unknown as Call;
	const result = await bulk
		.send(call, { envelopeID: 'e' }, IDs)
		.catch((error: Error) => error.message);
	return { requests, result, bulk, call };
}

const deleted = (fieldID: string, more = {}) => ({
	deleted: true,
	envelopeID: 'e',
	fieldID,
	...more,
});

it('deletes one by its ID, several in one request, and each once', async () => {
	expect(await deleting(['a'])).toMatchObject({ requests: ['a'], result: [deleted('a')] });
	expect(await deleting(['a', 'B', 'A'])).toMatchObject({
		requests: [['a', 'B']],
		result: ['a', 'B', 'A'].map((ID) => deleted(ID)),
	});
});

it('finds by the list that a lost request was carried out', async () => {
	expect(await deleting(['a', 'b'], [lost()], ['c'])).toMatchObject({
		requests: [['a', 'b']],
		result: ['a', 'b'].map((ID) => deleted(ID, { reconciled: true })),
	});
});

it('asks once more for what is left, and only for that', async () => {
	expect(await deleting(['a', 'b', 'c'], [lost()], ['B', 'c'])).toMatchObject({
		requests: [
			['a', 'b', 'c'],
			['b', 'c'],
		],
		result: ['a', 'b', 'c'].map((ID) => deleted(ID)),
	});
});

it('finds the entry that a refusal is about by what is listed', async () => {
	const { bulk, call } = await deleting(['a'], [], ['A', 'c']);

	expect(await bulk.failedEntry?.(call, { envelopeID: 'e' }, ['a', 'b', 'c'])).toBe(1);
});

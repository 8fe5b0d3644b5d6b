import { deleteOnce, type Settlement } from '../../../../nodes/ESignature/core';
import { RunMemory } from '../../../../nodes/ESignature/core/memory';
import { reading } from './reading';

const away = new Error('away');
/** A call of a run of its own. */
const aCall = (memory = new RunMemory()) => ({ pause: async () => {}, memory });
const name = 'the thing';

describe('a deletion', () => {
	/** One whose answer is lost, and which is settled once. */
	async function lost(
		isThere: () => Promise<boolean>,
		more: { existed?: boolean; removeRest?(): Promise<Settlement<undefined>> } = {},
		call = aCall(),
	) {
		let settlement: Settlement<undefined> | undefined;
		const remove = async (settle: () => Promise<Settlement<undefined>>) => {
			settlement = await settle();
		};
		const answer = await deleteOnce(call, { name, isThere, remove, ...more });
		return { settlement, answer };
	}
	const done = { reply: undefined };

	it('that is answered is just done', async () => {
		const isThere = reading(true);

		expect(await deleteOnce(aCall(), { name, isThere, remove: async () => {} })).toEqual({});
		expect(isThere).toHaveBeenCalledTimes(1);
	});

	it('is done when what was there is gone, and says that this was found by reading', async () => {
		expect(await lost(reading(true, true, false))).toEqual({
			settlement: done,
			answer: { reconciled: true },
		});
	});

	it.each([
		['never was there', reading(false)],
		['could not be read before', reading<boolean>(away, false)],
	])('of what %s is unknown: its absence proves nothing', async (_, isThere) => {
		expect(await lost(isThere)).toEqual({ settlement: 'unknown', answer: {} });
	});

	it('is repeated while the thing is still there, if it could not be read before', async () => {
		expect(await lost(reading<boolean>(away, true))).toEqual({ settlement: 'repeat', answer: {} });
	});

	it('of what was just seen needs no look before', async () => {
		const isThere = reading(false);

		expect(await lost(isThere, { existed: true })).toEqual({
			settlement: done,
			answer: { reconciled: true },
		});
		expect(isThere).toHaveBeenCalledTimes(1);
	});

	it('may be made again while the thing is there after the last look', async () => {
		expect(await lost(reading(true))).toEqual({ settlement: 'repeat', answer: {} });
	});

	it('is unknown when nobody can look after it', async () => {
		expect(await lost(reading<boolean>(true, away))).toEqual({ settlement: 'unknown', answer: {} });
	});

	it('of several is finished by deleting what is left, where only a part is', async () => {
		const removeRest = jest.fn(async () => done);

		expect(await lost(reading(true), { removeRest })).toEqual({
			settlement: done,
			answer: { reconciled: true },
		});
		expect(removeRest).toHaveBeenCalledTimes(1);
	});

	it('that is refused, or unknown, is an error like any other', async () => {
		const remove = async () => await Promise.reject(new Error('404'));

		await expect(deleteOnce(aCall(), { name, isThere: reading(false), remove })).rejects.toThrow(
			'404',
		);
	});

	it('is settled again after its repeat: then the absence counts', async () => {
		const settlements: Array<Settlement<undefined>> = [];
		const isThere = reading(true, true, true, true, true, false);
		const answer = await deleteOnce(aCall(), {
			name,
			isThere,
			remove: async (settle) => {
				settlements.push(await settle(), await settle());
			},
		});

		expect(settlements).toEqual(['repeat', done]);
		expect(answer).toEqual({ reconciled: true });
	});

	it('remembers in the next try of the same run what it has seen in the first', async () => {
		const memory = new RunMemory();
		const remove = async () => await Promise.reject(new Error('504'));
		const first = deleteOnce(aCall(memory), { name, isThere: reading(true), remove });
		await expect(first).rejects.toThrow('504');

		expect(await lost(reading(false), {}, aCall(memory))).toEqual({
			settlement: done,
			answer: { reconciled: true },
		});
		expect((await lost(reading(false), {}, aCall())).settlement).toBe('unknown');
	});
});

import { settleByState } from '../../../../nodes/ESignature/core';
import { reading } from './reading';

const away = new Error('away');
const call = { pause: async () => {} };

describe('a write that asks for a state', () => {
	const isDone = ({ status }: { status: string }) => status === 'sent';
	const isOpen = ({ status }: { status: string }) => status === 'drafted';
	const settle = async (...statuses: Array<string | Error>) => {
		const read = reading(
			...statuses.map((status) => (typeof status === 'string' ? { status } : status)),
		);
		const settlement = await settleByState(call, read, { isDone, isOpen });
		return { settlement, reads: read.mock.calls.length };
	};
	const found = { reply: { status: 'sent', reconciled: true } };

	it.each([
		['at once', ['sent'], 1],
		['a moment later', ['drafted', 'drafted', 'sent'], 3],
		['at the last look', ['drafted', 'drafted', 'drafted', 'sent'], 4],
		['after a look that did not work', [away, 'sent'], 2],
	])('is done when the state is seen %s', async (_, statuses, reads) => {
		expect(await settle(...statuses)).toEqual({ settlement: found, reads });
	});

	it('may be made again when the state before it is still there after the last look', async () => {
		expect(await settle('drafted')).toEqual({ settlement: 'repeat', reads: 4 });
		expect((await settle('drafted', away)).settlement).toBe('repeat');
	});

	it('is unknown as soon as a third state is seen: somebody else was there', async () => {
		expect(await settle('drafted', 'cancelled', 'sent')).toEqual({
			settlement: 'unknown',
			reads: 2,
		});
	});

	it('is unknown when reading never works', async () => {
		expect(await settle(away)).toEqual({ settlement: 'unknown', reads: 4 });
	});

	it('is open in every other state, unless it is said which ones are', async () => {
		const settled = await settleByState(call, reading({ status: 'whatever' }), { isDone });

		expect(settled).toBe('repeat');
	});
});

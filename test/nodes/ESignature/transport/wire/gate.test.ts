import { sleep } from 'n8n-workflow';

import { Gate, type Slot } from '../../../../../nodes/ESignature/transport/wire/gate';

const soon = async () => await sleep(0);

/** Those that ask to enter, and which of them were let in, in that order. */
async function asking(gate: Gate, shares: number[], cancel?: AbortSignal) {
	const inside: number[] = [];
	const slots: Slot[] = [];
	shares.forEach((share, index) => {
		void gate.enter(share, cancel).then((slot) => {
			inside.push(index);
			slots[index] = slot;
		});
	});
	await soon();
	const leave = async (index: number) => {
		slots[index]?.leave();
		await soon();
	};
	return { inside, slots, leave };
}

describe('a gate', () => {
	it('lets in as much as there is room for, and the next one when somebody leaves', async () => {
		const { inside, leave } = await asking(new Gate(10), [4, 4, 4, 2]);
		expect(inside).toEqual([0, 1]);
		await leave(1);

		expect(inside).toEqual([0, 1, 2, 3]);
	});

	it('keeps the order: a small one does not pass a large one that waits', async () => {
		const { inside, leave } = await asking(new Gate(10), [8, 8, 1]);
		expect(inside).toEqual([0]);
		await leave(0);

		expect(inside).toEqual([0, 1, 2]);
	});

	it('lets in what is larger than all of it, alone', async () => {
		const { inside, leave } = await asking(new Gate(10), [1_000, 1]);
		expect(inside).toEqual([0]);
		await leave(0);

		expect(inside).toEqual([0, 1]);
	});

	it('lets in a few whatever their size, where it is told so', async () => {
		expect((await asking(new Gate(10, 2), [50, 50, 50])).inside).toEqual([0, 1]);
	});

	it('counts what somebody inside turns out to need', async () => {
		const gate = new Gate(10);
		const { inside, slots } = await asking(gate, [8, 8]);
		slots[0]?.take(2);
		await soon();
		expect(inside).toEqual([0, 1]);
		slots[1]?.take(9);

		expect((await asking(gate, [1])).inside).toEqual([]);
	});

	it('counts nobody who has left, however often that is said', async () => {
		const gate = new Gate(1);
		const { slots } = await asking(gate, [1]);
		slots[0]?.leave();
		slots[0]?.leave();
		slots[0]?.take(5);

		expect((await asking(gate, [1, 1])).inside).toEqual([0]);
	});

	it('lets in more when it is widened', async () => {
		const gate = new Gate(1);
		const { inside } = await asking(gate, [1, 1, 1]);
		gate.resize(2, 1);
		await soon();

		expect(inside).toEqual([0, 1]);
	});

	it('lets whoever was inside before go ahead of those who wait', async () => {
		const gate = new Gate(1);
		const { inside, leave } = await asking(gate, [1, 1]);
		let isBack = false;
		void gate.enter(1, undefined, { first: true }).then(() => (isBack = true));
		await leave(0);

		expect([isBack, inside]).toEqual([true, [0]]);
	});

	it('holds up nobody whose execution is cancelled, before or while waiting', async () => {
		const gate = new Gate(1);
		const [first] = (await asking(gate, [1])).slots;
		const cancel = new AbortController();
		const { inside, leave } = await asking(gate, [1, 1], cancel.signal);
		expect(inside).toEqual([]);
		cancel.abort();
		await soon();
		expect(inside).toEqual([0, 1]);
		expect((await asking(gate, [1], cancel.signal)).inside).toEqual([0]);

		// They count all the same until they have left.
		first?.leave();
		expect((await asking(gate, [1])).inside).toEqual([]);
		await leave(0);
		await leave(1);
	});
});

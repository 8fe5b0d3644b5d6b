import { sleep } from 'n8n-workflow';

import { Gate } from '../../../../nodes/ESignature/transport/retry';

/** So many ask to enter; `inside` are those that were let in, in that order. */
async function asking(gate: Gate, count: number, cancel?: AbortSignal) {
	const inside: number[] = [];
	const leaves: Array<() => void> = [];
	for (let index = 0; index < count; index++) {
		void gate.enter(cancel).then((leave) => {
			inside.push(index);
			leaves[index] = leave;
		});
	}
	await sleep(0);
	const leave = async (index: number) => {
		leaves[index]?.();
		await sleep(0);
	};
	return { inside, leave };
}

it('lets in as many as there is room for, and the others in their order', async () => {
	const { inside, leave } = await asking(new Gate(2), 4);
	expect(inside).toEqual([0, 1]);
	await leave(1);
	expect(inside).toEqual([0, 1, 2]);
	await leave(0);
	expect(inside).toEqual([0, 1, 2, 3]);
});

it('does not hold up a cancelled execution, and counts it only while it is inside', async () => {
	const gate = new Gate(1);
	const cancel = new AbortController();
	const first = await asking(gate, 1);
	const cancelled = await asking(gate, 2, cancel.signal);
	const waiting = await asking(gate, 1);
	cancel.abort();
	await sleep(0);
	expect(cancelled.inside).toEqual([0, 1]);
	await cancelled.leave(0);
	await cancelled.leave(1);
	expect(waiting.inside).toEqual([]);
	await first.leave(0);
	expect(waiting.inside).toEqual([0]);
});

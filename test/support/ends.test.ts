import { stringify } from 'flatted';

import { Execution } from '../../host/execution';
import { endsOf, entriesOf } from './ends';

/** A run of the example: by node, how many items each of its runs gave. */
function runOf(id: string, nodes: Record<string, number[]>, status = 'success'): Execution {
	const json = { envelopeId: `of ${id}` };
	const runData = Object.fromEntries(
		Object.entries(nodes).map(([name, runs]) => [
			name,
			runs.map((items) => ({ data: { main: [Array(items).fill({ json })] } })),
		]),
	);
	return new Execution({ id, status, data: stringify({ resultData: { runData } }) });
}

const branchesOf = (run: Execution) => entriesOf(run).map(({ branch }) => branch);

it('counts a branch once if it was entered once', () => {
	expect(branchesOf(runOf('1', { Signed: [1], Done: [1] }))).toEqual(['Signed']);
});

it.each([
	['two branches', { Signed: [1], Declined: [1], Done: [1] }, ['Signed', 'Declined']],
	['a branch twice', { Signed: [1, 1], Done: [1, 1] }, ['Signed', 'Signed']],
	['a branch with two items', { Expired: [2], Done: [1] }, ['Expired', 'Expired']],
	['a branch whose row belongs to another run by then', { Signed: [1], Done: [0] }, ['Signed']],
	['a branch without its last step', { Declined: [1] }, ['Declined']],
])('counts %s', (_, nodes, entries) => {
	expect(branchesOf(runOf('1', nodes))).toEqual(entries);
});

it('adds up what several runs did with an envelope', () => {
	const run = runOf('1', { Signed: [1], Done: [1] });
	expect(endsOf([run, run]).ends).toEqual(new Map([['of 1', ['Signed', 'Signed']]]));
});

it('keeps apart the entry of a run that was killed before its last step', () => {
	const killed = runOf('1', { Signed: [1] }, 'crashed');
	const late = runOf('2', { Signed: [1], Done: [1] }, 'crashed');
	const { ends, cutOff } = endsOf([killed, late]);
	expect(cutOff).toEqual([{ run: '1', envelopeId: 'of 1', branch: 'Signed' }]);
	expect(ends).toEqual(new Map([['of 2', ['Signed']]]));
});

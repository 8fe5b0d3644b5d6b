import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../errors/failure';
import {
	isUncertain,
	markUncertain,
	type NodeError,
	type ItemOutcome,
	type Output,
} from './nodeError';

/** Notes about one run of a node, by name. */
export class Memory extends Map<string, unknown> {
	/** Which try of the run this is, from 1. */
	tries = 0;
}

const runs = new WeakMap<object, Map<string, Memory>>();

/**
 * What earlier tries of this run of the node have noted. n8n's Retry On Fail runs a node again with all
 * of its items, also those that succeeded: without a memory each of them would be done twice. n8n hands
 * the same record of the run to each try, and to nothing else, so the notes end with it.
 */
export function memoryOf(host: IExecuteFunctions): Memory {
	const record = host.getExecuteData?.();
	if (typeof record !== 'object' || record === null) return new Memory();
	const memories = runs.get(record) ?? new Map<string, Memory>();
	runs.set(record, memories);
	// The tools of an agent share the agent's record; each call of a tool is a run of its own.
	const key = `${host.getNode().id} ${String(runIndex(host))}`;
	const memory = memories.get(key) ?? new Memory();
	memory.tries += 1;
	memories.set(key, memory);
	return memory;
}

const runIndex = (host: IExecuteFunctions): unknown =>
	(host.getWorkflowDataProxy(0) as { $runIndex?: unknown }).$runIndex;

/** What the entries of an item have become, by their place in it: of all tries, of any request. */
export const madeBy = (memory: Memory, item: number): Map<number, Output> =>
	noted(memory, `made by item ${item}`, () => new Map<number, Output>());

/** What an item that wrote something has given in an earlier try of this run: it is not done again. */
export const doneBefore = (memory: Memory, item: number): ItemOutcome[] | undefined =>
	memory.get(`outcomes of item ${item}`) as ItemOutcome[] | undefined;

export const remember = (memory: Memory, item: number, outcomes: ItemOutcome[]): unknown =>
	memory.set(`outcomes of item ${item}`, outcomes);

/** The writes of an item that an earlier try left in doubt. */
export const doubtsOf = (memory: Memory, item: number): Map<string, Failure> =>
	noted(memory, `doubts of item ${item}`, () => new Map<string, Failure>());

function noted<Note>(memory: Memory, name: string, make: () => Note): Note {
	const note = (memory.get(name) as Note | undefined) ?? make();
	memory.set(name, note);
	return note;
}

/**
 * What an earlier try of this run has left in doubt stays in doubt, whatever a later one fails with: its
 * request may have taken effect, or may still do so.
 */
export function keepDoubt(memory: Memory, items: number[], error: NodeError): void {
	const nameOf = (item: number) => `left in doubt by item ${item}`;
	if (isUncertain(error)) {
		for (const item of items) memory.set(nameOf(item), error.description ?? '');
		return;
	}
	const earlier = items.map((item) => memory.get(nameOf(item))).find((one) => one !== undefined);
	if (earlier !== undefined) markUncertain(error, `An earlier attempt said: ${String(earlier)}`);
}

import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../transport/wire/failure';
import type { Job, Outcome } from './jobs';

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

const outcomesOf = (item: number): string => `outcomes of item ${item}`;

/** What the item gave in an earlier try of this run, if it wrote something: it is not done again. */
export const doneBefore = (memory: Memory, item: number): Outcome[] | undefined =>
	memory.get(outcomesOf(item)) as Outcome[] | undefined;

export function remember(memory: Memory, job: Job, outcomes: Outcome[]): void {
	if (!job.hasWritten?.()) return;
	for (const item of job.items) {
		memory.set(
			outcomesOf(item),
			outcomes.filter((outcome) => outcome.item === item),
		);
	}
}

/** The writes of an item that an earlier try left in doubt. */
export function doubtsOf(memory: Memory, item: number): Map<string, Failure> {
	const key = `doubts of item ${item}`;
	const doubts =
		(memory.get(key) as Map<string, Failure> | undefined) ?? new Map<string, Failure>();
	memory.set(key, doubts);
	return doubts;
}

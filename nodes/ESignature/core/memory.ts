import type { IExecuteFunctions } from 'n8n-workflow';

import type { NodeError, Output } from './nodeError';

/** What the tries of one run have done for an item. */
export class ItemNote {
	/** What its entries have become, by their place in the item. */
	readonly done = new Map<number, Output>();

	/** The outputs of an item that wrote something and is complete. */
	outputs?: Output[];

	/** Why its outcome is unknown. It stays unknown: the request may still take effect. */
	doubt?: NodeError;

	/** IDs of unfinished work that a failed try has left at the service. */
	readonly left = new Set<string>();
}

/** The notes of one run of a node. */
export class RunNotes {
	/** Which try of the run this is, from 1. */
	tries = 0;

	private readonly byItem = new Map<number, ItemNote>();

	of(item: number): ItemNote {
		return getOrCreate(this.byItem, item, () => new ItemNote());
	}
}

export function getOrCreate<Key, Value>(
	map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
	key: Key,
	create: () => Value,
): Value {
	const value = map.get(key) ?? create();
	map.set(key, value);
	return value;
}

const runs = new WeakMap<object, Map<string, RunNotes>>();

/**
 * The notes of earlier tries of this run of the node. n8n's Retry On Fail runs a node again with all of its items,
 * also those that succeeded: without notes each of them would be done twice. n8n hands the same record of the run to
 * each try, and to nothing else, so the notes end with it.
 */
export function notesOf(host: IExecuteFunctions): RunNotes {
	const record = host.getExecuteData?.();
	if (typeof record !== 'object' || record === null) return new RunNotes();
	const ofRecord = getOrCreate(runs, record, () => new Map<string, RunNotes>());
	// The tools of an agent share the agent's record; each call of a tool is a run of its own.
	const key = `${host.getNode().id} ${String(runIndex(host))}`;
	const notes = getOrCreate(ofRecord, key, () => new RunNotes());
	notes.tries += 1;
	return notes;
}

const runIndex = (host: IExecuteFunctions): unknown =>
	(host.getWorkflowDataProxy(0) as { $runIndex?: unknown }).$runIndex;

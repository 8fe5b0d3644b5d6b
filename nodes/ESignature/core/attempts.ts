import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { UserError } from '../errors/userError';
import { getOrCreate } from '../values/collections';

export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** The results of earlier attempts: Retry On Fail runs a node again with all of its items. */
export interface ItemHistory {
	/** The outputs of its entries, by their place in the item. */
	readonly done: Map<number, Output>;
	/** The outputs of an item that wrote something and is complete. */
	outputs?: Output[];
	/** Why its outcome is unknown. It stays unknown: the request may still take effect. */
	uncertainError?: UserError;
}

export class Attempts {
	count = 0;

	private readonly byItem = new Map<number, ItemHistory>();

	of(item: number): ItemHistory {
		return getOrCreate(this.byItem, item, () => ({ done: new Map() }));
	}
}

const runs = new WeakMap<object, Map<string, Attempts>>();

/**
 * What earlier attempts of this run have done: without it, Retry On Fail would do again what succeeded. n8n hands the
 * same record of the run to each attempt, and to nothing else (n8n-core, workflow-execute.ts: `executionData`), so the
 * memory ends with it.
 */
export function attemptsOf(host: IExecuteFunctions): Attempts {
	const record = host.getExecuteData?.();
	if (typeof record !== 'object' || record === null) return new Attempts();
	const ofRecord = getOrCreate(runs, record, () => new Map<string, Attempts>());
	// The tools of an agent share the agent's record; each call of a tool is a run of its own (n8n-core,
	// get-input-connection-data.ts).
	const { $runIndex: run } = host.getWorkflowDataProxy(0) as { $runIndex?: unknown };
	const key = `${host.getNode().id} ${String(run)}`;
	const attempts = getOrCreate(ofRecord, key, () => new Attempts());
	attempts.count += 1;
	return attempts;
}

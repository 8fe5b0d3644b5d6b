import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { NodeError } from './nodeError';

export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** What became of an input item, or of a part of it. */
export type Outcome = { item: number; output: Output } | { item: number; error: NodeError };

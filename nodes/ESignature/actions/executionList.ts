import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Call, Operation } from '../core';

/** n8n keeps 512 characters of a value (n8n-core's execution-metadata.ts): as many IDs as fit. */
const MAX_IDS = 13;

const IDS_KEY = 'envelopeID';

type Host = Partial<Pick<IExecuteFunctions, 'customData'>>;

const envelopeInput = ({ ids = [] }: Operation) => ids.find(({ path }) => path === 'envelopeID');

/** Saves the envelopes that the items are about, also for a run that fails. */
export function saveEnvelopesOf(host: Host, operation: Operation, calls: readonly Call[]): void {
	const envelope = envelopeInput(operation);
	if (envelope) save(host, new Set(calls.map(({ ids }) => ids[envelope.path])));
}

/** Saves the envelopes that an operation without such an input returns. */
export function saveEnvelopesIn(
	host: Host,
	operation: Operation,
	outputs: readonly IDataObject[],
): void {
	if (!envelopeInput(operation)) save(host, new Set(outputs.map(({ ID }) => ID)));
}

/**
 * Saves envelope IDs with the execution, so that it can be found by them in n8n's list of executions. A run about many is
 * found in other ways, and a tool or an older n8n has nowhere to save them.
 */
function save(host: Host, found: ReadonlySet<unknown>): void {
	const IDs = [...found].filter((id) => typeof id === 'string' && id !== '');
	if (IDs.length === 0 || IDs.length > MAX_IDS) return;
	try {
		const { customData } = host;
		const known = customData?.get(IDS_KEY)?.split(' ') ?? [];
		const all = [...new Set([...known, ...IDs])];
		if (all.length <= MAX_IDS) customData?.set(IDS_KEY, all.join(' '));
	} catch {
		// Optional: the run is not failed for it.
	}
}

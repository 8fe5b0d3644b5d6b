import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Call, Operation } from '../core';

/** n8n keeps no more than 512 characters of a value: as many IDs as fit. */
const MAX_IDS = 13;

const IDS_KEY = 'envelopeID';

type Host = Partial<Pick<IExecuteFunctions, 'customData' | 'getNodeParameter'>>;

/** Saves the envelopes that the items are about, also for a run that fails. */
export function saveEnvelopesOf(host: Host, { ids = [] }: Operation, calls: readonly Call[]): void {
	const envelope = ids.find(({ path }) => path === 'envelopeID');
	if (envelope) save(host, new Set(calls.map((call) => idOf(call, envelope))));
}

/** The ID of an item whose inputs are right. */
function idOf(call: Call, locator: Parameters<Call['id']>[0]): string | undefined {
	try {
		return call.id(locator);
	} catch {
		return undefined;
	}
}

/** Saves the envelopes that the outputs are about. */
export function saveEnvelopesIn(host: Host, outputs: readonly IDataObject[]): void {
	const isEnvelope = host.getNodeParameter?.('resource', 0) === 'envelope';
	const found = new Set<unknown>();
	for (const { ID, envelopeID, envelope } of outputs) {
		const inside = (envelope as IDataObject | undefined)?.ID;
		found.add(envelopeID ?? inside ?? (isEnvelope ? ID : undefined));
	}
	save(host, found);
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

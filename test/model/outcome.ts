import type { INodeExecutionData } from 'n8n-workflow';

export type ItemOutcome = 'done' | 'notDone' | 'unknown';

interface ErrorOutput {
	error?: unknown;
	details?: { description?: unknown; outcome?: unknown };
}

/** The answer to the user about an item. Only this file reads the node's texts. */
export function outcomeOf({ json }: Pick<INodeExecutionData, 'json'>): ItemOutcome {
	const { error, details } = json as ErrorOutput;
	if (error === undefined) return 'done';
	if (details?.outcome === 'unknown' || details?.outcome === 'notDone') return details.outcome;
	// It names the part that was done, as in an unknown case.
	if (details?.outcome === 'partlyDone') return 'unknown';
	return textOf({ json }).includes('It is not known whether') ? 'unknown' : 'notDone';
}

/** Everything that the user can read about an item that was not done. */
export function textOf({ json }: Pick<INodeExecutionData, 'json'>): string {
	const { error, details } = json as ErrorOutput;
	return [error, details?.description, JSON.stringify(details ?? {})].filter(Boolean).join('\n');
}

import type { INodeExecutionData } from 'n8n-workflow';

export type ItemOutcome = 'done' | 'notDone' | 'unknown';

interface ErrorOutput {
	error?: unknown;
	details?: { description?: unknown; outcome?: unknown };
}

/** What the user was told about an item. Only this file knows how the node says it. */
export function outcomeOf({ json }: Pick<INodeExecutionData, 'json'>): ItemOutcome {
	const { error, details } = json as ErrorOutput;
	if (error === undefined) return 'done';
	if (details?.outcome === 'unknown' || details?.outcome === 'notDone') return details.outcome;
	// What was done of it is named, as in an unknown case.
	if (details?.outcome === 'partlyDone') return 'unknown';
	return textOf({ json }).includes('It is not known whether') ? 'unknown' : 'notDone';
}

/** Everything that the user can read about an item that was not done. */
export function textOf({ json }: Pick<INodeExecutionData, 'json'>): string {
	const { error, details } = json as ErrorOutput;
	return [error, details?.description, JSON.stringify(details ?? {})].filter(Boolean).join('\n');
}

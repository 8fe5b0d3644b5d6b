import type { IBinaryKeyData, IDataObject, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { withoutMarkup } from '../values/text';
import { factsOf, isForUsers, keepMessage, UserError } from '../errors/userError';

export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** What became of an input item, or of one of its entries: `at` is its place in the item. */
export type ItemOutcome =
	| { item: number; at?: number; output: Output }
	| { item: number; at?: undefined; error: NodeError };

export type NodeError = NodeApiError | NodeOperationError;

/** For a run of which nothing was sent, and for one in which other items may have been. */
export const NOTHING_SENT = 'Nothing was sent.';
export const NOT_FOR_THIS_ITEM = 'Nothing was sent for this item.';

/**
 * Whatever was raised, as the error that n8n shows, with the item it belongs to if there are any. `complete` adds the
 * facts that only the item loop knows, before they are put into words.
 */
export function nodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	complete: (error: NodeError) => void = () => {},
	nothingSent = NOTHING_SENT,
): NodeError {
	const shown = asNodeError(node, error, itemIndex);
	complete(shown);
	shown.message = withoutMarkup(shown.message);
	const { sent, ...facts } = factsOf(shown);
	if (sent === false) {
		shown.context = facts;
		shown.description = [shown.description, nothingSent].filter(Boolean).join(' ');
	}
	describe(shown, ...takeNotDone(shown));
	return shown;
}

/** Known only now: after a refusal, it is read what the service did all the same. */
function takeNotDone(error: NodeError): string[] {
	const facts = factsOf(error);
	const { notDone, outcome } = facts;
	delete facts.notDone;
	return notDone !== undefined && outcome === 'notDone' ? [notDone] : [];
}

/** Adds lines below the message, above what the service says. They may quote it, or an item that somebody else filled in. */
function describe(error: NodeError, ...more: string[]): void {
	const lines = [...more, error.description].filter(Boolean);
	if (lines.length > 0) error.description = withoutMarkup(lines.join('\n'));
}

function asNodeError(node: INode, error: unknown, itemIndex?: number): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const raised = error instanceof Error ? error : String(error);
	if (!(error instanceof UserError)) return new NodeOperationError(node, raised, { itemIndex });
	const { message, description, facts } = error;
	const result = new NodeOperationError(node, raised, {
		description: description ?? '',
		itemIndex,
	});
	Object.assign(factsOf(result), facts);
	return keepMessage(result, message);
}

/** Whether the service may have done, or may still do, what the error says it did not. */
export const isUncertain = (error: unknown): boolean =>
	isForUsers(error) && factsOf(error).outcome === 'unknown';

/** Nothing was asked of the service but reads, so nothing was done. */
export function markNotDone(error: NodeError): void {
	factsOf(error).outcome ??= 'notDone';
}

/** Something else had been asked of it before. */
export function markSent(error: NodeError): void {
	delete factsOf(error).sent;
}

/** Of one item: the error may be that of a request for several. */
function outcomeOf(error: NodeError, isPart: boolean): unknown {
	if (isUncertain(error)) return 'unknown';
	if (isPart) return 'partlyDone';
	const { outcome } = factsOf(error);
	return outcome === 'partlyDone' ? 'notDone' : outcome;
}

/** What the service said, for the error output: only keys that n8n keeps there. */
export function errorJson(error: NodeError, parts: Array<{ json: object }> = []) {
	const data = (error.context.data ?? {}) as Record<string, unknown>;
	const { status: statusCode, ...said } = data;
	const done = parts.length > 0 ? parts.map(({ json }) => json) : undefined;
	const outcome = outcomeOf(error, done !== undefined);
	return {
		error: error.message,
		details: JSON.parse(
			JSON.stringify({
				description: error.description ?? undefined,
				outcome,
				done,
				statusCode,
				...said,
			}),
		) as Record<string, never>,
	};
}

export const statusOf = (error: unknown): number =>
	error instanceof NodeApiError ? Number(error.httpCode) : NaN;

/** Why a file that arrived was not kept. */
export const damageOf = (error: unknown): string | undefined =>
	error instanceof NodeApiError ? factsOf(error).damage : undefined;

/** The reply, or undefined when the service does not know the thing. */
export const unlessMissing = async <Reply>(reply: Promise<Reply>): Promise<Reply | undefined> =>
	await unless([404], reply);

/** The reply, or undefined when the thing does not exist in this state. */
export const unlessRefused = async <Reply>(reply: Promise<Reply>): Promise<Reply | undefined> =>
	await unless([404, 409], reply);

async function unless<Reply>(
	statuses: number[],
	reply: Promise<Reply>,
): Promise<Reply | undefined> {
	return await reply.catch(async (error: unknown) =>
		statuses.includes(statusOf(error)) ? undefined : await Promise.reject(error),
	);
}

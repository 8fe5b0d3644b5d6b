import type { IDataObject, INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { withoutMarkup } from '../values/text';
import { descriptionOf } from './sentences';
import { isUnknown, type UserError } from './userError';

export type NodeError = NodeApiError | NodeOperationError;

/** The error that n8n shows. `nothingSent`: the sentence for an input for which nothing was sent. */
export function nodeError(
	node: INode,
	error: UserError,
	itemIndex?: number,
	nothingSent?: string,
): NodeError {
	const { answer, outcome } = error.details;
	const result = answer ? apiError(node, error, answer) : operationError(node, error);
	// n8n replaces a message that contains one of certain words, be it in the name of a host (n8n-workflow, node.error.ts).
	result.message = withoutMarkup(error.cause instanceof Error ? result.message : error.message);
	// An error of n8n has texts of its own, which may quote an item that somebody else filled in.
	const own = error.cause ? withoutMarkup(result.description ?? '') : '';
	const description = [descriptionOf(error, nothingSent), own].filter(Boolean).join('\n');
	if (description) result.description = description;
	result.context.itemIndex ??= itemIndex;
	result.context.outcome = outcome;
	return result;
}

function apiError(
	node: INode,
	{ message }: UserError,
	{ status, ...said }: NonNullable<UserError['details']['answer']>,
): NodeApiError {
	const response = { status, data: { status, ...said } };
	return new NodeApiError(node, { message, response } as unknown as JsonObject, {
		message,
		...(status !== undefined && { httpCode: String(status) }),
	});
}

function operationError(node: INode, { message, cause }: UserError): NodeError {
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	return new NodeOperationError(node, cause instanceof Error ? cause : message);
}

/** An error as the item of the error output: only keys that n8n allows there (n8n-core, workflow-execute.ts: `handleNodeErrorOutput`). */
export function errorJson(
	{ message, description }: NodeError,
	error: UserError,
	parts: Array<{ json: object }> = [],
): IDataObject {
	const { status: statusCode, ...said } = error.details.answer ?? {};
	const done = parts.length > 0 ? parts.map(({ json }) => json) : undefined;
	const details = {
		description: description ?? undefined,
		outcome: outcomeOf(error, done !== undefined),
		done,
		statusCode,
		...said,
	};
	return { error: message, details: JSON.parse(JSON.stringify(details)) as IDataObject };
}

/** Of one item: the error may be that of a request for several. */
function outcomeOf(error: UserError, isPart: boolean): unknown {
	if (isUnknown(error)) return 'unknown';
	if (isPart) return 'partlyDone';
	const { outcome } = error.details;
	return outcome === 'partlyDone' ? 'notDone' : outcome;
}

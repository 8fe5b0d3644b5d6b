import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { Explained, InputError } from '../transport/explained';

export type Step = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

/**
 * Several writes as one: when one of them does not succeed, `undo` takes back what was done, and the
 * error says which step it was and what became of the rest.
 */
export async function inSteps<Value>(
	run: (step: Step) => Promise<Value>,
	undo: (outcomeUnknown: boolean) => Promise<string>,
): Promise<Value> {
	let current = '';
	const outcome = await run(async (name, work) => {
		current = name;
		return await work();
	}).then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
	if ('value' in outcome) return outcome.value;
	throw annotated(outcome.error, current, await undo(isUncertain(outcome.error)));
}

const isUncertain = (error: unknown): boolean =>
	error instanceof NodeApiError && error.context.uncertain === true;

function annotated(error: unknown, step: string, undone: string): unknown {
	const note = `It happened while ${step}. ${undone}`;
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.description = [error.description, note].filter(Boolean).join('\n');
		return error;
	}
	if (!(error instanceof Explained)) return error;
	// No longer an input error: something has been sent by now.
	const description = [error.description?.replace(NOTHING_SENT, ''), note]
		.filter(Boolean)
		.join('\n');
	return error instanceof InputError || error.description !== description
		? new Explained(error.message, description)
		: error;
}

const NOTHING_SENT = / ?Nothing was sent\./;

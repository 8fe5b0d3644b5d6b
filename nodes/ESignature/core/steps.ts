import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { factsOf, UserError } from '../errors/userError';
import { isUncertain } from './nodeError';

export type Step = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

/** What became of what had been done before a step failed. */
export interface Undone {
	/** For the user. */
	note: string;
	/** Nothing is left of it, and nothing can come of it any more. */
	clean: boolean;
	/** What the failed step was about does not exist any more: there is nothing to look at. */
	gone?: boolean;
}

/**
 * Several writes as one: when one of them does not succeed, `undo` takes back what was done, and the
 * error says which step it was and what became of the rest.
 */
export async function inSteps<Value>(
	run: (step: Step) => Promise<Value>,
	undo: (failed: { step: string; uncertain: boolean }) => Promise<Undone>,
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
	const undone = await undo({ step: current, uncertain: isUncertain(outcome.error) });
	throw annotated(outcome.error, current, undone);
}

function annotated(error: unknown, step: string, { note, clean, gone }: Undone): unknown {
	const said = `It happened while ${step}. ${note}`;
	const outcome = clean ? 'notDone' : 'unknown';
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		const facts = factsOf(error);
		const told = (gone ? facts.undoubted : undefined) ?? error.description;
		error.description = [told, said].filter(Boolean).join('\n');
		facts.outcome = outcome;
		delete facts.undoubted;
		return error;
	}
	if (!(error instanceof UserError)) return error;
	// Its facts no longer hold: something has been sent by now.
	const { undoubted } = error.facts;
	const told = (gone ? undoubted : undefined) ?? error.advice;
	const advice = [told, said].filter(Boolean).join('\n');
	return new UserError(error.message, advice, { outcome });
}

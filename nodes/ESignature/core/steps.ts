import { caught, isUnknown } from '../errors/userError';

/** Says what is done from now on, for example "adding document 2". */
export type Step = (name: string) => void;

/** The result of cleaning up after a failed step. */
export interface Undone {
	note: string;
	/** Nothing is left of it, and nothing can come of it anymore. */
	clean: boolean;
}

/**
 * Several writes as one: when one of them does not succeed, `undo` takes back what was done, and the
 * error says which step it was and what became of the rest.
 */
export async function inSteps<Value>(
	run: (step: Step) => Promise<Value>,
	undo: (failed: { step: string; isUnknown: boolean }) => Promise<Undone>,
): Promise<Value> {
	let current = '';
	const outcome = await run((name) => {
		current = name;
	}).then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
	if ('value' in outcome) return outcome.value;
	const error = caught(outcome.error);
	const { note, clean } = await undo({ step: current, isUnknown: isUnknown(error) });
	throw error.withNote(`This happened while ${current}. ${note}`, {
		outcome: clean ? 'notDone' : 'unknown',
		// Something was sent, even if nothing is left of it.
		isInput: false,
	});
}

import { equal, match, ok } from './assert';

import type { INodeExecutionData } from 'n8n-workflow';

import { SAID } from '../../sandbox/dialects/spoken/problems';
import { UNKNOWN_ID } from '../support/samples';
import { outcomeOf, written, type World } from './world';

/** Dialects in which a refusal says in which place of a bulk request the fault is. */
const INDEXED = ['pointer', 'path', 'capital', 'bare'].map((how) => `problem-index-${how}`);

/** Dialects that say their own words, in the one place that they have for words. */
const WORDED = [
	'title-only',
	'bare-type',
	'errors',
	'extensions',
	'extensions-errors',
	'message',
	'text',
].map((how) => `problem-${how}`);

export const speaksOfProblems = (dialects: readonly string[]) =>
	dialects.length === 0 || dialects.some((name) => [...INDEXED, ...WORDED].includes(name));

const wordsOf = (error: unknown): string => {
	const { message, description } = error as { message?: string; description?: string };
	return `${message} ${description}`;
};

/** The run fails, and the user is told what the service said. */
export async function isToldWhy(
	world: World,
	parameters: object,
	items?: INodeExecutionData[],
): Promise<void> {
	const { error } = await outcomeOf(world, parameters, items);
	ok(error, 'nothing was refused');
	if (world.speaks(...WORDED)) {
		match(
			wordsOf(error),
			new RegExp(`${SAID}|SaidByTheService`),
			'what the service said is not told',
		);
	}
}

/** In an envelope that the service does not know. */
export const inNoEnvelope = (world: World) => ({
	envelopeId: { __rl: true, mode: 'id', value: written(world, UNKNOWN_ID) },
});

/** Of four items in one request the third is at fault: it alone fails, wherever the service says so. */
export async function onlyThirdFails(
	world: World,
	parameters: object,
	items: INodeExecutionData[],
	stored: () => number,
): Promise<void> {
	const outcome = await outcomeOf(world, parameters, items, { onError: 'continueRegularOutput' });
	equal(outcome.items.length, 4, 'not every item has an outcome');
	const failed = outcome.items.map(({ json, error }) => error !== undefined || 'error' in json);
	ok(failed[2], 'the item at fault did not fail');
	// Without an index nobody can tell which entry is meant, and trying them out is not demanded.
	if (world.speaks(...WORDED)) return;
	equal(failed.filter(Boolean).length, 1, 'items that are not at fault failed, too');
	equal(stored(), 3, 'not all of the others were added');
}
